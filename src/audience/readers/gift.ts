import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Pictures } from '../../emails/files/file.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';

/** The mails about gifts and trials: one is given, ends soon, has ended. */
export const giftMails = ['gift', 'ending', 'ended'] as const;
export type GiftMail = (typeof giftMails)[number];

/**
 * The mail with the newsletter's own words, or the theme's where it has none. Throws `subject_invalid` or `body_invalid` if its words
 * cannot be read.
 */
export function compileGiftMail(
  theme: Theme,
  newsletter: Newsletter,
  mail: GiftMail,
  pictures: Pictures = {},
): CompiledMessage {
  const usual = theme.mails[mail];
  const subject = newsletter[`${mail}_subject`].trim() || usual.subject;
  const text = newsletter[`${mail}_text`].trim();
  const source = text === '' ? { ...usual, subject } : { subject, description: '', body: text, pictures };
  return compileMessage(source, themeOf(theme, null, newsletter));
}

/** Where the button of the mail leads: to the issues, or to where the newsletter sells subscriptions, if anywhere. */
export function buttonOf(mail: GiftMail, { username, premium_url }: Newsletter, base_url: string): string {
  return mail === 'gift' ? `${base_url}/${username}` : premium_url;
}
