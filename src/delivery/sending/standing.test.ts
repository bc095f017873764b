import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { grantsOf, insertGrants } from '../../audience/standing/queries.ts';
import { standing } from '../../audience/standing/standing.ts';
import { typeOf } from '../../audience/standing/type.ts';
import { settleStandings } from '../../audience/subscribers/settle.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { openDice } from '../../platform/dice.ts';
import { hour_ms } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const time = { now: Date.now() };
const inHours = (hours: number) => new Date(time.now + hours * hour_ms).toISOString();
let service: TestService;
let number = 0;
before(async () => {
  service = await startTestService({
    works: true,
    clock: () => new Date(time.now),
    env: { UNCERTAIN_WINDOW: '2' },
  });
});
after(() => service.stop());
beforeEach(async () => {
  service.sink.heard = () => {};
  await sql`delete from subscribers`.execute(service.db);
});

async function reader(fields: object = {}): Promise<{ id: string; email: string }> {
  number += 1;
  const email = `s${number}@example.org`;
  const { body, text } = await service.api('POST', '/v1/subscribers', { email, type: 'regular', ...fields });
  assert.ok(body.id, text);
  return { id: body.id, email };
}
async function give(id: string, grant: object) {
  const { status, body, text } = await service.api('POST', `/v1/subscribers/${id}/grants`, grant);
  assert.equal(status, 201, text);
  return body.id as string;
}
const present = async (id: string) => (await service.api('GET', `/v1/subscribers/${id}`)).body;
async function send(fields: object = {}): Promise<string> {
  number += 1;
  const email = { subject: `Premium ${number}`, body: `Number ${number}`, email_type: 'premium', ...fields };
  const { body, text } = await service.api('POST', '/v1/emails', email);
  assert.ok(body.id, text);
  return body.id;
}
/** Whether the mail is a copy of an email sent here, and not a mail about a gift or a trial. */
const isCopy = ({ source }: { source: string }) => /\r\nSubject: Premium \d+\r\n/.test(source);
const untilSent = (id: string) =>
  until('it is sent', async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent');
const copiesOf = (id: string) =>
  service.sink.accepted.filter(({ source }) => source.includes(id)).map(({ to }) => to);
const deliveryOf = async (email_id: string, { id }: { id: string }) =>
  (await service.api('GET', `/v1/emails/${email_id}/deliveries?subscriber=${id}`)).body.results[0];

test('somebody whose gift has ended gets no copy from that moment on, and the explanation says so', async () => {
  const stays = await reader();
  const leaves = await reader();
  await give(stays.id, { kind: 'gift' });
  await give(leaves.id, { kind: 'gift', end_date: inHours(1) });
  time.now += hour_ms;
  const id = await send();
  await untilSent(id);
  assert.deepEqual(copiesOf(id), [stays.email]);
  const answer = (await service.api('GET', `/v1/emails/${id}/explain?subscriber=${leaves.id}`)).body;
  assert.match(answer.detail, /They were entitled by a gift until \d{4}-\d\d-\d\d/);
  await until('their type', async () => (await present(leaves.id)).type === 'regular');
});

test('a grant that ends before the hand-over is noticed there, and the delivery keeps the grant of those who get the email', async () => {
  const [first, second] = [await reader(), await reader()];
  const grant_id = await give(first.id, { kind: 'gift', end_date: inHours(2) });
  await give(second.id, { kind: 'gift', end_date: inHours(1) });
  // Both are in hand, and the mail server is busy with the first one.
  service.sink.heard = mail => {
    if (!isCopy(mail)) return;
    time.now += hour_ms;
    service.sink.heard = () => {};
  };
  const { body } = await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    sending_rate: 1,
  });
  assert.equal(body.sending_rate, 1);
  const id = await send();
  await untilSent(id);
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate: 0 });
  assert.deepEqual(copiesOf(id), [first.email]);
  const skipped = await deliveryOf(id, second);
  assert.equal(skipped.status, 'skipped');
  const { rows } = await sql<{ id: string }>`
    select grants.id from deliveries join grants on grants.key = grant_key
    join emails on emails.key = email_key where emails.id = ${id}`.execute(service.db);
  assert.deepEqual(
    rows.map(row => row.id),
    [grant_id],
  );
});

