import { Tokenizer } from 'htmlparser2';
import { longestAddress } from './feed.ts';

const feedTypes = [
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
  'application/rdf+xml',
];
const readCharacters = 1_000_000;
const mostLinks = 50;

type Tag = { name: string; attributes: Map<string, string> };

/**
 * Returns the addresses of the feeds to which a page links with `<link rel=alternate type=…>`: absolute, http and https only, in the page's
 * order, but with comment feeds last. Reads the first million characters, and at most 50 links.
 */
export function findFeedLinks(html: string, base_url: string): string[] {
  const found: Tag[] = [];
  let base: string | undefined;
  forEachTag(html.slice(0, readCharacters), tag => {
    if (tag.name === 'base') base ??= tag.attributes.get('href');
    else if (found.length < mostLinks && isFeedLink(tag)) found.push(tag);
  });
  const base_of_all = (base === undefined ? null : URL.parse(base.trim(), base_url)) ?? base_url;
  const links = found.flatMap(({ attributes }) => {
    const url = URL.parse((attributes.get('href') ?? '').trim(), base_of_all);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return [];
    if (url.href.length > longestAddress) return [];
    return {
      url: url.href,
      is_of_comments: /comment/i.test(`${attributes.get('title') ?? ''} ${url.pathname}`),
    };
  });
  return [
    ...new Set(
      links.toSorted((a, b) => Number(a.is_of_comments) - Number(b.is_of_comments)).map(({ url }) => url),
    ),
  ];
}

function isFeedLink({ name, attributes }: Tag): boolean {
  if (name !== 'link' || !attributes.get('href')) return false;
  const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  const type = (attributes.get('type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return relations.includes('alternate') && !relations.includes('stylesheet') && feedTypes.includes(type);
}

/** Reads `<link>` and `<base>` tags with the tokenizer: the parser's stack takes quadratic time for unclosed tags. */
function forEachTag(html: string, tell: (tag: Tag) => void): void {
  let tag: Tag | null = null;
  let name = '';
  let value = '';
  const end = () => {
    if (tag) tell(tag);
    tag = null;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, stop) {
        const name = html.slice(start, stop).toLowerCase();
        tag = name === 'link' || name === 'base' ? { name, attributes: new Map() } : null;
      },
      onattribname(start, stop) {
        name = html.slice(start, stop).toLowerCase();
        value = '';
      },
      onattribdata(start, stop) {
        if (tag) value += html.slice(start, stop);
      },
      onattribentity(codepoint) {
        if (tag) value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        // The first of repeated attributes counts (HTML, §13.2.5.33).
        if (tag && !tag.attributes.has(name)) tag.attributes.set(name, value);
      },
      onopentagend: end,
      onselfclosingtag: end,
      onclosetag() {},
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onend() {},
      onprocessinginstruction() {},
      ontext() {},
      ontextentity() {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
