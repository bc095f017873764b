import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openDice } from '../platform/dice.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';

const hour = 3_600_000;
let now = new Date('2026-03-20T09:00:00Z');
let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { timezone: 'Europe/Berlin' });
});
after(() => service.stop());

const later = (value: string, unit: string, more: object = {}) => ({
  time: 'delay',
  delay: { value, unit, ...more },
});

test('a simulation of the past says what the engine really did', async () => {
  const dice = openDice(61);
  const start = now;
  const given = {
    name: 'Both',
    trigger: 'subscriber.tags.changed',
    entry: 'after_end',
    filters: [
      { field: 'event.added_tag', operator: 'contains', value: 'course' },
      { field: 'subscriber.tags', operator: 'not_contains', value: 'late' },
    ],
    exit_filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'goal' }],
    actions: [
      mailAfter(0, 'First'),
      { ...stepAfter(0, 'add_metadata', { metadata: { begun: true } }), timing: later('5', 'hours') },
      {
        ...mailAfter(0, 'Second'),
        timing: later('2', 'days', { time_of_day: 'morning' }),
        filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'other' }],
      },
      {
        ...mailAfter(0, 'Third'),
        timing: later('9', 'days', { weekdays: ['monday', 'thursday'], zone: 'reader' }),
      },
    ],
  };
  for (const name of ['course', 'other', 'late', 'goal']) await service.api('POST', '/v1/tags', { name });
  const sequence = await makeSequence(service, given);
  const people: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const zone = dice.pick(['Asia/Tokyo', 'America/New_York', 'nowhere']);
    const person = await service.api('POST', '/v1/subscribers', {
      email: `s${n}@example.org`,
      type: 'regular',
      metadata: { timezone: zone },
    });
    people.push(person.body.id);
  }
  // Plays six weeks, across a change of the clocks. Whatever happens is dated as if it had happened then.
  for (let hours = 0; hours < 42 * 24; hours += 1) {
    now = new Date(start.getTime() + hours * hour);
    if (dice.chance(0.2)) {
      const { rows } = await sql<{ key: number }>`select max(key) as key from events`.execute(service.db);
      const known = rows[0]!.key;
      const tags = dice.pick([
        ['course'],
        ['course'],
        [],
        ['course', 'other'],
        ['other'],
        ['course', 'late'],
        ['course', 'other', 'goal'],
      ]);
      const change = dice.chance(0.02) ? { type: 'unsubscribed' } : { tags };
      await service.api('PATCH', `/v1/subscribers/${dice.pick(people)}`, change);
      await sql`
        update events set creation_date = ${now.toISOString()}
        where key > ${known} and event_type in ('subscriber.tags.changed', 'subscriber.type.changed')`.execute(
        service.db,
      );
      await sql`update sequence_entries set event_date = ${now.toISOString()}, settle_date = ${now.toISOString()}`.execute(
        service.db,
      );
    }
    await runSequences(service);
    await sql`update deliveries set status = 'accepted', status_date = ${now.toISOString()} where status = 'planned'`.execute(
      service.db,
    );
  }
  const simulated = (await service.api('POST', `/v1/automations/${sequence.id}/simulate`, { since: 60 }))
    .body;
  const { rows: done } = await sql<{ step: string; day: string; count: number }>`
    select step_id as step, to_char(date at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day, count(*)::int as count
    from sequence_steps join sequence_runs on sequence_runs.key = run_key join sequences on sequences.key = sequence_key
    where sequences.id = ${sequence.id} and email_key is not null group by 1, 2 order by 1, 2`.execute(
    service.db,
  );
  const { counts } = (await service.api('GET', `/v1/automations/${sequence.id}`)).body;
  assert.ok(counts.entered >= 10, `${counts.entered} passages`);
  assert.equal(simulated.by_todays_values, 0);
  const { rows: left } = await sql<{ reason: string; count: number }>`
    select reason, count(*)::int as count from sequence_runs where status = 'left' group by 1 order by 1`.execute(
    service.db,
  );
  assert.deepEqual(
    left.map(({ reason }) => reason),
    ['goal', 'tag_removed', 'unsubscribed'],
  );
  const byReason = (one: { reason: string }, other: { reason: string }) =>
    one.reason < other.reason ? -1 : 1;
  assert.deepEqual(simulated.exits.toSorted(byReason), left);
  assert.equal(simulated.entered, counts.entered);
  assert.equal(
    simulated.mails,
    done.reduce((sum, { count }) => sum + count, 0),
  );
  const order = (one: { step: string; day: string }, other: { step: string; day: string }) =>
    `${one.step} ${one.day}` < `${other.step} ${other.day}` ? -1 : 1;
  assert.deepEqual(simulated.mails_by_day.toSorted(order), done.toSorted(order));
  assert.equal(simulated.samples.length, Math.min(20, counts.entered));
  const draft = (await service.api('POST', '/v1/automations/simulate', { ...given, since: 60 })).body;
  assert.deepEqual([draft.entered, draft.mails], [simulated.entered, simulated.mails]);
  const { results } = (await service.api('GET', '/v1/automations')).body;
  assert.equal(results.length, 1, 'nothing is left of the simulation');
});