test('people who are entitled and have no copy of a premium email since their grant began get it once', async () => {
  const entitled = await reader({ type: 'premium' });
  const late = await reader();
  const begun = inHours(0);
  const ids = [await send(), await send({ should_send_teaser: true, body: 'Free <!-- paywall --> Paid' })];
  for (const id of ids) await untilSent(id);
  assert.deepEqual(copiesOf(ids[0]!), [entitled.email]);
  assert.deepEqual(copiesOf(ids[1]!).toSorted(), [entitled.email, late.email].toSorted());
  // Their payment becomes known only now.
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { catch_up_emails: 2 });
  await give(late.id, { reference: 'payment', source: 'bank', start_date: begun });
  await until('their copy', async () => copiesOf(ids[0]!).includes(late.email));
  const again = { reference: 'payment', source: 'bank' };
  assert.equal((await service.api('POST', `/v1/subscribers/${late.id}/grants`, again)).status, 200);
  await give(late.id, { reference: 'another', source: 'bank', start_date: begun });
  await until(
    'nobody waits',
    async () =>
      (await sql`select from subscribers where catch_up_since is not null`.execute(service.db)).rows
        .length === 0,
  );
  for (const id of ids)
    assert.deepEqual(copiesOf(id).toSorted(), [entitled.email, late.email].toSorted(), 'one each');
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { catch_up_emails: 1 });
});

