import { Drop } from 'liquidjs';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Enclosure } from '../../engines/feeds/feed.ts';
import { pictureIn } from '../../engines/feeds/markup/pictures.ts';
import type { CleanHtml } from '../../engines/rendering/foreign.ts';
import { escapeHtml, Markup } from '../../engines/rendering/markup.ts';
import { shortenHtml } from '../../engines/rendering/shorten.ts';
import { writeOut } from '../../engines/rendering/write-out.ts';
import { isBlank } from '../../platform/http/words.ts';
import type { IssueWords } from './issue-words.ts';
import type { PreparedItem } from './prepare.ts';

type Template = { subject: string; body: string };
export type Issue = {
  items: readonly PreparedItem[];
  newsletter: Newsletter;
  words: IssueWords;
};

/** Maximum markup of all items of one email; the longest ones are shortened to fit. */
export const issueLimit = 250_000;

/**
 * Subject and body of an email about these items (at least one, oldest first; `item` is the newest, `feed` its feed),
 * with the feeds' text escaped. The longest contents and descriptions are shortened to `longest` characters and end
 * with a link to the rest. `body` is empty if the template produced nothing. Liquid about the reader stays. Throws
 * `subject_invalid` and `body_invalid` with line, column and reason.
 */
export function writeIssue(
  template: Template,
  { items, newsletter, words }: Issue,
  longest = issueLimit,
): Template {
  const shown = showItems(items, words, longest);
  // A post without a title gets its first words as title.
  const named = shown.map((item, at) => {
    const { title, content } = items[at]!;
    return { ...item, title: isBlank(title) ? beginningOf(content.html) : title };
  });
  const { feed } = items.at(-1)!;
  const rest = {
    feed,
    newsletter: {
      name: newsletter.name,
      description: newsletter.description,
      postal_address: newsletter.postal_address,
    },
  };
  const { subject, body } = writeOut(
    template,
    { items: shown, item: shown.at(-1), ...rest },
    { items: named, item: named.at(-1), ...rest },
  );
  const title = [subject, feed.title].find(text => !isBlank(text)) ?? newsletter.name;
  return { subject: title, body: isEmpty(body) ? '' : body };
}

function showItems(items: readonly PreparedItem[], words: IssueWords, longest: number) {
  const [contentLimit, descriptionLimit] = (['content', 'description'] as const).map(field =>
    fairShare(
      items.map(item => item[field].html.length),
      longest,
    ),
  ) as [number, number];
  return items.map(item => ({
    ...item,
    description: markupOf(item.description, item.url, words, descriptionLimit),
    content: markupOf(item.content, item.url, words, contentLimit),
    enclosure: item.enclosure && new EnclosureValue(item.enclosure),
    image: item.image ?? pictureIn(item.content.html),
  }));
}

/** Returns the maximum size of each, so that all together have at most `total`: short ones lose nothing. */
function fairShare(sizes: number[], total: number): number {
  let left = total;
  for (const [at, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (sizes.length - at));
    if (size > share) return share;
    left -= size;
  }
  return total;
}

function markupOf(
  { html, is_cut }: CleanHtml,
  url: string,
  { rest_at, rest_too_long }: IssueWords,
  most: number,
): Markup {
  if (!is_cut && html.length <= most) return new Markup(html);
  const host = URL.parse(url)?.host;
  const rest =
    host === undefined
      ? `<p>${escapeHtml(rest_too_long)}</p>`
      : `<p><a href="${escapeHtml(url)}">${escapeHtml(rest_at.replace('{host}', () => host))}</a></p>`;
  return new Markup(shortenHtml(html, most) + rest);
}

const longestBeginning = 70;

/** Returns the first words of a text, for a subject. */
function beginningOf(html: string): string {
  const start = html.slice(0, 20_000).replace(/<(?:\/(?:p|div|li|h[1-6]|tr|blockquote)|br)\b[^>]*>/g, ' ');
  const text = String(new Markup(start).valueOf()).replace(/\s+/g, ' ').trim();
  if (text.length <= longestBeginning) return text;
  const space = text.lastIndexOf(' ', longestBeginning);
  return `${text.slice(0, space > longestBeginning / 2 ? space : longestBeginning).toWellFormed()}…`;
}

/** An enclosure, which prints as its address. */
class EnclosureValue extends Drop {
  readonly url: string;
  readonly type: string;
  readonly length: number | null;

  constructor({ url, type, length }: Enclosure) {
    super();
    this.url = url;
    this.type = type;
    this.length = length;
  }

  override valueOf(): string {
    return this.url;
  }
}

function isEmpty(body: string): boolean {
  return body.replace(/<!--.*?-->|<(?!img|hr|table)[^>]*>|&nbsp;|\s/gis, '') === '';
}
