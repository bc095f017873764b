import { Drop } from 'liquidjs';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Enclosure } from '../feeds/feed.ts';
import { isBlank } from '../platform/http/words.ts';
import { parseLimit } from '../rendering/liquid.ts';
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
  const shown = showItems(items);
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
  const title = [subject, feed.title].find(text => !isBlank(text)) ?? newsletter.name;
  return { subject: title, body: isEmpty(body) ? '' : body };
}

function showItems(items: readonly IssueItem[]) {
  const readDescription = openSanitiser('description');
  const readContent = openSanitiser('content');
  return items.map(item => {
    const description = readDescription(item.description);
    const content = item.content === item.description ? description : readContent(item.content);
    const enclosure = item.enclosure && new EnclosureValue(item.enclosure);
    return {
      ...item,
      enclosure,
      get description() {
        return description();
      },
      get content() {
        return content();
      },
    };
  });
}

// Sanitising takes its time, and more than a template may have is never mailed: what is beyond that is not even
// sanitised, and an error for the template that asks for it.
function openSanitiser(field: string): (html: string) => () => Markup {
  let left = parseLimit;
  return html => {
    left -= html.length;
    if (left >= 0) {
      const markup = new Markup(sanitizeHtml(html));
      return () => markup;
    }
    return () => {
      throw new Error(
        `the ${field} of the items is longer than ${parseLimit} characters; link to it instead`,
      );
    };
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
