import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import PostalMime from 'postal-mime';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import type { Accepted } from '../../src/testing/smtp-sink.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
let usual: string[];
before(async () => {
  service = await startTestService({ works: true });
  usual = headerNames(await receive({ subject: 'Usual', body: 'Usual' }, { x: 'usual' }));
});
after(() => service.stop());

const evil = 'evil@attacker.example';
const breaks = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\x85', '\v', '\f', '\r\n\r\n', '\n\n', '\r\n '];

for (const lineBreak of breaks) {
  test(`metadata with ${JSON.stringify(lineBreak)} in the subject adds no header, line or message`, async () => {
    const x = `Ada${lineBreak}Bcc: ${evil}${lineBreak}X-Evil: yes${lineBreak}.${lineBreak}MAIL FROM:<${evil}>`;
    const mail = await receive(
      { subject: 'Dear {{ subscriber.metadata.x }}, hello', body: 'Hello {{ subscriber.metadata.x }}' },
      { x },
    );
    assertUsual(mail);
    const { subject } = await PostalMime.parse(mail.source);
    assert.match(subject!, /^Dear Ada ?Bcc: evil@attacker\.example.*, hello$/);
  });
}

test('a subject and names stored with line breaks do not add a header either', async () => {
  const injected = `Ada\r\nBcc: ${evil}\r\n\r\nbody`;
  const newsletter = service.db.updateTable('newsletters').where('key', '=', service.newsletter.key);
  for (const columns of [{ name: injected }, { from_name: injected, description: injected }]) {
    await newsletter.set(columns).execute();
    const mail = await receive({ subject: 'Names', body: '{{ newsletter.name }}' }, {});
    assertUsual(mail);
    assert.equal((await PostalMime.parse(mail.source)).from?.address, service.newsletter.from_address);
  }
  await newsletter.set({ name: 'Test', from_name: '' }).execute();
  const mail = await receive({ subject: 'Subject', body: 'x' }, {}, async id => {
    await service.db.updateTable('emails').set({ subject: injected }).where('id', '=', id).execute();
  });
  assertUsual(mail);
});

test('a name full of header syntax stays one name', async () => {
  for (const from_name of ['Ada, Bob & Co.', `"Ada" <${evil}>`, `x\\" <${evil}>, "y`, 'Größe (GmbH) 🎉']) {
    await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { from_name });
    const mail = await receive({ subject: 'Name', body: 'x' }, {});
    assertUsual(mail);
    const { from } = await PostalMime.parse(mail.source);
    assert.deepEqual([from?.address, from?.name], [service.newsletter.from_address, from_name]);
  }
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { from_name: null });
});

test('a body cannot end its message early', async () => {
  const body = ['First', '.', '..', `.\nMAIL FROM:<${evil}>`, 'Last {{ subscriber.metadata.x }}'].join(
    '\n\n',
  );
  const mail = await receive({ subject: 'Dots', body }, { x: `\r\n.\r\nMAIL FROM:<${evil}>\r\nend of it` });
  assertUsual(mail);
  assert.match((await PostalMime.parse(mail.source)).text!, /end of it/);
});

let number = 0;

/** Returns the only message that a new reader with this metadata gets of this email. `meddle` runs before it is sent. */
async function receive(
  email: { subject: string; body: string },
  metadata: object,
  meddle?: (id: string) => Promise<void>,
): Promise<Accepted> {
  number += 1;
  const tag = `only ${number}`;
  const person = { email: `reader${number}@example.org`, type: 'regular', tags: [tag], metadata };
  assert.equal((await service.api('POST', '/v1/subscribers', person)).status, 201);
  const draft = await service.api('POST', '/v1/emails', { ...email, included_tags: [tag], status: 'draft' });
  assert.equal(draft.status, 201, draft.text);
  await meddle?.(draft.body.id);
  const before = service.sink.accepted.length;
  const path = `/v1/emails/${draft.body.id}`;
  assert.equal((await service.api('PATCH', path, { status: 'about_to_send' })).status, 200);
  await until('sent', async () => (await service.api('GET', path)).body.status === 'sent');
  const received = service.sink.accepted.slice(before);
  assert.deepEqual(
    received.map(({ to }) => to),
    [person.email],
  );
  return received[0]!;
}

function assertUsual({ source, to, from }: Accepted): void {
  assert.deepEqual(headerNames({ source }), usual);
  assert.doesNotMatch(source, /\r(?!\n)|(?<!\r)\n/, 'a bare CR or LF');
  assert.ok(![to, from].includes(evil));
}

/** Returns the names of the header fields in order. Continuation lines (folding) belong to the field before. */
function headerNames({ source }: Pick<Accepted, 'source'>): string[] {
  const lines = source.slice(0, source.indexOf('\r\n\r\n')).split('\r\n');
  return lines
    .filter(line => !/^[ \t]/.test(line))
    .map(line => line.slice(0, line.indexOf(':')).toLowerCase());
}
