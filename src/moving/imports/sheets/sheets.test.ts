import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { csvLine } from '../../../platform/csv.ts';
import { openDice } from '../../../platform/dice.ts';
import { openCsv } from './csv.ts';
import { readJsonArrays, readJsonLines } from './json.ts';
import { readSheet, readStart } from './sheet.ts';
import { longestLine, readText, textOfStart } from './text.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(text: string | Buffer, delimiter = ',', size = 7) {
  const csv = openCsv(delimiter);
  const rows = [];
  for await (const piece of readText(pieces(Buffer.from(text), size))) rows.push(...csv.take(piece));
  return [...rows, ...csv.end()];
}

/** Returns the cells row by row, or a number for the line of a bad row. */
async function shapeOf(text: string, delimiter?: string, size?: number) {
  return (await rowsOf(text, delimiter, size)).map(row => ('cells' in row ? row.cells : row.line));
}

const readings: [what: string, text: string, rows: (string[] | number)[], delimiter?: string][] = [
  [
    'plain rows',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'rows that end with CRLF, the last without',
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'rows that end with CR alone',
    'a,"b"\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'quoted delimiters, quotes and line ends',
    '"a,""b""",c\n"x\r\ny",z\n',
    [
      ['a,"b"', 'c'],
      ['x\r\ny', 'z'],
    ],
  ],
  [
    'empty cells and empty lines',
    ',\n\n"",x\n\r\n',
    [
      ['', ''],
      ['', 'x'],
    ],
  ],
  ['quotes inside of a cell that has none around', 'a "b" c,d\n', [['a "b" c', 'd']]],
  ['other delimiters', 'a;"b;c"\n', [['a', 'b;c']], ';'],
  ['text behind a closing quote', 'a,"b"c,d\ne,f\n', [1, ['e', 'f']]],
  ['a quote that is never closed', 'a,b\n"c,d\ne,f\ng,h\n', [['a', 'b'], 2, ['e', 'f'], ['g', 'h']]],
  ['a quote that is never closed at the end', 'a,b\nc,"d', [['a', 'b'], 2]],
];
for (const [what, text, rows, delimiter] of readings)
  test(`CSV with ${what} is read, in pieces of any size`, async () => {
    for (const size of [1, 2, 3, 7, 1000])
      assert.deepEqual(await shapeOf(text, delimiter, size), rows, `${size}`);
  });

test('rows are numbered by the lines of the file, whatever their cells contain', async () => {
  const rows = await rowsOf('a\n"b\nc\n"\n\n"bad"x\nd,"e\r\nf"\ng\n');
  assert.deepEqual(
    rows.map(({ line }) => line),
    [1, 2, 6, 7, 9],
  );
});

test('a line that is too long, or has too many cells, is lost alone', async () => {
  const long = `a,b\n${'x'.repeat(longestLine + 10)},c\nd,e\n"${'y'.repeat(longestLine + 10)}",f\ng,h\n${','.repeat(600)}\ni,j\n`;
  const shape = await shapeOf(long, ',', 1 << 16);
  assert.ok(shape.every(row => typeof row === 'number' || row.join().length < 10));
  assert.deepEqual(shape, [['a', 'b'], 2, ['d', 'e'], 4, ['g', 'h'], 6, ['i', 'j']]);
});

test('a quote that is never closed costs only one line of a large file', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `person${at}@example.org,x`);
  many[50] = '"open,x';
  const shape = await shapeOf(`${many.join('\n')}\n`, ',', 1 << 16);
  assert.equal(shape.length, many.length);
  assert.deepEqual(
    shape.flatMap((row, at) => (typeof row === 'number' ? [[at + 1, row]] : [])),
    [[51, 51]],
  );
});

test('a NUL character is refused with its line', async () => {
  assert.deepEqual(await shapeOf('a,b\nc\0,d\ne,f\n', ',', 100), [['a', 'b'], 2, ['e', 'f']]);
});

test('random cells are the same after writing and reading', async () => {
  const random = openDice(7);
  const bits = ['a', 'ö', '山', '😀', '"', ',', '\n', '\r\n', ' ', "'", '=', '', '""', '\t', ';'];
  const cell = () => Array.from({ length: random.below(6) }, () => random.pick(bits)).join('');
  const rows = Array.from({ length: 300 }, () => ['x', cell(), cell(), cell()]);
  const bytes = Buffer.from([csvLine(['q', 'r', 's', 't']), ...rows.map(csvLine)].join(''));
  for (const size of [1, 10, 4096]) {
    const read: string[][] = [];
    const start = readStart(bytes);
    for await (const some of readSheet(pieces(bytes, size), start))
      for (const row of some) read.push('cells' in row ? row.cells : [row.reason]);
    assert.deepEqual(read, rows);
  }
});

