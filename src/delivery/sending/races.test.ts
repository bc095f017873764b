import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientMayMove, moves } from '../../emails/email.ts';
import type { EmailStatus } from '../../platform/database/schema.ts';
import { openDice } from '../../platform/dice.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const readers = 5;
let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { UNCERTAIN_WINDOW: '2' } });
  await addSubscribers(service.db, service.newsletter, readers);
});
after(() => service.stop());

const wishes: EmailStatus[] = ['draft', 'about_to_send', 'scheduled'];
const refusals = ['status_invalid', 'publish_date_invalid'];

for (const seed of [1, 2, 3]) {
  test(`emails that clients and workers move concurrently (seed ${seed}) follow the table, and nobody gets one twice`, async () => {
    const dice = openDice(seed);
    service.sink.treat = () => ({ before_dot: sleep(dice.below(15)) });
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => makeDraft(`Race ${seed} ${at}`)));
    const answers = (await Promise.all([client(ids, seed * 10), client(ids, seed * 10 + 1)])).flat();
    for (const { status, body, text } of answers)
      assert.ok(status === 200 || (status === 400 && refusals.includes(body.code)), text);
    await Promise.all(ids.map(restOf));
    const walked = new Set<string>();
    for (const id of ids) {
      const walk = await walkOf(id);
      for (const move of walk) walked.add(move);
      await assertServedOnce(id, walk);
    }
    for (const move of ['draft → about_to_send', 'about_to_send → in_flight', 'in_flight → sent'])
      assert.ok(walked.has(move), `${move} is not among ${[...walked].join(', ')}`);
  });
}

async function makeDraft(subject: string): Promise<string> {
  const draft = { subject, body: `${subject} ends`, status: 'draft' };
  return (await service.api('POST', '/v1/emails', draft)).body.id;
}

/** Acts as a client that requests statuses for one email after another, whatever their state. */
async function client(ids: string[], seed: number) {
  const dice = openDice(seed);
  const answers = [];
  for (let step = 0; step < 60; step += 1) {
    const status = dice.chance(0.08) ? 'deleted' : dice.pick(wishes);
    const publish_date = new Date(Date.now() + 30 + dice.below(300)).toISOString();
    const change = status === 'scheduled' ? { status, publish_date } : { status };
    answers.push(await service.api('PATCH', `/v1/emails/${dice.pick(ids)}`, change));
    if (dice.chance(0.3)) await sleep(dice.below(20));
  }
  return answers;
}

/** Waits until the email no longer changes by itself. */
function restOf(id: string) {
  const resting: EmailStatus[] = ['draft', 'sent', 'deleted', 'errored'];
  return until(`an end of ${id}`, async () =>
    resting.includes((await service.api('GET', `/v1/emails/${id}`)).body.status),
  );
}

/** Reads the moves from the journal. Throws if a move is not in the table, or does not start where the last one ended. */
async function walkOf(id: string): Promise<string[]> {
  const { status } = (await service.api('GET', `/v1/emails/${id}`)).body;
  const events = await service.db
    .selectFrom('events')
    .select('data')
    .where('email_id', '=', id)
    .where('event_type', '=', 'email.status.changed')
    .orderBy('key')
    .execute();
  const walk = events.map(({ data }) => data as { from: EmailStatus; to: EmailStatus });
  let at: EmailStatus = 'draft';
  for (const { from, to } of walk) {
    assert.equal(from, at, JSON.stringify(walk));
    assert.ok(moves[from][to] === 'service' || clientMayMove(from, to, false), JSON.stringify(walk));
    at = to;
  }
  assert.equal(status, at, JSON.stringify(walk));
  return walk.map(({ from, to }) => `${from} → ${to}`);
}

/** Asserts that nobody got the email twice, that everybody got it if it is sent, and that nobody did if it never was in flight. */
async function assertServedOnce(id: string, walk: string[]): Promise<void> {
  const { subject, status } = (await service.api('GET', `/v1/emails/${id}`)).body;
  const to = service.sink.accepted
    .filter(({ source }) => source.includes(`${subject} ends`))
    .map(mail => mail.to)
    .toSorted();
  assert.deepEqual(to, [...new Set(to)], `${subject} went to somebody twice`);
  if (status === 'sent') assert.equal(to.length, readers, subject);
  if (!walk.some(move => move.endsWith(' in_flight'))) assert.equal(to.length, 0, subject);
}
