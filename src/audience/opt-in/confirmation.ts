import type { Newsletter } from '../../accounts/newsletter.ts';
import { findAnchors } from '../../engines/rendering/anchors.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { CompiledMessage, FilledMessage, MessageSource } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { compileMail, sharedByLetters, valuesOfNobody } from './letter.ts';

/**
 * Compiles the mail that asks to confirm, in this language or else the newsletter's. The newsletter's own words, if it has any, stand above
 * the theme's button. Throws `subject_invalid` or `body_invalid` if the words cannot be read, or if the mail would lack the link.
 */
export function compileConfirmation(
  theme: Theme,
  newsletter: Newsletter,
  base_url: string,
  locale = '',
): CompiledMessage {
  const spoken = themeOf(theme, null, newsletter, locale);
  const compiled = compileMessage(confirmationSource(spoken, newsletter), spoken);
  const confirm_url = 'https://example.org/confirm';
  const values = { ...sharedByLetters(newsletter, base_url), ...valuesOfNobody, confirm_url };
  if (!hasLink(compiled.fill(values), confirm_url))
    throw domainError('body_invalid', 'audience.button_hidden');
  return compiled;
}

/** Like compileConfirmation, but if the newsletter's own words cannot be used, the mail has the theme's. */
export function compileSafely(
  theme: Theme,
  newsletter: Newsletter,
  base_url: string,
  log: Log,
  locale = '',
): CompiledMessage {
  try {
    return compileConfirmation(theme, newsletter, base_url, locale);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn(
      { newsletter: newsletter.id, detail: error.detail },
      'the text of the confirmation mail could not be used; the usual one was sent',
    );
    return compileMail(themeOf(theme, null, newsletter, locale), 'confirmation');
  }
}

function confirmationSource(
  theme: Theme,
  { confirmation_subject, confirmation_text }: Newsletter,
): MessageSource {
  const { subject, description, body } = theme.mails.confirmation;
  const text = confirmation_text.trim();
  return {
    subject: confirmation_subject.trim() || subject,
    description,
    body: text === '' ? body : `${text}\n\n${body.slice(startOfButton(body))}`,
  };
}

/** Where the line with the button begins. */
function startOfButton(body: string): number {
  return body.lastIndexOf('\n', body.indexOf('confirm_url')) + 1;
}

function hasLink({ html, text }: FilledMessage, url: string): boolean {
  return findAnchors(html).some(anchor => anchor.url === url) && text.includes(url);
}
