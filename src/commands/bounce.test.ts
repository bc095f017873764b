import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { explainBounces } from './bounce.ts';
import { CommandError } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'postrider-bounce-'));
after(() => rmSync(folder, { recursive: true }));

test('each file gets a line of JSON in order, and a missing file does not affect the others', async t => {
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
  await assert.rejects(explainBounces([notice, join(folder, 'nothing'), letter]), error => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /nothing cannot be read: there is no such file\. Check its path\.$/);
    return true;
  });
  const diagnosis = {
    recipient: 'ann@example.net',
    kind: 'hard',
    status: '5.1.1',
    reason: 'Sorry, no mailbox here by that name. (#5.1.1)',
    pattern: 'nobody-by-that-name',
  };
  assert.deepEqual(
    lines().map(line => JSON.parse(line)),
    [
      { file: notice, ...diagnosis, recipients: [diagnosis], message_id: '42@news.example.org' },
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

function mute(t: TestContext): () => string[] {
  const log = t.mock.method(console, 'log', () => {});
  return () => log.mock.calls.map(call => String(call.arguments[0]));
}
