/** The mails whose texts a newsletter can change, with the settings that hold the texts. */
export const fieldsOf = {
  confirmation: { subject: 'confirmation_subject', body: 'confirmation_text' },
  welcome: { subject: 'welcome_subject', body: 'welcome_body' },
  gift: { subject: 'gift_subject', body: 'gift_text' },
  ending: { subject: 'ending_subject', body: 'ending_text' },
  ended: { subject: 'ended_subject', body: 'ended_text' },
} as const;
export type Mail = keyof typeof fieldsOf;

/** Reads from the address which mail is shown; the first one has no name there. */
export function readMail({ mail }: Record<string, unknown>): { mail?: Mail } {
  return typeof mail === 'string' && Object.hasOwn(fieldsOf, mail) && mail !== 'confirmation'
    ? { mail: mail as Mail }
    : {};
}
