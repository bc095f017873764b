import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addSubscribers } from '../../testing/audience.ts';
import { sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, 6);
});
after(() => service.stop());

const change = (given: object) => service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, given);
const mailedTo = (subject: string) =>
  service.sink.accepted
    .filter(({ source }) => source.includes(`Subject: ${subject}\r\n`))
    .map(({ to }) => to.split('@')[0])
    .sort();
const explain = async (id: string, email_address: string) =>
  (await service.api('GET', `/v1/emails/${id}/explain?subscriber=${email_address}`)).body;

async function send(subject: string, given: object = {}): Promise<string> {
  const id = await sendEmail(service, subject, given);
  await untilStatus(service, id, 'sent');
  return id;
}

/** Moves everything that was mailed until now this many days into the past. */
async function age(days: number): Promise<void> {
  const shift = sql`make_interval(days => ${days})`;
  await sql`update deliveries set status_date = status_date - ${shift}`.execute(service.db);
  await sql`update emails set served_date = served_date - ${shift}`.execute(service.db);
}

test('people who have had as many mails as the newsletter allows are left out, and the review and the report explain it', async () => {
  const { api } = service;
  await api('POST', '/v1/tags', { name: 'vip' });
  for (const name of ['r1', 'r2'])
    await api('PATCH', `/v1/subscribers/${name}@example.org`, { tags: ['vip'] });
  await change({ mail_cap: { count: 2, days: 7 } });
  await send('For some', { included_tags: ['vip'] });
  await send('For all');
  assert.deepEqual(mailedTo('For all'), ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']);

  const asked = (await api('POST', '/v1/audience/explain', {})).body;
  assert.equal(asked.recipients, 4);
  const rule = asked.rules.find((one: { rule: string }) => one.rule === 'cap');
  assert.deepEqual(
    [rule.excluded, rule.detail],
    [2, 'have had 2 mails or more from this newsletter in 7 days'],
  );
  const ignoring = (await api('POST', '/v1/audience/explain', { ignores_cap: true })).body;
  assert.equal(ignoring.recipients, 6);

  const id = await send('A third');
  assert.deepEqual(mailedTo('A third'), ['r3', 'r4', 'r5', 'r6']);
  const person = await explain(id, 'r1@example.org');
  assert.equal(person.outcome, 'not_in_audience');
  assert.match(person.detail, /had had as many mails from this newsletter as it allows/);
  assert.equal((await explain(id, 'r3@example.org')).outcome, 'delivered');
});

test('an email that ignores the cap goes to everybody, and counts', async () => {
  await send('Urgent', { ignores_cap: true });
  assert.equal(mailedTo('Urgent').length, 6);
  assert.equal((await service.api('POST', '/v1/audience/explain', {})).body.recipients, 0);
});

test('mails count for as many days as the cap says, and the rule that was used then stays known', async () => {
  await age(7);
  const id = await send('A week later');
  assert.equal(mailedTo('A week later').length, 6);
  await age(30);
  await change({ mail_cap: null });
  assert.equal((await explain(id, 'r1@example.org')).outcome, 'delivered');
});

test('a sending that is undone counts for nobody', async () => {
  const { api } = service;
  await change({ mail_cap: { count: 1, days: 7 }, undo_seconds: 600 });
  const id = await sendEmail(service, 'Undone');
  const { status } = await api('PATCH', `/v1/emails/${id}`, { status: 'draft' });
  assert.equal(status, 200);
  await change({ undo_seconds: 0 });
  assert.equal((await api('POST', '/v1/audience/explain', {})).body.recipients, 6);
  await api('DELETE', `/v1/emails/${id}`);
});

test('two emails that begin at once do not both use up the last mail that somebody may get', async () => {
  const { db, newsletter } = service;
  await age(30);
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), ${newsletter.key}, 's' || n || '@example.org', 's' || n || '@example.org', 'regular', 'api' from generate_series(1, 6000) as n`.execute(
    db,
  );
  await change({ mail_cap: { count: 2, days: 7 } });
  const subjects = ['One', 'Two', 'Three', 'Four', 'Five'];
  const ids = await Promise.all(subjects.map(subject => sendEmail(service, subject)));
  for (const id of ids) await untilStatus(service, id, 'sent');
  const { rows } = await sql<{ copies: number; people: number }>`
    select copies, count(*) as people from (
      select count(*) as copies from deliveries join emails on emails.key = email_key
      where emails.id = any(${ids}) group by subscriber_key
    ) person group by copies`.execute(db);
  assert.deepEqual(rows, [{ copies: 2, people: 6006 }]);
  const { rows: left } = await sql<{ count: number }>`
    select count(*) as count from capped_recipients join emails on emails.key = email_key where emails.id = any(${ids})`.execute(
    db,
  );
  assert.equal(left[0]!.count, 3 * 6006);
});
