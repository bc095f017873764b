import type { Newsletter } from '../../accounts/newsletter.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';

/** The mail that welcomes. Throws `subject_invalid` or `body_invalid` if the newsletter's words cannot be read. */
export function compileWelcome(theme: Theme, newsletter: Newsletter): CompiledMessage {
  const { welcome_subject, welcome_body: body } = newsletter;
  const subject = welcome_subject || 'Welcome to {{ newsletter.name }}';
  return compileMessage({ subject, description: '', body }, themeOf(theme, null, newsletter));
}
