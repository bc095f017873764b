import { quote, unquote } from '../../../../src/engines/cards/shape.ts';
import { words } from '../../words.ts';
import { copyWords } from '../elements/copy-words.ts';
import { element } from '../elements/element.ts';
import { parseHtml } from '../elements/parse-html.ts';
import type { Card } from './card.ts';

const { callout_text } = words.editor;

/** A box with a remark in an HTML body. In Markdown, a callout is a box that can contain anything. */
export const callout: Card = {
  name: 'callout',
  read: written => {
    const found = /^<div class="callout"><p>([^<>]*)<\/p><\/div>$/.exec(written);
    return found ? { text: unquote(found[1]!) } : undefined;
  },
  write: ({ text = '' }) => `<div class="callout"><p>${quote(text)}</p></div>`,
  fields: { text: { label: callout_text, most: '2000' } },
  draw: ({ text }) => [element('span', { class: 'cm-card-callout' }, text || callout_text)],
};

/** The same box with marked text or several paragraphs. The text is edited in place, because a form field has no marks. */
export const markedCallout: Card = {
  name: 'marked_callout',
  read: written => {
    const html = /^<div class="callout">(\s*<p>[\s\S]*<\/p>\s*)<\/div>$/.exec(written)?.[1];
    return html === undefined || /<\/?(?:div|table|img|iframe)\b/i.test(html) ? undefined : { html };
  },
  write: ({ html = '' }) => `<div class="callout">${html}</div>`,
  fields: {},
  draw: ({ html = '' }) => [
    element('span', { class: 'cm-card-callout' }, ...copyWords(parseHtml(html).body)),
  ],
};
