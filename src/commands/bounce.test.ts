import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { bounce } from './bounce.ts';
import { UsageError } from './usage.ts';

const folder = mkdtempSync(join(tmpdir(), 'postrider-bounce-'));
after(() => rmSync(folder, { recursive: true }));

test('each file gets a line of JSON, in order, and one that is missing does not keep the others from theirs', async t => {
  const notice = join(folder, 'notice.eml');
  const letter = join(folder, 'letter.eml');
  writeFileSync(
    notice,
    'From: MAILER-DAEMON@mail.example.org\nSubject: failure notice\n\nHi. This is the qmail-send program.\n\n' +
      '<ann@example.net>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n' +
      'Message-ID: <42@news.example.org>\n',
  );
  writeFileSync(letter, 'From: ann@example.net\nSubject: Hello\n\nLovely ferrets!\n');
  const lines = mute(t);
  await assert.rejects(bounce(['explain', notice, join(folder, 'nothing'), letter]), UsageError);
  const verdict = {
    recipient: 'ann@example.net',
    kind: 'hard',
    status: '5.1.1',
    reason: 'Sorry, no mailbox here by that name. (#5.1.1)',
    pattern: 'nobody-by-that-name',
  };
  assert.deepEqual(
    lines().map(line => JSON.parse(line)),
    [
      { file: notice, ...verdict, recipients: [verdict], message_id: '42@news.example.org' },
      {
        file: letter,
        kind: 'none',
        status: null,
        reason: null,
        recipient: null,
        pattern: null,
        recipients: [],
        message_id: null,
      },
    ],
  );
});

test('without a file it says how to ask', async () => {
  for (const args of [[], ['explain'], ['delete', 'x']]) await assert.rejects(bounce(args), UsageError);
});

function mute(t: TestContext): () => string[] {
  const log = t.mock.method(console, 'log', () => {});
  return () => log.mock.calls.map(call => String(call.arguments[0]));
}
