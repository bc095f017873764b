import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Pictures } from '../../emails/files/file.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';

/** The mail that welcomes, with these pictures of the newsletter. Throws `subject_invalid` or `body_invalid` if the newsletter's words cannot be read. */
export function compileWelcome(
  theme: Theme,
  newsletter: Newsletter,
  pictures: Pictures = {},
): CompiledMessage {
  const { welcome_subject, welcome_body: body } = newsletter;
  const subject = welcome_subject || 'Welcome to {{ newsletter.name }}';
  return compileMessage({ subject, description: '', body, pictures }, themeOf(theme, null, newsletter));
}
