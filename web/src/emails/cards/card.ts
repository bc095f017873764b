import type { words } from '../../words.ts';
import type { Place } from '../elements/form.ts';

export type CardName = keyof typeof words.editor.cards;

/** What a card has to say, by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

/**
 * Something that stands by itself between paragraphs and is filled in with a form. It is written as Markdown, or as the few
 * lines of HTML that the renderer knows; `write` keeps to what `read` takes.
 */
export type Card = {
  name: CardName;
  /** Whether people type it: then it is a card as soon as the cursor has left it. */
  isTyped?: boolean;
  /** What it says, if this is how it is written; otherwise undefined, and the text is shown as it is. */
  read: (written: string) => Values | undefined;
  write: (values: Values) => string;
  fields: Readonly<Record<string, Place>>;
  /** What readers see, drawn for somebody who writes. */
  draw: (values: Values) => Node[];
};

/** Words as they are written in HTML, between tags or double quotes. */
export function quote(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** What is written in HTML between tags or quotes. */
export function unquote(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
