import { escapeHtml } from './markup.ts';
import { inert } from './placeholders.ts';
import { markdownToHtml, paragraphOf } from './plain-markdown.ts';

type Premium = { name: string; premium_text: string; premium_url: string };

/** What paying subscribers of the newsletter get, as HTML: the newsletter's text, or the default. */
export function premiumHtml({ name, premium_text }: Omit<Premium, 'premium_url'>): string {
  return premium_text.trim() === ''
    ? paragraphOf(`Paying subscribers of ${name} get every issue in full, by email and on the web.`)
    : markdownToHtml(premium_text);
}

/**
 * The text below a teaser, as the source of a message: what paying subscribers get, and links to subscribe and sign in.
 */
export function teaserEnding(newsletter: Premium): string {
  const { premium_url } = newsletter;
  const join = `<p><a class="button" href="${inert(escapeHtml(premium_url))}">Become a paying subscriber</a></p>\n`;
  return `<!-- buttondown-editor-mode: fancy -->
<hr>
<h2>The rest is for paying subscribers</h2>
${inert(premiumHtml(newsletter))}
${premium_url === '' ? '' : join}{% if email.absolute_url != blank %}<p>Already a paying subscriber? <a href="{{ email.absolute_url }}">Sign in and read on</a>.</p>{% endif %}`;
}
