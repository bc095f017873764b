import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertBounded } from '../../testing/processor-time.ts';
import { readRefusals, readSamples } from '../../testing/samples/bounces.ts';
import { readReport } from './read-report.ts';

for (const { name, message, expected } of readSamples()) {
  test(`reads correctly: ${name}`, () => {
    const { kind, status, recipient, message_id } = readReport(message);
    assert.deepEqual({ kind, status, recipient, message_id }, expected);
  });
}

test('a refusal means the same whichever server reports it', () => {
  for (const { name, message, expected } of readRefusals()) {
    const { kind, recipient, message_id } = readReport(message);
    assert.deepEqual({ kind, recipient, message_id }, expected, name);
  }
});

test('the reason is only the remote host’s reply, on one line', () => {
  assert.equal(
    reasonOf('550 5.1.1 The account does not exist. Please try\n 550-5.1.1 again with\n 550 5.1.1  another'),
    '550 5.1.1 The account does not exist. Please try again with another',
  );
  assert.equal(
    reasonOf('host mx.example.net[192.0.2.1] said: 550 5.1.1 user unknown (in reply to RCPT TO command)'),
    '550 5.1.1 user unknown',
  );
  assert.equal(reasonOf(`550 no${'o'.repeat(1000)}`).length, 300);
});

test('a report on several recipients describes the first that failed and gives each its own diagnosis', () => {
  const groups = [
    ['ann', 'delayed', '4.4.1'],
    ['bob', 'failed', '5.2.2'],
    ['cid', 'failed', '5.1.1'],
  ].map(
    ([name, action, status]) =>
      `Final-Recipient: rfc822; ${name}@example.net\nAction: ${action}\nStatus: ${status}\n`,
  );
  const report = readReport(withFields(groups.join('\n')));
  assert.deepEqual([report.kind, report.recipient, report.status], ['soft', 'bob@example.net', '5.2.2']);
  assert.deepEqual(
    report.recipients.map(({ recipient, kind }) => [recipient, kind]),
    [
      ['ann@example.net', 'delayed'],
      ['bob@example.net', 'soft'],
      ['cid@example.net', 'hard'],
    ],
  );
});

test('of ten thousand recipients in one report, the first hundred are read', () => {
  const group = 'Final-Recipient: rfc822; ann@example.net\nAction: failed\nStatus: 5.1.1\n';
  assert.equal(readReport(withFields(Array(10_000).fill(group).join('\n'))).recipients.length, 100);
  const listed = Array.from({ length: 10_000 }, (_, at) => `<a${at}@example.net>:\nno such user\n`).join(
    '\n',
  );
  const notice = `From: MAILER-DAEMON@x\nSubject: failure notice\n\nHi. This is the qmail-send program.\n\n${listed}`;
  assert.equal(readReport(Buffer.from(notice)).recipients.length, 100);
});

test('fifty megabytes, thousands of levels, of parts or of fields are read in bounded time', () => {
  let nested = 'deep';
  for (let level = 0; level < 2000; level++) {
    nested = `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n${nested}\n--b${level}--\n`;
  }
  const bombs = [
    nested,
    `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(500_000)}`,
    'X: y\n'.repeat(1_000_000),
    `From: MAILER-DAEMON@x\n\n${'\r'.repeat(10_000_000)}`,
    `From: MAILER-DAEMON@x\nSubject: failure notice\n\n${'user unknown ann@example.net\n'.repeat(1_800_000)}`,
  ];
  assertBounded(20, () => {
    for (const bomb of bombs) readReport(Buffer.from(bomb));
  });
});

test('text crafted to slow the expressions down does not', () => {
  const numbers = ['4', '1.', '-', '*', '#', '=?'];
  const words = ['a', 'a@', '550 ', 'mailbox ', 'message ', '不', '<', '(', ' ', '\t'];
  assertBounded(20, () => {
    for (const word of [...numbers, ...words]) {
      const text = word.repeat(65_536 / word.length);
      readReport(Buffer.from(`From: MAILER-DAEMON@x\nSubject: failure ${text}\n\n${text}`));
      readReport(
        withFields(`Final-Recipient: rfc822; ${text}\nAction: failed\nDiagnostic-Code: smtp; ${text}\n`),
      );
    }
  });
});

test('line endings and the separator line of a mailbox file change nothing', () => {
  for (const { name, message } of readSamples()) {
    const text = message.toString('latin1').replace(/^From .*\n/, '');
    const report = readReport(message);
    assert.deepEqual(readReport(Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1')), report, name);
    assert.deepEqual(
      readReport(Buffer.from(`From x Sun Nov  1 10:11:12 2026\n${text}`, 'latin1')),
      report,
      name,
    );
  }
});

test('a message that is cut off anywhere or is random bytes is read without throwing', () => {
  const samples = readSamples();
  for (const { message } of samples) {
    for (let end = 0; end < message.length; end += 97) readReport(message.subarray(0, end));
  }
  const bytes = Buffer.concat(samples.slice(0, 20).map(({ message }) => message));
  for (let seed = 1; seed < 200; seed++) {
    const garbled = Buffer.from(bytes.subarray(0, 4000));
    // A linear congruential generator makes the same garbage in each run.
    for (let at = seed; at < garbled.length; at = (at * 5 + seed * 131) % 8191)
      garbled[at] = (at * seed) % 256;
    readReport(garbled);
  }
});

function reasonOf(diagnostic: string): string {
  const fields = `Final-Recipient: rfc822; ann@example.net\nAction: failed\nDiagnostic-Code: smtp; ${diagnostic}\n`;
  return readReport(withFields(fields)).reason ?? '';
}

function withFields(fields: string): Buffer {
  return Buffer.from(`From: MAILER-DAEMON@mail.example.org
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

${fields}
--b--
`);
}
