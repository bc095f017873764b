import { type Designs, partsShown } from '../../accounts/look/designs.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Pictures } from '../../emails/files/file.ts';
import { mailedAddress } from '../../emails/files/shapes.ts';
import type { Words } from '../../platform/languages/catalogue.ts';

/** The part above the text of an issue, in addition to its title. */
export type Heading = {
  /** Whether the title is shown. It is not if the text begins with one. */
  has_title: boolean;
  /** Author, date, number and reading time, as far as they are shown; in words. */
  byline: BylinePart[];
  /** The address of the picture; empty if there is none. */
  picture: string;
};
export type BylinePart = { is: 'author' | 'date' | 'number' | 'reading_time'; words: string };

type Headed = {
  body: string;
  image: string;
  secondary_id: number | null;
  /** For mails: data about the newsletter's pictures. */
  pictures?: Pictures;
};

/** Makes the heading of an issue with this date, in these words. */
export function headingOf(
  { designs }: { designs: Designs },
  newsletter: Newsletter,
  { body, image, secondary_id, pictures = {} }: Headed,
  date: string,
  words: Words,
): Heading {
  const shows = partsShown(designs, newsletter);
  const author = newsletter.from_name.trim() === newsletter.name.trim() ? '' : newsletter.from_name;
  const said = {
    author,
    date: words.date(date, newsletter.timezone),
    number: secondary_id === null ? '' : words.say('issue.number', { number: secondary_id }),
    reading_time: words.say('issue.reading_time', { minutes: readingMinutes(body) }),
  };
  return {
    has_title: !beginsWithTitle(body),
    byline: (Object.keys(said) as (keyof typeof said)[])
      .filter(part => shows.includes(part) && said[part] !== '')
      .map(is => ({ is, words: said[is] })),
    picture:
      shows.includes('picture') && isWeb(image) && !body.includes(image)
        ? mailedAddress(image, pictures)
        : '',
  };
}

/** Returns how many minutes reading takes: 230 words a minute, or 500 characters of a script without spaces; at least one minute. */
export function readingMinutes(body: string): number {
  const text = body
    .replace(
      /<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|<[^>]*>|\{[{%][\s\S]*?[%}]\}|\]\([^)]*\)|https?:\/\/\S+/gi,
      ' ',
    )
    .trim();
  const unspaced =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}’'-]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(unspaced > words ? unspaced / 500 : words / 230));
}

function beginsWithTitle(body: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*(?:# |<h1[\s>]|[^\n]+\n=+[ \t]*(?:\n|$))/.test(body);
}

export function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
