// How cards are written in a body. Nothing here needs a program around it, so that the dashboard uses it as well.

/** What a card has to say, by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

/**
 * An element between paragraphs that is filled in with a form. It is written as Markdown, or as the few lines of HTML that mails and pages
 * dress (docs/api.md); `write` keeps to what `read` takes.
 */
export type Shape<Name extends string = string> = {
  name: Name;
  /** What it says, if this is how it is written; otherwise undefined, and the text is shown as it is. */
  read: (written: string) => Values | undefined;
  write: (values: Values) => string;
  /** How other services write it. */
  foreign?: readonly Foreign[];
};

/** Where a value is within an element of another service: in the first element with this class or name, or in the element itself. */
export type Place = {
  class?: string;
  tag?: string;
  /** Otherwise its text. */
  attribute?: string;
  /** The name in the object that the attribute contains as JSON. */
  key?: string;
  /** It is missing if its words are marked or linked, which the card would lose. */
  is_plain?: boolean;
  /** Whether it is a card without this as well. */
  may_lack?: boolean;
};

/** A card of another service: the classes of its outermost element, and where its values are. */
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
