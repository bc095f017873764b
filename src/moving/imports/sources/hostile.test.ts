import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDice } from '../../../platform/dice.ts';
import { readExport, sampleFiles, uploaded } from '../../../testing/exports.ts';
import type { UploadedFiles } from '../columns/line.ts';
import { ghost } from './ghost.ts';
import { wordpress } from './wordpress.ts';

const item = (content: string) =>
  `<item><title>T</title><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>${content}</content:encoded></item>`;
const wxr = (head: string, body: string) =>
  new Map([
    [
      'file.xml',
      Buffer.from(
        `<?xml version="1.0"?>${head}<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${body}</channel></rss>`,
      ),
    ],
  ]);

test('entities that an XML file defines are not expanded, and nothing outside the file is read', async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  const { name, lines } = await readExport(uploaded(wxr(bomb, item('&b;&f;&amp;lt;p&amp;gt;'))));
  assert.equal(name, 'wordpress');
  const html = lines.map(line => ('html' in line ? line.html : '')).join();
  assert.ok(html.length < 60 && !html.includes('root:'), html);
});

test('an XML file that breaks off is read up to that point, and one that is nested without end is refused', async () => {
  const cut = `${item('whole')}<item><title>half`;
  assert.equal((await readExport(uploaded(wxr('', cut)))).lines.length, 1);
  const deep = `${'<x>'.repeat(100_000)}${item('deep')}`;
  await assert.rejects(readExport(uploaded(wxr('', deep))), /nested too deeply/);
});

/** A file of any size, made while it is read. */
function made(name: string, start: string, piece: string, times: number, end: string): UploadedFiles {
  return {
    names: [name],
    async *open() {
      yield Buffer.from(start);
      for (let at = 0; at < times; at += 1) yield Buffer.from(piece);
      yield Buffer.from(end);
    },
    head: async () => Buffer.from(start + piece).subarray(0, 1 << 16),
  };
}

test('a post without end is refused, and not held in memory', async () => {
  const mebibyte = 'x'.repeat(1 << 20);
  const start =
    '<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title>T</title><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>';
  const end = `</content:encoded></item>${item('next')}</channel></rss>`;
  const outcomes: string[] = [];
  for await (const line of wordpress.read(made('w.xml', start, mebibyte, 40, end), {}))
    outcomes.push(...[line].flat().map(({ kind }) => kind));
  assert.deepEqual(outcomes, ['refused', 'issue']);
  const posts = made('g.json', '{"db":[{"data":{"posts":[{"html":"', mebibyte, 40, '"}]}}]}');
  await assert.rejects(async () => {
    for await (const _ of ghost.read(posts, {}));
  }, /larger than/);
});

test('no sample that is cut, shortened or mixed up with other bytes makes a reader fail in an unforeseen way', async () => {
  const { below, pick } = openDice(3);
  const noise = ['"', ',', '\n', '\0', '\xff', '<', '{', '[', '\\', "'", '\r', '\u2028', '%%', '&#'];
  for (const sample of [
    'mailchimp',
    'substack',
    'ghost',
    'beehiiv',
    'buttondown',
    'wordpress',
    'lines',
    'spreadsheet',
  ])
    for (let round = 0; round < 12; round += 1) {
      const files = new Map(
        [...sampleFiles(sample)].map(([name, bytes]) => {
          const broken = Buffer.from(bytes);
          for (let change = 0; change < 5; change += 1)
            broken.write(pick(noise), below(broken.length), 'latin1');
          return [name, broken.subarray(0, round % 3 === 0 ? below(broken.length) : broken.length)];
        }),
      );
      try {
        await readExport(uploaded(files, 1 + below(5000)));
      } catch (error) {
        // These end an import with a reason. Any other error would be tried again and again.
        assert.ok(
          error instanceof Error &&
            (error.constructor.name === 'LineError' || /recognises/.test(error.message)),
          `${sample}: ${(error as Error).stack}`,
        );
      }
    }
});
