import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../../platform/database/connect.ts';
import { migrateToLatest } from '../../platform/database/migrate.ts';
import { openDice } from '../../platform/dice.ts';
import { newId } from '../../platform/ids.ts';
import { createEmptyDatabase, migrateThrough } from '../../testing/database.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { grantsOf } from '../standing/queries.ts';
import { standing } from '../standing/standing.ts';
import { isMailed, typeOf } from '../standing/type.ts';

const former = '0064-letters-due';
const formerTypes = subscriberTypes.filter(type => type !== 'upcoming');
/** The types that got mail before the migration. */
const mailed = ['regular', 'churned', 'premium', 'gifted', 'trialed', 'churning', 'past_due'];
const paying = ['premium', 'gifted', 'trialed', 'churning', 'past_due'];

test('after the migration every type is as before, and as the grants say, in a database of 20,000 people', async () => {
  const database = await createEmptyDatabase();
  await using opened = new AsyncDisposableStack();
  opened.defer(() => database.drop());
  const db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  opened.defer(() => db.destroy());
  await migrateThrough(db, former);
  const before = await furnish(db);
  const { ran } = await migrateToLatest(db);
  assert.ok(ran.includes('0065-standing'));

  const people = await db.selectFrom('subscribers').selectAll().orderBy('key').execute();
  assert.deepEqual(
    people.map(({ key, type }) => [key, type]),
    before.map(({ key, type }) => [key, type]),
  );
  const grants = await grantsOf(
    db,
    people.map(({ key }) => key),
  );
  const now = new Date();
  for (const [at, one] of people.entries()) {
    const { type, type_before_pause } = before[at]!;
    const what = `${type} before ${type_before_pause}`;
    const found = standing(grants.get(one.key) ?? [], now);
    assert.equal(one.standing, found.standing, what);
    assert.equal(one.type, typeOf(one), what);
    assert.equal(isMailed(one), mailed.includes(type), what);
    assert.deepEqual([one.upgrade_date, one.churn_date], [found.upgrade_date, found.churn_date], what);
    assert.deepEqual([one.next_look, one.catch_up_since], [null, null], 'the clock changes nothing');
    const entitled = type === 'paused' ? type_before_pause : type;
    assert.equal(found.entitled, entitled !== null && paying.includes(entitled), what);
  }
});

type Before = { key: number; type: string; type_before_pause: string | null };

/** People of every type, some of whom changed it, as the program before the migration would have stored them. */
async function furnish(db: Database): Promise<Before[]> {
  const dice = openDice(65);
  await sql`
    with made as (
      insert into newsletters (id, username, name, from_address, double_opt_in) values (gen_random_uuid(), 'old', 'Old', 'old@news.example', true)
      returning key
    ) insert into tenants (key) select key from made on conflict do nothing`.execute(db);
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const type = dice.pick(formerTypes);
    return {
      id: newId(),
      address: `p${at}@example.org`,
      type,
      type_before_pause: type === 'paused' && dice.chance(0.8) ? dice.pick(formerTypes) : null,
      has_moved: dice.chance(0.5),
      joined: new Date(Date.now() - 200_000_000 - dice.below(90_000_000_000)).toISOString(),
    };
  });
  const { rows: made } = await sql<Before>`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, type_before_pause, source, creation_date)
    select id, (select key from newsletters), address, address, type, type_before_pause, 'api', joined
    from jsonb_to_recordset(${JSON.stringify(rows)}) as one (id uuid, address text, type subscriber_type,
      type_before_pause subscriber_type, joined timestamptz)
    returning key, type, type_before_pause`.execute(db);
  await sql`
    insert into events (id, newsletter_key, event_type, subscriber_id, data, creation_date)
    select gen_random_uuid(), (select key from newsletters), 'subscriber.type.changed', id,
      jsonb_build_object('from', 'regular', 'to', coalesce(type_before_pause, type)), joined + interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(rows)}) as one (id uuid, type text, type_before_pause text, has_moved boolean,
      joined timestamptz)
    where has_moved`.execute(db);
  return made.toSorted((a, b) => a.key - b.key);
}
