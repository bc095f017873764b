import type { Newsletter } from '../../accounts/newsletter.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { FilledMessage, OwnValues } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { readersAddress } from '../../links/site.ts';
import { DomainError } from '../../platform/errors.ts';
import { refuseUnusable } from '../../platform/languages/own-words.ts';
import { compileConfirmation } from '../opt-in/confirmation.ts';
import { sharedByLetters, valuesOfNobody } from '../opt-in/letter.ts';
import { buttonOf, compileGiftMail } from './gift.ts';
import { compileWelcome } from './welcome.ts';

type Context = { theme: Theme; base_url: string };

/** The settings from which each mail is made. */
const fieldsOf = {
  confirmation: { subject: 'confirmation_subject', body: 'confirmation_text' },
  welcome: { subject: 'welcome_subject', body: 'welcome_body' },
  gift: { subject: 'gift_subject', body: 'gift_text' },
  ending: { subject: 'ending_subject', body: 'ending_text' },
  ended: { subject: 'ended_subject', body: 'ended_text' },
} as const;
export type ServiceMail = keyof typeof fieldsOf;
export const serviceMails = Object.keys(fieldsOf) as ServiceMail[];

export function isServiceMail(name: string): name is ServiceMail {
  return Object.hasOwn(fieldsOf, name);
}

/** The made-up reader of previews. The mail that asks to confirm says nothing about its recipient. */
const reader: OwnValues = {
  ...valuesOfNobody,
  subscriber: { email: 'reader@example.org', type: 'regular', tags: [], metadata: {} },
};

/** Makes the mail to a made-up reader. Throws `request_invalid`, naming the setting and the line, if the mail cannot be made. */
export function previewServiceMail(
  { theme, base_url }: Context,
  newsletter: Newsletter,
  mail: ServiceMail,
): FilledMessage {
  const link = `${readersAddress(base_url, newsletter)}/unsubscribe/preview`;
  const shared = sharedByLetters(newsletter, base_url);
  const links = {
    unsubscribe_url: link,
    manage_subscription_url: link,
    answer_url: link,
    referral_url: link,
  };
  const { words } = themeOf(theme, null, newsletter);
  return namingSetting(mail, () => {
    if (mail === 'welcome') return compileWelcome(theme, newsletter).fill({ ...shared, ...reader, ...links });
    if (mail === 'confirmation')
      return compileConfirmation(theme, newsletter, base_url).fill({
        ...shared,
        ...valuesOfNobody,
        confirm_url: `${readersAddress(base_url, newsletter)}/confirm/preview`,
      });
    return compileGiftMail(theme, newsletter, mail).fill({
      ...shared,
      ...reader,
      ...links,
      confirm_url: buttonOf(mail, newsletter, base_url),
      grant: {
        ...(mail === 'gift' ? given : { kind: 'trial', message: '' }),
        end: words.date('2027-05-03T12:00:00Z', 'UTC'),
      },
    });
  });
}

/** The gift that previews are about. */
const given = { kind: 'gift', message: 'Thank you for your help with the autumn issue.' };

/** Throws `request_invalid`, naming the setting and the line, unless the mails whose settings change can be made. */
export function demandServiceMails(
  context: Context,
  newsletter: Newsletter,
  changes: Partial<Record<string, unknown>>,
): void {
  if (changes.words) refuseUnusable(context.theme.catalogue, newsletter.words);
  for (const mail of serviceMails) {
    const { subject, body } = fieldsOf[mail];
    if (subject in changes || body in changes) previewServiceMail(context, newsletter, mail);
  }
}

function namingSetting<Result>(mail: ServiceMail, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const detail = error.detail.replace(
      /^(subject|body)(?:, |: )/,
      (_, part: 'subject' | 'body') => `${fieldsOf[mail][part]}: `,
    );
    throw new DomainError('request_invalid', detail, error.metadata);
  }
}
