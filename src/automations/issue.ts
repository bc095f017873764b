import { Drop } from 'liquidjs';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Enclosure } from '../feeds/feed.ts';
import { Markup } from '../rendering/markup.ts';
import { sanitizeHtml } from '../rendering/sanitize.ts';
import { writeOut } from '../rendering/write-out.ts';

/** An item as templates see it. `publish_date` is RFC 3339. */
export type IssueItem = {
  url: string;
  title: string;
  publish_date: string;
  description: string;
  content: string;
  author: string;
  enclosure: Enclosure | null;
};

type Template = { subject: string; body: string };
type Issue = { items: IssueItem[]; feed: { title: string; url: string }; newsletter: Newsletter };

/**
 * Subject and body of an email about these items (at least one, oldest first; `item` is the newest), the feed's markup
 * sanitised and its text escaped. `body` is empty when nothing came of the template. What speaks of the reader stays
 * Liquid. Throws `subject_invalid` and `body_invalid` with line, column and reason.
 */
export function writeIssue(template: Template, { items, feed, newsletter }: Issue): Template {
  const shown = items.map(showItem);
  const { subject, body } = writeOut(template, {
    items: shown,
    item: shown.at(-1),
    feed,
    newsletter: {
      name: newsletter.name,
      description: newsletter.description,
      postal_address: newsletter.postal_address,
    },
  });
  return { subject: subject || feed.title || newsletter.name, body: isEmpty(body) ? '' : body };
}

function showItem(item: IssueItem) {
  return {
    ...item,
    description: new Markup(sanitizeHtml(item.description)),
    content: new Markup(sanitizeHtml(item.content)),
    enclosure: item.enclosure && new EnclosureValue(item.enclosure),
  };
}

/** Prints as its address. */
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
