import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Pictures } from '../../emails/files/file.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import { speak } from '../../engines/rendering/spoken.ts';
import type { Theme } from '../../engines/rendering/theme.ts';

const usualSubject = "{{ 'mail_welcome.subject' | say: name: newsletter.name }}";

/**
 * Compiles the welcome mail, with these pictures of the newsletter, in a frame in this language or else the newsletter's. Throws
 * `subject_invalid` or `body_invalid` if the newsletter's words cannot be read.
 */
export function compileWelcome(
  theme: Theme,
  newsletter: Newsletter,
  pictures: Pictures = {},
  locale = '',
): CompiledMessage {
  const { welcome_subject, welcome_body: body } = newsletter;
  const spoken = themeOf(theme, null, newsletter, locale);
  const subject = welcome_subject || speak(usualSubject, spoken.words, 'plain');
  return compileMessage({ subject, description: '', body, pictures }, spoken);
}
