import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addReaders, ledgerOf, sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { noteSettings } from '../relays/queries.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true, smtp: { offers: ['SIZE 30000'] } });
  await addReaders(service.db, service.newsletter, 'plain.example', 3);
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), ${service.newsletter.key}, address, address, 'regular', 'test'
    from unnest(array['müller@a.example', '渡辺@b.example']) as address`.execute(service.db);
});
after(() => service.stop());

type Finding = { kind: string; severity: string; detail: string };
const findings = async (path: string, body: object = {}): Promise<Finding[]> =>
  (await service.api('POST', path, body)).body.findings.filter(({ kind }: Finding) =>
    ['too_large_for_relay', 'address_unsupported'].includes(kind),
  );
const seen = () =>
  until(
    'the relay is known',
    async () => (await service.db.selectFrom('relays').selectAll().execute()).length > 0,
  );

test('before any mail is sent, a preview says how many recipients this relay cannot serve', async () => {
  await seen();
  assert.equal(service.sink.accepted.length, 0);
  const [found, ...more] = await findings('/v1/emails/preview', { subject: 'Hello', body: 'Hello' });
  assert.deepEqual(more, []);
  assert.deepEqual([found?.kind, found?.severity], ['address_unsupported', 'warning']);
  assert.match(found!.detail, /^2 recipients have addresses .* \(127\.0\.0\.1:\d+\) does not accept/);
  const { id: tag } = (await service.api('POST', '/v1/tags', { name: 'chosen' })).body;
  await service.api('PATCH', '/v1/subscribers/r1@plain.example', { tags: [tag] });
  const draft = { subject: 'Tagged', status: 'draft', included_tags: [tag] };
  const { id } = (await service.api('POST', '/v1/emails', draft)).body;
  assert.deepEqual(await findings(`/v1/emails/${id}/preview`), [], 'nobody of its audience');
});

test('a preview says if a message with attachments is too large for this relay, and sending it makes the email errored', async () => {
  await seen();
  const draft = { subject: 'Large', body: 'Hello', status: 'draft' };
  const { id } = (await service.api('POST', '/v1/emails', draft)).body;
  assert.deepEqual((await findings(`/v1/emails/${id}/preview`)).length, 1);
  const { body: file } = await service.upload('/v1/attachments', [
    { name: 'file', filename: 'a.bin', value: Buffer.alloc(30_000, 1) },
  ]);
  await service.api('PATCH', `/v1/emails/${id}`, { attachments: [file.id] });
  const [found] = await findings(`/v1/emails/${id}/preview`);
  assert.deepEqual([found?.kind, found?.severity], ['too_large_for_relay', 'error']);
  assert.match(
    found!.detail,
    /the message has 4\d,\d{3} bytes, but the mail server \(.*\) accepts at most 30,000 bytes\./,
  );
  await service.api('PATCH', `/v1/emails/${id}`, { status: 'about_to_send' });
  await untilStatus(service, id, 'errored');
  assert.deepEqual(await ledgerOf(service.db, id), { planned: 5 });
  assert.match(
    (await service.api('GET', `/v1/emails/${id}`)).body.status_reason,
    /accepts at most 30,000 bytes, but the message has \d{2},\d{3} bytes\./,
  );
});

test('a start takes no new key for a known relay, and two logins at one server share one key', async () => {
  const { host } = new URL(service.sink.url);
  const [present] = await service.db.selectFrom('relays').select('key').where('name', '=', host).execute();
  for (let starts = 0; starts < 3; starts += 1)
    assert.deepEqual(await noteSettings(service.db, [host, host]), new Map([[host, present!.key]]));
  const added = await noteSettings(service.db, [host, 'second.example:25']);
  assert.deepEqual([...added.values()], [present!.key, present!.key + 1]);
  await noteSettings(service.db, [host]);
});

test('a relay that accepts everything causes no finding, and one no longer in use does not count', async () => {
  const other = await startTestService({ works: true, smtp: { offers: ['SMTPUTF8'] } });
  await sql`insert into relays (id, name, is_of_settings, smtputf8, seen_date, removal_date) values (gen_random_uuid(), 'old.example:25', true, false, now(), now())`.execute(
    other.db,
  );
  await until('the relay is known', async () => {
    const relays = await other.db.selectFrom('relays').selectAll().execute();
    return relays.some(({ smtputf8 }) => smtputf8);
  });
  await other.api('POST', '/v1/subscribers', { email_address: 'müller@a.example', type: 'regular' });
  const { body } = await other.api('POST', '/v1/emails/preview', { subject: 'Hello', body: 'Hello' });
  assert.ok(!body.findings.some(({ kind }: Finding) => kind === 'address_unsupported'));
  const id = await sendEmail(other, 'Hello');
  await untilStatus(other, id, 'sent');
  assert.deepEqual(await ledgerOf(other.db, id), { accepted: 1 });
  await other.stop();
});
