import type { Newsletter } from '../../accounts/newsletter.ts';
import { markdownToHtml, paragraphOf } from '../../engines/rendering/plain-markdown.ts';
import type { Words } from '../../platform/languages/catalogue.ts';

type Named = Pick<Newsletter, 'sign_up_text' | 'name' | 'free_subscriptions'>;

/** Returns the text that somebody who presses the button of our own form or of an offer agrees to, in these words. */
export function formText({ sign_up_text, name, free_subscriptions }: Named, words: Words): string {
  const key = free_subscriptions ? 'form.consent' : 'form.consent_unpaid';
  return sign_up_text.trim() || words.say(key, { name });
}

/** Returns the same as HTML: an own text is Markdown. */
export function formHtml(newsletter: Named, words: Words): string {
  const text = formText(newsletter, words);
  return newsletter.sign_up_text.trim() === '' ? paragraphOf(text) : markdownToHtml(newsletter.sign_up_text);
}
