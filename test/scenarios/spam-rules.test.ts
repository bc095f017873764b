import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { demoIssues, demoNewsletter } from '../../src/commands/demo-issues.ts';
import { pixel } from '../../src/testing/forms.ts';
import { readMail, readMailsByPython } from '../../src/testing/mail-readers.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { until } from '../../src/testing/until.ts';

// Typical issues as they are really sent, judged by SpamAssassin and read by a second reader, if those programs are installed (Debian:
// apt-get install spamassassin python3).

const attachmentName = 'Tidal tables – Größe 潮汐 "final".png';
const subject = 'Größe und Gezeiten: 潮汐表 für Łódź, Ærø und alle anderen Orte am Wasser 🌊🦀';
const longName = 'The Very Long And Perfectly Respectable Society for the Observation of Tides';

let service: TestService;
let messages: Buffer[];
before(async () => {
  service = await startTestService({ works: true, env: { BASE_URL: 'https://news.lowwater.example' } });
  messages = await sendIssues();
});
after(() => service.stop());

/** Rules that do not concern the message: that it has HTML, looks like a mailing list's, or comes from our server's address. */
const harmless = ['HTML_MESSAGE', 'MAILING_LIST_MULTI', 'RCVD_ILLEGAL_IP'];

test('no SpamAssassin rule about message format fires', { timeout: 240_000 }, t => {
  if (spawnSync('spamassassin', ['--version']).error)
    return t.skip('not checked: there is no spamassassin here');
  // It recognises this test message, so its silence below is meaningful.
  const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
  assert.ok(rulesOf(Buffer.from(`Subject: x\r\n\r\n${gtube}\r\n`)).includes('GTUBE'));
  for (const message of messages) {
    const rules = rulesOf(Buffer.concat([Buffer.from(received()), message]));
    assert.deepEqual(
      rules.filter(rule => !harmless.includes(rule)),
      [],
      `${message}`,
    );
  }
});

test('a second reader finds no defect and reads the same content', async t => {
  const theirs = await readMailsByPython(messages);
  if (!theirs) return t.skip('not checked: there is no python3 here');
  for (const [at, { defects, ...read }] of theirs.entries()) {
    assert.deepEqual(defects, []);
    assert.deepEqual(read, await readMail(messages[at]!));
  }
  const { subject: heading, attachments } = theirs.at(-1)!;
  assert.deepEqual([heading, attachments[0]?.name], [subject, attachmentName]);
});

test('on the wire lines are short ASCII ending in CRLF, and each field appears once', () => {
  for (const message of messages) {
    const source = message.toString('latin1');
    assert.doesNotMatch(source, /[^\t\r\n -~]|\r(?!\n)|(?<!\r)\n/);
    const [header, ...parts] = source.split('\r\n\r\n');
    assert.ok(source.split('\r\n').every(line => line.length <= 998));
    for (const body of parts) assert.ok(body.split('\r\n').every(line => line.length <= 76));
    const names = header!.match(/^[\w-]+(?=:)/gm)!;
    assert.deepEqual(names, [...new Set(names)]);
    for (const word of header!.match(/=\?\S*\?=/g) ?? []) assert.ok(word.length <= 75, word);
  }
});

/** Returns the copies that a free and a paying reader get of the demo's issues and of one with everything in it. */
async function sendIssues(): Promise<Buffer[]> {
  await must('PATCH', `/v1/newsletters/${service.newsletter.id}`, demoNewsletter);
  const metadata = { first_name: 'Zoë', city: 'Łódź' };
  await must('POST', '/v1/subscribers', { email_address: 'ada@example.org', type: 'regular', metadata });
  await must('POST', '/v1/subscribers', { email_address: 'bob@example.org', type: 'premium' });
  const file = { name: 'file', value: pixel, filename: 'tides.png', type: 'image/png' };
  const upload = await service.upload('/v1/attachments', [{ name: 'name', value: attachmentName }, file]);
  assert.equal(upload.status, 201, upload.text);
  const attachments = [upload.body.id];
  for (const issue of [...demoIssues, { subject, body: demoIssues[0]!.body, attachments }]) {
    if (issue.subject === subject)
      await must('PATCH', `/v1/newsletters/${service.newsletter.id}`, { from_name: longName });
    const { id } = await must('POST', '/v1/emails', issue);
    await until('sent', async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent');
  }
  assert.equal(service.sink.accepted.length, 8);
  return service.sink.accepted.map(({ source }) => Buffer.from(source, 'latin1'));
}

async function must(method: string, path: string, body: object) {
  const answer = await service.api(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

/** Returns the headers that the recipient's server adds on top. */
function received(): string {
  const date = new Date().toUTCString().replace('GMT', '+0000');
  return `Received: from mail.lowwater.example (mail.lowwater.example [203.0.113.7])\r\n by mx.example.org (Postfix) with ESMTPS id 4Zk2P01nTz;\r\n ${date}\r\n`;
}

/** Returns the rules that match. It uses only local rules: no network, no learned data, no user preferences. */
function rulesOf(message: Buffer): string[] {
  const args = ['-t', '-L', '-x', '--cf=use_bayes 0', '--cf=required_score 5'];
  const { stdout, stderr } = spawnSync('spamassassin', args, { input: message, encoding: 'utf8' });
  const start = stdout.indexOf('Content analysis details:');
  assert.ok(start > 0, stderr);
  return Array.from(
    stdout.slice(start).matchAll(/^ *-?\d+(?:\.\d)? +([A-Z][A-Z0-9_]+) /gm),
    ([, rule]) => rule!,
  );
}
