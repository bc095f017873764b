import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorSeconds } from '../../testing/processor-time.ts';
import { address, feedOf, rss } from '../../testing/samples/feeds.ts';
import { parseFeed } from './parse.ts';

const million = 1_000_000;

function inItem(inside: string): string {
  return rss(`<item><guid>1</guid>${inside}</item>`);
}

function fill(piece: string, length = million): string {
  return piece.repeat(Math.ceil(length / piece.length));
}

const numbered = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');

const documents: Record<string, string> = {
  'open brackets': inItem(`<title>${fill('<')}</title>`),
  ampersands: inItem(`<title>${fill('&')}</title>`),
  'half tags': inItem(`<description>${fill('<a ')}</description>`),
  'tags that are numbers': inItem(`<description>${fill('<1 ')}</description>`),
  'tags in tags': inItem(`<description>${fill('<a<')}</description>`),
  'square brackets': inItem(`<description>${fill('[')}</description>`),
  'CDATA in CDATA': inItem(`<description>${fill('<![CDATA[')}</description>`),
  'empty CDATA': inItem(`<description>${fill('<![CDATA[]]>')}</description>`),
  'escaped CDATA': inItem(`<description>${fill('&lt;![CDATA[')}</description>`),
  'comments in comments': inItem(fill('<!--')),
  'half declarations': inItem(fill('<!')),
  'half instructions': inItem(fill('<?')),
  'open quotes': inItem(fill('<a b="')),
  'quotes in quotes': inItem(fill(`<a b='"`)),
  attributes: inItem(`<a ${numbered(100_000, at => `a${at}="1" `)}/>`),
  'the same attribute': inItem(`<a ${fill('a="1" ')}/>`),
  'namespaces in an element': inItem(`<a ${numbered(50_000, at => `xmlns:a${at}="1" `)}/>`),
  'namespaces in each other': inItem(numbered(50_000, at => `<a xmlns:a${at}="1">`)),
  'deep nesting': inItem(fill('<div>')),
  'deep nesting that ends': inItem(
    `<description>${'<div>'.repeat(50_000)}${'</div>'.repeat(50_000)}</description>`,
  ),
  'deep bases': inItem(fill('<a xml:base="x/">')),
  'ends without beginnings': inItem(`<title>${fill('x</b>')}</title>`),
  'ends in pieces of text': inItem(`<title>${'x<!-- -->'.repeat(50_000)}${'</foo>'.repeat(50_000)}</title>`),
  'open items': `<rss><channel>${fill('<item>')}`,
  'open titles': `<rss><channel><item>${fill('<title>')}`,
  'links of one item': inItem(fill('<link/>')),
  'items with one guid': rss(
    numbered(20_000, at => `<item><guid>1</guid><link>http://a.example/${at}</link></item>`),
  ),
  'small elements': inItem(`<description>${fill('<a/>', 2 * million)}</description>`),
  'blank everything': inItem(
    `<title>${fill(' ')}</title><link>${fill(' ')}x</link><pubDate>${fill('1 ')}</pubDate><author>${fill('(')}</author>`,
  ),
  'long addresses': inItem(`<link>${fill('%')}</link><link>http://${fill('a')}</link>`),
  'half links': inItem(`<description>${fill('&lt;a href=')}</description>`),
  'commas in a srcset': inItem(`<description>&lt;img srcset="${fill(',')}"&gt;</description>`),
  'addresses in a srcset': inItem(`<description>&lt;img srcset="${fill('a 1x,')}"&gt;</description>`),
  'blanks in an attribute': inItem(`<description>&lt;a href${fill(' ')}=x href${fill('   ')}</description>`),
  'escaped brackets': inItem(`<title>${fill('&lt;')}</title>`),
  'escaped tags': inItem(`<title>${fill('&lt;a ')}</title>`),
  'entity declarations': `<!DOCTYPE r [${fill('<!ENTITY ')}]>${rss('')}`,
  'many entities': `<!DOCTYPE r [${numbered(50_000, at => `<!ENTITY a${at} "x">`)}]>${rss('')}`,
  'blanks in a declaration': `<!DOCTYPE r [<!ENTITY a${fill(' ')}"x"${fill(' ')}x>]>${rss('')}`,
  'a warning that opens elements': `${fill('<br>')}${rss('')}`,
  'blank document': fill(' ', 2 * million),
  'blanks before a letter': `${fill(' ')}x${fill(' ')}{`,
  words: fill('word ', 2 * million),
  'open objects': fill('{'),
  'open lists': fill('['),
  'commas in JSON': `{"items":[${fill(',')}]}`,
  'JSON without an end': `{"items":[${fill('{"id":"1"},')}`,
};

test('no document of a megabyte takes long', () => {
  for (const [name, document] of Object.entries(documents)) {
    const bytes = new TextEncoder().encode(document);
    // Most take a tenth of a second; quadratic ones take minutes.
    assert.ok(processorSeconds(() => parseFeed(bytes, { url: address })) < 8, name);
  }
});

test('four times the input takes about four times as long', () => {
  const time = (length: number) => {
    const piece = '<a <1 &lt;i href=x&gt;</b>';
    const bytes = new TextEncoder().encode(inItem(`<description>${fill(piece, length)}</description>`));
    return Math.min(...[1, 2, 3].map(() => processorSeconds(() => parseFeed(bytes, { url: address }))));
  };
  assert.ok(time(2 * million) < 8 * time(million / 2) + 0.2);
});

test('entities expand to at most a megabyte', () => {
  const laughs = numbered(9, at => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  const nested = `<!DOCTYPE r [<!ENTITY l0 "lol">${laughs}]>${rss('<item><guid>1</guid><description>&l9;</description></item>')}`;
  assert.ok(feedOf(nested).items[0]!.content.length < 1000);
  const wide = `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(1000)}">]>${inItem(`<description>${fill('&a;')}</description>`)}`;
  assert.ok(feedOf(wide).items[0]!.content.length < 3 * million);
});

test('deeply nested content is flattened, not lost', () => {
  const deep = inItem(
    `<description>${'<div>'.repeat(50_000)}text${'</div>'.repeat(50_000)} after</description><title>T</title>`,
  );
  const [item] = feedOf(deep).items;
  assert.match(item!.content, /text.* after$/);
  assert.equal(item!.title, 'T');
});

test('a long base address does not inflate a small document', () => {
  const base = `https://example.org/${'b'.repeat(4000)}/`;
  const item = (at: number) =>
    `<item><guid>${at}</guid><description>${'&lt;a href=x&gt;'.repeat(2000)}</description></item>`;
  const feed = feedOf(`<rss xml:base="${base}"><channel>${numbered(60, item)}</channel></rss>`);
  const length = feed.items.reduce((sum, { content }) => sum + content.length, 0);
  assert.ok(feed.items.length > 0 && length < 50 * million);
  assert.match(feed.repairs.join(), /40 MB/);
});
