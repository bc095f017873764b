// This file says how cards are written in a body. Nothing here needs a program around it, so that the dashboard uses it as well.

/** The contents of a card, by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

/**
 * An element between paragraphs that is filled in with a form. It is written as Markdown, or as the few lines of HTML that mails and pages
 * style (docs/api.md); `read` understands everything that `write` writes.
 */
export type Shape<Name extends string = string> = {
  name: Name;
  /** Returns the contents, if a card of this shape was written like this; otherwise undefined, and the text is shown as it is. */
  read: (written: string) => Values | undefined;
  write: (values: Values) => string;
  /** The ways in which other services write the card. */
  foreign?: readonly Foreign[];
};

/** The place of a value within an element of another service: in the first element with this class or name, or in the element itself. */
export type Place = {
  class?: string;
  tag?: string;
  /** The attribute with the value; without it, the value is the element's text. */
  attribute?: string;
  /** The name of the value in the JSON object that the attribute contains. */
  key?: string;
  /** Whether the value counts as missing if its words are marked or linked, because the card would lose that. */
  is_plain?: boolean;
  /** Whether the element is a card even without this value. */
  may_lack?: boolean;
};

/** A card of another service: the classes of its outermost element, and the places of its values. */
export type Foreign = { classes: readonly string[]; values: Readonly<Record<string, Place>> };

/** Writes words in HTML, between tags or double quotes. */
export function quote(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Returns the words that are written in HTML between tags or quotes. */
export function unquote(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
