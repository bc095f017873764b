import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeSlug, isSlug, numberedSlug, slugOf } from './slug.ts';

test('a slug is the subject in letters and digits of any script, with Latin letters stripped of their accents', () => {
  for (const [subject, slug] of [
    ['Hello, World!', 'hello-world'],
    ['Grüße aus Café São Paulo', 'grusse-aus-cafe-sao-paulo'],
    ['Zażółć gęślą jaźń, Łódź, Ærø, İstanbul ışık', 'zazolc-gesla-jazn-lodz-aero-istanbul-isik'],
    ['  --Top 10: best & worst--  ', 'top-10-best-worst'],
    ['News for {{ subscriber.metadata.first_name }} {% if x %}!{% endif %}', 'news-for'],
    ['日本語のニュース・第4号', '日本語のニュース-第4号'],
    ['がぎぐ ﾃｽﾄ'.normalize('NFD'), 'がぎぐ-テスト'],
    ['رسالة العدد ٤', 'رسالة-العدد-٤'],
    ['Привет, МИР! Ёлка', 'привет-мир-ёлка'],
    ['Ειδήσεις της ημέρας', 'ειδήσεις-της-ημέρας'],
    ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
    ['ข่าวน้ำท่วม', 'ข่าวน้ำท่วม'],
    ['שלום עולם', 'שלום-עולם'],
    ['한국어 소식', '한국어-소식'],
    ['二〇二六年', '二〇二六年'],
    ['№ 4', 'no-4'],
    ['🎉', 'email'],
    ['', 'email'],
    ['ﬁne print ①', 'fine-print-1'],
    [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
    ['x'.repeat(300), 'x'.repeat(100)],
  ] as const) {
    assert.equal(slugOf(subject), slug, subject);
    assert.ok(isSlug(slug), slug);
  }
});

test('a slug of any subject is one segment of a path, without anything that is invisible or looks like punctuation', () => {
  for (const subject of [
    '../../etc/passwd',
    '..\u2215..\uff0fadmin\u2044x',
    'a\u3033b\u3034c', // like slashes
    'a\ua4fa\ua4f8b', // like dots
    'a\u01c0b\u02d0c\u02bcd', // like bars, colons and quotes
    '\u202egnp.exe\u2066',
    'a\u200bb\u00adc\ufeffd',
    '\u3164\u115f\uffa0',
    '%2e%2e%2f',
    `e${'\u0301'.repeat(500)}`,
    `ж${'\u0301'.repeat(500)}`,
    '\u0301\u0301',
    'a\0b\ud800c',
  ]) {
    const slug = slugOf(subject);
    assert.ok(isSlug(slug), JSON.stringify([subject, slug]));
    assert.equal(
      new URL(`/archive/${encodeURIComponent(slug)}/`, 'https://a.example').pathname.split('/').length,
      4,
    );
    assert.doesNotMatch(slug, /[[\p{P}\p{S}\p{C}\p{Z}]--[\-_]]/v, subject);
    assert.ok(slug.length <= 100 && Buffer.byteLength(slug) <= 200, slug);
  }
  assert.equal(slugOf('..\uff0fadmin'), 'admin');
  assert.equal(slugOf('a\u3033b'), 'a-b');
});

test('a long slug ends between two characters as readers see them', () => {
  for (const [character, bytes] of [
    ['語', 3],
    ['𠮷', 4],
    ['각'.normalize('NFD').normalize('NFC'), 3],
    ['नि', 6],
  ] as const) {
    const slug = slugOf(character.repeat(300));
    assert.equal(slug.replaceAll(character, ''), '', character);
    assert.ok(Buffer.byteLength(slug) <= 200 && Buffer.byteLength(slug) > 200 - 2 * bytes, slug);
    for (const number of [2, 10, 1000]) {
      const numbered = numberedSlug(slug, number);
      assert.ok(isSlug(numbered), numbered);
      assert.equal(numbered.replaceAll(character, ''), `-${number}`);
    }
  }
});

test('a client may give a slug in ASCII, or in another script as slugs are generated', () => {
  for (const slug of [
    'a',
    'My_Slug-1',
    '-',
    'x'.repeat(100),
    'привет-МИР',
    '日本語_4',
    'ü-é'.normalize('NFD')[0]!,
  ])
    assert.ok(isSlug(slug), slug);
  for (const slug of [
    '',
    'ü',
    'ﬁ',
    'a b',
    'a/b',
    '.',
    'x'.repeat(101),
    '語'.repeat(67),
    'か\u3099',
    '\u0301a',
    'ж\u200d',
    'ａ',
  ])
    assert.ok(!isSlug(slug), slug);
});

test('a taken slug gets the first free number, and never more than a hundred characters', async () => {
  assert.equal(await freeAmong('a', []), 'a');
  assert.equal(await freeAmong('a', ['a', 'a-2', 'a-4']), 'a-3');
  const long = 'x'.repeat(100);
  assert.equal(await freeAmong(long, [long]), `${'x'.repeat(98)}-2`);
});

test('of thousands of emails with the same subject, the next gets the next number after few queries', async () => {
  for (const count of [10, 11, 19, 20, 21, 99, 4000, 81_919, 81_920]) {
    const used = Array.from({ length: count }, (_, at) => numberedSlug('a', at + 1));
    let questions = 0;
    assert.equal(await freeAmong('a', used, () => (questions += 1)), `a-${count + 1}`);
    assert.ok(questions <= 8, `${questions} for ${count}`);
  }
});

test('among gaps it finds a free number', async () => {
  const used = Array.from({ length: 300 }, (_, at) => at + 1).filter(n => n <= 10 || n % 7 !== 0);
  const slugs = used.map(number => numberedSlug('a', number));
  assert.ok(!slugs.includes(await freeAmong('a', slugs)));
});

function freeAmong(base: string, used: string[], ask = () => {}): Promise<string> {
  const set = new Set(used);
  return freeSlug(base, async slugs => {
    ask();
    return slugs.findIndex(slug => !set.has(slug));
  });
}
