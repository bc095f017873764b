import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { address, faultOf, feedOf } from '../../testing/samples/feeds.ts';

type Told = { declared?: string; http?: string; language?: string };

/** Asserts the title of a feed written in a charset, and the repairs that were reported. */
function titleIn(bytesIn: string, title: string, { declared, http, language }: Told = {}): string {
  const declaration = declared === undefined ? '' : `<?xml version="1.0" encoding="${declared}"?>`;
  const tongue = language === undefined ? '' : `<language>${language}</language>`;
  const text = `${declaration}<rss version="2.0"><channel>${tongue}<title>${title}</title></channel></rss>`;
  return feedOf(
    encode(text, bytesIn),
    http === undefined ? {} : { content_type: `text/xml; charset=${http}` },
  ).title;
}

function encode(text: string, charset: string): Uint8Array {
  if (charset !== 'iso-2022-jp') return iconv.encode(text, charset);
  // The sequence ESC $ B switches to JIS X 0208, whose bytes are those of EUC-JP without the high bit.
  const japanese = /[^\0-\x7f]+/g;
  const inJis = (part: string) => {
    const bytes = Uint8Array.from(iconv.encode(part, 'euc-jp'), byte => byte & 0x7f);
    return `\x1b$B${Buffer.from(bytes).toString('latin1')}\x1b(B`;
  };
  return Buffer.from(text.replace(japanese, inJis), 'latin1');
}

test('a feed is read in the charset that it declares', () => {
  for (const [charset, title] of [
    ['utf-8', 'Grüße – 日本語 🎉'],
    ['iso-8859-1', 'Grüße'],
    ['iso-8859-1', 'Smart “quotes” – of Windows'],
    ['windows-1252', '“Grüße” €'],
    ['iso-8859-2', 'Zażółć gęślą jaźń'],
    ['iso-8859-15', 'Œuvre à 5 €'],
    ['windows-1250', 'Příliš žluťoučký'],
    ['windows-1251', 'Новости дня'],
    ['koi8-r', 'Новости дня'],
    ['windows-1253', 'Νέα της ημέρας'],
    ['shift_jis', 'ニュース速報'],
    ['euc-jp', 'ニュース速報'],
    ['iso-2022-jp', '日本語ニュース'],
    ['gb2312', '今日新闻'],
    ['gbk', '今日新聞'],
    ['gb18030', '今日新闻 €'],
    ['big5', '今日新聞'],
    ['euc-kr', '오늘의 뉴스'],
    ['utf-16le', 'Grüße 日本語'],
    ['utf-16be', 'Grüße 日本語'],
    ['utf-32le', 'Grüße 日本語 🎉'],
    ['utf-32be', 'Grüße 日本語 🎉'],
  ] as const) {
    const bytesIn = charset === 'iso-8859-1' ? 'windows-1252' : charset;
    assert.equal(titleIn(bytesIn, title, { declared: charset }), title, charset);
  }
});

test('the server’s charset takes precedence over the document’s', () => {
  assert.equal(titleIn('windows-1251', 'Новости', { declared: 'utf-8', http: 'windows-1251' }), 'Новости');
  assert.equal(titleIn('koi8-r', 'Новости', { declared: 'windows-1251', http: '"KOI8-R"' }), 'Новости');
});

test('a charset that does not decode the document is ignored', () => {
  assert.equal(titleIn('utf-8', 'Grüße', { declared: 'iso-8859-1' }), 'Grüße');
  assert.equal(titleIn('utf-8', 'Grüße', { declared: 'utf-8', http: 'iso-8859-1' }), 'Grüße');
  assert.equal(titleIn('utf-8', 'Новости дня', { declared: 'windows-1251' }), 'Новости дня');
  assert.equal(
    titleIn('utf-8', 'ニュース速報とお知らせ', { declared: 'shift_jis' }),
    'ニュース速報とお知らせ',
  );
  assert.equal(titleIn('windows-1252', 'Grüße', { declared: 'utf-8' }), 'Grüße');
  assert.equal(titleIn('windows-1252', 'Grüße', { declared: 'us-ascii' }), 'Grüße');
  assert.equal(titleIn('utf-8', 'Grüße', { declared: 'utf-16' }), 'Grüße');
  assert.equal(titleIn('utf-8', 'Grüße', { declared: 'no-such-charset' }), 'Grüße');
  assert.equal(titleIn('utf-8', 'Grüße', { declared: 'constructor' }), 'Grüße');
  assert.equal(titleIn('utf-8', 'Grüße', { http: 'base64' }), 'Grüße');
  assert.equal(titleIn('utf-8', 'Grüße', { declared: 'utf-7' }), 'Grüße');
  assert.equal(titleIn('euc-jp', 'ニュース速報', { declared: 'utf-8', http: 'euc-jp' }), 'ニュース速報');
});