const german = 'Name;E-Mail\nJürgen Groß;j@example.org\n„Anführung“ €;a@example.org\n';
const encodings: [name: string, bytes: Buffer][] = [
  ['UTF-8', Buffer.from(german)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`)],
  ['UTF-16LE', Buffer.from(german, 'utf16le')],
  ['UTF-16LE with a mark', Buffer.from(`\ufeff${german}`, 'utf16le')],
  ['UTF-16BE', Buffer.from(german, 'utf16le').swap16()],
  ['UTF-16BE with a mark', Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
  ['Windows-1252', iconv.encode(german, 'win1252')],
];
for (const [name, bytes] of encodings)
  test(`a table in ${name} is read, and the report says what was guessed`, async () => {
    const said: string[] = [];
    const { headers, delimiter } = readStart(bytes);
    assert.deepEqual([headers, delimiter], [['Name', 'E-Mail'], ';']);
    for (const size of [1, 3, 1000]) {
      let text = '';
      for await (const piece of readText(pieces(bytes, size), note => said.push(note))) text += piece;
      assert.equal(text.replace(/^\ufeff/, ''), german);
    }
    assert.equal(said.length > 0, !name.startsWith('UTF-8'), said.join());
  });

test('one line in another encoding spoils only itself, and is counted', async () => {
  const bytes = Buffer.concat([
    Buffer.from('é,山\n'),
    iconv.encode('é,b\n', 'win1252'),
    Buffer.from('ü,c\n'),
  ]);
  const said: string[] = [];
  let text = '';
  for await (const piece of readText(pieces(bytes, 100), note => said.push(note))) text += piece;
  assert.equal(text, 'é,山\né,b\nü,c\n');
  assert.match(said.join(), /^1 line is not UTF-8/);
});

test('the delimiter is guessed, or taken from the line that Excel understands', () => {
  const guessed = (text: string) => readStart(Buffer.from(text)).delimiter;
  assert.equal(guessed('a;b;c\n1,5;2;3\n1,6;2;3\n'), ';');
  assert.equal(guessed('a\tb\n"x,y"\tz\n'), '\t');
  assert.equal(guessed('a|b\nx|y\n'), '|');
  assert.equal(guessed('email\nada@example.org\n'), ',');
  const said = readStart(Buffer.from('sep=;\r\na;b,c\r\nx;y\r\n'));
  assert.deepEqual([said.delimiter, said.headers], [';', ['a', 'b,c']]);
});

test('columns without a name, or with the same one, get distinct names', () => {
  assert.deepEqual(readStart(Buffer.from('Email,,Name,Name\n')).headers, [
    'Email',
    'Column 2',
    'Name',
    'Name (2)',
  ]);
  const list = readStart(Buffer.from('ada@example.org\nbob@example.org\n'));
  assert.deepEqual([list.headers, list.is_headless, list.samples.length], [['Column 1'], true, 2]);
});

test('JSON lines are read one by one, and a bad line is lost alone', async () => {
  const text = `{"a":1}\n[1]\n\n{"b":\n{"c":"\\u0000"}\n{"d":${'1'.repeat(longestLine)}}\n{"e":"é"}`;
  const items = [];
  for await (const some of readJsonLines(pieces(Buffer.from(text), 9000))) items.push(...some);
  assert.deepEqual(
    items.map(item => ('value' in item ? item.value : item.line)),
    [{ a: 1 }, 2, 4, 5, 6, { e: 'é' }],
  );
});

test('objects of named arrays are found anywhere in a JSON document, in pieces of any size', async () => {
  const document = {
    db: [
      {
        data: { tags: [{ x: 1 }], posts: [{ a: '"}]', b: { posts: [{ c: 1 }] } }, { a: 'é\\' }], n: -1.5e3 },
      },
    ],
    posts: 'no array',
  };
  for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)])
    for (const size of [1, 5, 1000]) {
      const found = [];
      for await (const { value } of readJsonArrays(pieces(Buffer.from(text), size), ['posts']))
        found.push(value);
      assert.deepEqual(found, document.db[0]!.data.posts);
    }
  for (const broken of ['{"posts":[{"a":1}', '{"posts":[{"a":1]}', '{"posts":[{a}]}'])
    await assert.rejects(async () => {
      for await (const _ of readJsonArrays(pieces(Buffer.from(broken), 3), ['posts']));
    }, /JSON|missing/);
});

test('the beginning of a file is text, even if it ends inside of a character', () => {
  assert.equal(textOfStart(Buffer.from('a\né').subarray(0, 3)), 'a\n');
});
