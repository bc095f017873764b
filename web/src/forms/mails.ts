/** The mails that have texts of the newsletter, and the settings that hold these. */
export const fieldsOf = {
  confirmation: { subject: 'confirmation_subject', body: 'confirmation_text' },
  welcome: { subject: 'welcome_subject', body: 'welcome_body' },
  gift: { subject: 'gift_subject', body: 'gift_text' },
  ending: { subject: 'ending_subject', body: 'ending_text' },
  ended: { subject: 'ended_subject', body: 'ended_text' },
} as const;
export type Mail = keyof typeof fieldsOf;

/** Which mail the address names; the first one without a name. */
export function readMail({ mail }: Record<string, unknown>): { mail?: Mail } {
  return typeof mail === 'string' && Object.hasOwn(fieldsOf, mail) && mail !== 'confirmation'
    ? { mail: mail as Mail }
    : {};
}