test('a feed without a charset is read as UTF-8, or else in the legacy charset of its language', () => {
  assert.equal(titleIn('utf-8', 'Grüße'), 'Grüße');
  assert.equal(titleIn('windows-1252', 'Grüße'), 'Grüße');
  assert.equal(titleIn('windows-1251', 'Новости', { language: 'ru' }), 'Новости');
  assert.equal(titleIn('shift_jis', 'ニュース速報', { language: 'ja' }), 'ニュース速報');
  assert.equal(titleIn('euc-jp', 'ニュース速報', { language: 'ja-JP' }), 'ニュース速報');
  assert.equal(titleIn('utf-16le', 'Grüße'), 'Grüße');
  assert.equal(titleIn('utf-16be', 'Grüße'), 'Grüße');
});

test('a byte order mark takes precedence over every declaration', () => {
  for (const charset of ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
    const text =
      '\ufeff<?xml version="1.0" encoding="koi8-r"?><rss><channel><title>Grüße</title></channel></rss>';
    const bytes = iconv.encode(text, charset, { addBOM: false });
    assert.equal(feedOf(bytes, { content_type: 'text/xml; charset=koi8-r' }).title, 'Grüße', charset);
  }
});

test('a byte order mark after white space does no harm', () => {
  assert.equal(
    feedOf('\n\ufeff<?xml version="1.0"?><rss><channel><title>T</title></channel></rss>').title,
    'T',
  );
});

test('Windows-1252 bytes in a UTF-8 feed are read as letters', () => {
  const start = '<?xml version="1.0" encoding="utf-8"?><rss><channel><title>Grüße an 日本 ';
  const bytes = [
    Buffer.from(start),
    Buffer.from([0x93, 0xe4, 0x94]),
    Buffer.from('</title></channel></rss>'),
  ];
  assert.equal(feedOf(Buffer.concat(bytes)).title, 'Grüße an 日本 “ä”');
});

test('a few broken bytes spoil only themselves', () => {
  const good = '<rss><channel><title>Grüße aus Köln</title></channel></rss>';
  const bytes = Buffer.concat([Buffer.from(good), Buffer.from([0x20, 0xe4])]);
  assert.equal(feedOf(bytes).title, 'Grüße aus Köln');
});

test('an undeclared gzip feed is read, even if it was cut off', () => {
  const text = `<rss><channel><title>T</title>${'<item><guid>a</guid></item>'.repeat(3)}`;
  assert.equal(feedOf(gzipSync(text)).title, 'T');
  assert.match(feedOf(gzipSync(text)).repairs.join(), /gzip/);
  const random = Array.from(
    { length: 500 },
    (_, at) => `<item><guid>${(at * 2654435761) % 4294967296}</guid></item>`,
  );
  const cut = gzipSync(text + random.join('')).subarray(0, 1500);
  assert.ok(feedOf(cut).items.length > 1);
});

test('more than 10 MB is refused, compressed or decompressed', () => {
  assert.equal(faultOf(new Uint8Array(10 * 1024 * 1024 + 1)), 'more than 10 MB');
  assert.equal(faultOf(gzipSync(Buffer.alloc(50_000_000, 32))), 'more than 10 MB');
});

test('relative addresses resolve against Content-Location, which resolves against the feed’s address', () => {
  const document = '<rss><channel><item><link>a</link></item></channel></rss>';
  const urlWith = (content_location: string) =>
    feedOf(document, { url: address, content_location }).items[0]?.url;
  assert.equal(urlWith('/x/y'), 'https://example.org/x/a');
  assert.equal(urlWith('https://other.example/z/'), 'https://other.example/z/a');
  assert.equal(urlWith(''), 'https://example.org/blog/a');
});
