import type MarkdownIt from 'markdown-it';

type Linkify = InstanceType<typeof MarkdownIt>['linkify'];

/** The characters of a host, and what may follow it (GFM §6.9, "extended www autolink"). */
const host = /[\p{L}\p{N}\p{M}._-]+/uy;
const rest = /[^\s<]*/y;

const address = /[\p{L}\p{N}._+-]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u;

/** Turns bare addresses into links as in GFM §6.9: `www.`, `http://`, `https://`, `ftp://` and email addresses. */
export function linkBareAddresses(linkify: Linkify): void {
  linkify.set({ fuzzyLink: false });
  linkify.add('//', null);
  linkify.add('www.', {
    validate: (text, position) => {
      const start = position - 'www.'.length;
      if (start > 0 && !/[\s*_~(>]/.test(text[start - 1]!)) return 0;
      return Math.max(0, linkEnd(text, start, true) - position);
    },
    normalize: match => {
      match.url = `http://${match.url}`;
    },
  });
  for (const scheme of ['http:', 'https:', 'ftp:']) {
    linkify.add(scheme, {
      validate: (text, position) =>
        text.startsWith('//', position) ? Math.max(0, linkEnd(text, position + 2, false) - position) : 0,
    });
  }
  const match = linkify.match.bind(linkify);
  linkify.match = text =>
    match(text)?.filter(link => {
      if (link.schema !== 'mailto:' || /^mailto:/i.test(link.text)) return true;
      const found = address.exec(link.text);
      if (!found) return false;
      link.index += found.index;
      link.text = link.raw = found[0];
      link.url = `mailto:${found[0]}`;
      return true;
    }) ?? null;
}

/** Returns the end of the link whose host begins at `start`; 0 if there is no valid host. */
function linkEnd(text: string, start: number, needs_dot: boolean): number {
  host.lastIndex = start;
  const name = host.exec(text)?.[0];
  if (name === undefined) return 0;
  const segments = name.split('.');
  if (needs_dot && segments.length < 2) return 0;
  if (segments.slice(-2).some(segment => segment.includes('_'))) return 0;
  rest.lastIndex = start + name.length;
  const found = name + rest.exec(text)![0];
  return start + withoutTail(found).length;
}

/** Returns the link without its tail: punctuation, an unmatched closing bracket or an entity at the end belongs to the sentence. */
function withoutTail(link: string): string {
  let end = link.length;
  let unopened = count(link, ')') - count(link, '(');
  for (;;) {
    const last = link[end - 1];
    if (last === undefined) return '';
    if (last === ')') {
      if (unopened <= 0) break;
      unopened -= 1;
      end -= 1;
    } else if (last === ';') {
      end = /&[a-z0-9]{1,31};$/i.exec(link.slice(Math.max(0, end - 33), end))
        ? link.lastIndexOf('&', end)
        : end - 1;
    } else if (/[?!.,:*_~'"]/.test(last)) end -= 1;
    else break;
  }
  return link.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
