import type { Words } from '../../platform/languages/catalogue.ts';
import { settleEnglish } from '../../platform/languages/english.ts';
import { escapeHtml } from './markup.ts';
import { inert } from './placeholders.ts';
import { markdownToHtml } from './plain-markdown.ts';
import { speak } from './spoken.ts';

const alreadyPaying = "{{ 'mail.already_paying' | say: href: email.absolute_url }}";

type Premium = { name: string; premium_text: string; premium_url: string };

/** Returns what paying subscribers of the newsletter get, as HTML: the newsletter's text, or the default. */
export function premiumHtml({ name, premium_text }: Omit<Premium, 'premium_url'>, words: Words): string {
  return premium_text.trim() === ''
    ? settleEnglish(`<p>${words.html('issue.premium', { name })}</p>`)
    : markdownToHtml(premium_text);
}

/** Returns the text below a teaser, as the source of a message: what paying subscribers get, and links to subscribe and sign in. */
export function teaserEnding(newsletter: Premium, words: Words): string {
  const { premium_url } = newsletter;
  const join = `<p><a class="button" href="${inert(escapeHtml(premium_url))}">${words.html('issue.become_paying')}</a></p>\n`;
  return settleEnglish(`<!-- buttondown-editor-mode: fancy -->
<hr>
<h2>${words.html('issue.rest_paying')}</h2>
${inert(premiumHtml(newsletter, words))}
${premium_url === '' ? '' : join}{% if email.absolute_url != blank %}<p>${speak(alreadyPaying, words, 'html')}</p>{% endif %}`);
}
