import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Pictures } from '../../emails/files/file.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { homeAddress } from '../../links/site.ts';

/** The mails about gifts and trials: one has been given, ends soon, or has ended. */
export type GiftMail = 'gift' | 'ending' | 'ended';

/**
 * Compiles the mail in this language, or else the newsletter's, with the newsletter's own words, or the theme's where the newsletter has
 * none. Throws `subject_invalid` or `body_invalid` if the newsletter's words cannot be read.
 */
export function compileGiftMail(
  theme: Theme,
  newsletter: Newsletter,
  mail: GiftMail,
  pictures: Pictures = {},
  locale = '',
): CompiledMessage {
  const spoken = themeOf(theme, null, newsletter, locale);
  const usual = spoken.mails[mail];
  const subject = newsletter[`${mail}_subject`].trim() || usual.subject;
  const text = newsletter[`${mail}_text`].trim();
  const source = text === '' ? { ...usual, subject } : { subject, description: '', body: text, pictures };
  return compileMessage(source, spoken);
}

/** Where the button of the mail leads: to the issues, or to the place where the newsletter sells subscriptions, if anywhere. */
export function buttonOf(mail: GiftMail, newsletter: Newsletter, base_url: string): string {
  return mail === 'gift' ? homeAddress(base_url, newsletter) : newsletter.premium_url;
}