test('somebody whose copies cannot be planned delays nobody else, and gets their copies when they can be planned', async () => {
  const [stuck, next] = [await reader(), await reader()];
  const begun = inHours(0);
  const id = await send();
  await untilSent(id);
  const { rows } = await sql<{ key: number }>`select key from subscribers where id = ${stuck.id}`.execute(
    service.db,
  );
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'a recurring error'; end $$`.execute(
    service.db,
  );
  await sql`create trigger refuse before update on subscribers for each row
    when (old.key = ${sql.lit(rows[0]!.key)} and new.catch_up_since is null and old.catch_up_since is not null)
    execute function refuse()`.execute(service.db);
  await give(stuck.id, { reference: 'payment', source: 'bank', start_date: begun });
  await give(next.id, { reference: 'another payment', source: 'bank', start_date: inHours(0) });
  await until('the other copy', async () => copiesOf(id).includes(next.email));
  assert.deepEqual(copiesOf(id), [next.email]);
  await sql`drop trigger refuse on subscribers`.execute(service.db);
  await until('their copy', async () => copiesOf(id).includes(stuck.email));
  assert.deepEqual(copiesOf(id), [next.email, stuck.email]);
});

test('an email from before the grant began is not mailed afterwards', async () => {
  await reader({ type: 'premium' });
  const later = await reader();
  const id = await send();
  await untilSent(id);
  time.now += hour_ms;
  await give(later.id, { kind: 'gift' });
  await until(
    'nobody waits',
    async () =>
      (await sql`select from subscribers where catch_up_since is not null`.execute(service.db)).rows
        .length === 0,
  );
  assert.equal(await deliveryOf(id, later), undefined);
});

test('a payer whose mail is paused, or who has unsubscribed, gets no mail and is still entitled', async () => {
  const paused = await reader({ type: 'premium' });
  await sql`update subscribers set mail_state = 'paused', type = 'paused' where id = ${paused.id}`.execute(
    service.db,
  );
  const gone = await reader({ type: 'premium' });
  await service.api('PATCH', `/v1/subscribers/${gone.id}`, { type: 'unsubscribed' });
  const id = await send();
  await untilSent(id);
  assert.deepEqual(copiesOf(id), []);
  for (const { id } of [paused, gone]) {
    const { body } = await service.api('GET', `/v1/subscribers/${id}/standing`);
    assert.deepEqual([body.standing, body.entitled, body.can_sign_in], ['premium', true, true]);
  }
});

// SEEDS=1,2,3,4 makes four times as many histories.
const people = 2500;
for (const seed of (process.env.SEEDS ?? '1').split(',').map(Number))
  test(`in ${people} random histories nobody gets premium mail without a right, and nobody entitled lacks it (seed ${seed})`, async () => {
    const dice = openDice(seed);
    const { db, newsletter, sink } = service;
    await addSubscribers(db, newsletter, people);
    const { rows } = await sql<{ key: number; email_address: string }>`
      select key, email_address from subscribers order by key`.execute(db);
    await sql`update subscribers set
      mail_state = case when key % 10 = 0 then 'paused' when key % 10 = 1 then 'unsubscribed' else 'subscribed' end::mail_state,
      type = case when key % 10 = 0 then 'paused' when key % 10 = 1 then 'unsubscribed' else 'regular' end::subscriber_type`.execute(
      db,
    );
    for (let round = 0; round < 2; round += 1) await randomGrants(round);
    const clocks = [time.now];
    let heard = 0;
    const late: string[] = [];
    const grants = await grantsOf(
      db,
      rows.map(({ key }) => key),
    );
    const keys = new Map(rows.map(({ key, email_address }) => [email_address, key]));
    const isEntitled = (address: string, now: number) =>
      standing(grants.get(keys.get(address)!) ?? [], new Date(now)).entitled;
    sink.heard = mail => {
      if (!isCopy(mail)) return;
      const { to } = mail;
      heard += 1;
      // A message that was on its way when the clock moved was handed over before that.
      if (!clocks.slice(-2).some(now => isEntitled(to, now))) late.push(to);
      if (heard % 150 === 0) {
        time.now += dice.below(3) * hour_ms;
        clocks.push(time.now);
      }
    };
    const id = await send();
    await untilSent(id);
    await until(
      'the clock has been followed',
      async () =>
        (
          await sql`select from subscribers where catch_up_since is not null
            or next_look <= ${new Date(time.now).toISOString()} limit 1`.execute(db)
        ).rows.length === 0,
    );
    await untilSent(id);
    assert.deepEqual(late, [], 'nobody without a right');
    const copies = copiesOf(id);
    assert.equal(new Set(copies).size, copies.length, 'nobody twice');
    const had = new Set(copies);
    const owed = rows.filter(
      ({ key, email_address }) =>
        key % 10 > 1 && [...clocks, time.now].every(now => isEntitled(email_address, now)),
    );
    assert.ok(owed.length > people / 20, `only ${owed.length} are entitled all the time`);
    assert.deepEqual(
      owed.filter(({ email_address }) => !had.has(email_address)).map(({ email_address }) => email_address),
      [],
      'everybody who is entitled all the time',
    );
    const kept = await sql<{ key: number; grant_key: number | null }>`
      select subscriber_key as key, grant_key from deliveries join emails on emails.key = email_key
      where emails.id = ${id} and deliveries.status = 'accepted'`.execute(db);
    for (const { key, grant_key } of kept.rows)
      assert.ok(
        grants.get(key)!.some(grant => grant.key === grant_key),
        'the delivery keeps the grant',
      );
    const states = await db.selectFrom('subscribers').selectAll().execute();
    for (const one of states) {
      const found = standing(grants.get(one.key) ?? [], new Date(time.now));
      assert.equal(one.standing, found.standing);
      assert.equal(one.type, typeOf({ mail_state: one.mail_state, standing: found.standing }));
      assert.equal(one.next_look, found.next_look);
    }

    /** Makes grants around the current time, in batches; a crash undoes some of the batches before they are committed. */
    async function randomGrants(round: number) {
      for (let at = 0; at < rows.length; at += 500) {
        const batch = rows.slice(at, at + 500).filter(() => dice.chance(0.6));
        const isKilled = dice.chance(0.2);
        const made = batch.map(({ key }) => {
          const start = time.now + (dice.below(16) - 12) * hour_ms;
          const end = dice.chance(0.7) ? start + (1 + dice.below(20)) * hour_ms : null;
          const id = newId();
          return {
            id,
            newsletter_key: newsletter.key,
            subscriber_key: key,
            kind: dice.pick(['subscription', 'outside', 'gift', 'comp', 'trial'] as const),
            state: dice.pick(['running', 'running', 'running', 'past_due', 'paused'] as const),
            source: `round ${round}`,
            reference: id,
            start_date: new Date(start).toISOString(),
            end_date: end === null ? null : new Date(end).toISOString(),
            ...(dice.chance(0.2) && {
              revoked_date: new Date(Math.max(start, time.now - dice.below(5) * hour_ms)).toISOString(),
              revoked_by: 'test',
              is_void: dice.chance(0.5),
            }),
          };
        });
        await inTransaction(db, async trx => {
          await insertGrants(trx, made);
          await settleStandings(
            trx,
            newsletter.key,
            batch.map(({ key }) => key),
            new Date(time.now),
          );
          if (isKilled) throw new Error('killed');
        }).catch(error => assert.equal(error.message, 'killed'));
      }
    }
  });
