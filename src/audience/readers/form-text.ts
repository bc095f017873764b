import type { Newsletter } from '../../accounts/newsletter.ts';
import { markdownToHtml, paragraphOf } from '../../engines/rendering/plain-markdown.ts';
import type { Words } from '../../platform/languages/catalogue.ts';

type Named = Pick<Newsletter, 'sign_up_text' | 'name'>;

/** Returns what somebody agrees to who presses the button of our own form or of an offer, with these words. */
export function formText({ sign_up_text, name }: Named, words: Words): string {
  return sign_up_text.trim() || words.say('form.consent', { name });
}

/** Returns the same as HTML: an own text is Markdown. */
export function formHtml(newsletter: Named, words: Words): string {
  const text = formText(newsletter, words);
  return newsletter.sign_up_text.trim() === '' ? paragraphOf(text) : markdownToHtml(newsletter.sign_up_text);
}
