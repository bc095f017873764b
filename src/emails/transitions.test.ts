import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EmailStatus } from '../platform/database/schema.ts';
import { openDice } from '../platform/dice.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { clientMayMove, emailStatuses, moves } from './email.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** States in which some copy may have been handed over: undo moves are then refused. */
const afterTakeOff: EmailStatus[] = ['about_to_send', 'in_flight', 'errored', 'sent'];
const publish_date = '2999-01-01T00:00:00.000Z';

for (const seed of [1, 2, 3]) {
  test(`on a random walk (seed ${seed}) a client can make exactly the client’s moves in the table`, async () => {
    const { pick, chance } = openDice(seed);
    const walked = new Set<string>();
    const emails = await Promise.all(
      ['draft', 'draft', 'imported', 'scheduled'].map((status, at) => makeEmail(`${seed} ${at}`, status)),
    );
    for (let step = 0; step < 300; step += 1) {
      const id = pick(emails);
      const before = await readEmail(id);
      if (before.status === 'deleted' && chance(0.7)) {
        emails[emails.indexOf(id)] = await makeEmail(`${seed} step ${step}`, 'draft');
        continue;
      }
      if (chance(0.4)) {
        await moveAsService(before, pick);
        continue;
      }
      const handed_over = afterTakeOff.includes(before.status) && chance(0.5);
      await handOver(before.key, handed_over);
      const status = pick(emailStatuses);
      const answer = await service.api(
        'PATCH',
        `/v1/emails/${id}`,
        status === 'scheduled' ? { status, publish_date } : { status },
      );
      const after = await readEmail(id);
      const what = `${before.status} → ${status}${handed_over ? ', handed over' : ''}: ${answer.text.slice(0, 200)}`;
      if (status === before.status || clientMayMove(before.status, status, handed_over)) {
        assert.deepEqual([answer.status, answer.body.status, after.status], [200, status, status], what);
        if (status !== before.status) walked.add(`${before.status} → ${status}`);
      } else {
        assert.deepEqual([answer.status, answer.body.code], [400, 'status_invalid'], what);
        assert.deepEqual(after, before, what);
      }
    }
    assert.ok(walked.size >= 8, [...walked].join(', '));
  });
}

test('every client move records its event, and a refused move records none', async () => {
  const id = await makeEmail('Events', 'draft');
  for (const status of ['sent', 'about_to_send', 'draft', 'in_flight', 'deleted', 'draft']) {
    await service.api('PATCH', `/v1/emails/${id}`, { status });
  }
  const events = await service.db
    .selectFrom('events')
    .selectAll()
    .where('email_id', '=', id)
    .orderBy('key')
    .execute();
  const changes = events
    .filter(({ event_type }) => event_type === 'email.status.changed')
    .map(({ data }) => data);
  assert.deepEqual(changes, [
    { from: 'draft', to: 'about_to_send' },
    { from: 'about_to_send', to: 'draft' },
    { from: 'draft', to: 'deleted' },
  ]);
});

test('DELETE moves an email to deleted: 204, still readable by id, and refused where the table has no such move', async () => {
  for (const status of emailStatuses) {
    const id = await makeEmail(`Delete ${status}`, 'draft');
    await service.db.updateTable('emails').set({ status }).where('id', '=', id).execute();
    const answer = await service.api('DELETE', `/v1/emails/${id}`);
    if (status === 'deleted' || clientMayMove(status, 'deleted', false)) {
      assert.deepEqual([answer.status, answer.text], [204, ''], status);
      assert.equal((await service.api('GET', `/v1/emails/${id}`)).body.status, 'deleted');
    } else {
      assert.deepEqual([answer.status, answer.body.code], [400, 'status_invalid'], status);
    }
  }
});

async function makeEmail(subject: string, status: string): Promise<string> {
  const { body } = await service.api('POST', '/v1/emails', {
    subject,
    status,
    publish_date: status === 'scheduled' ? publish_date : undefined,
  });
  return body.id;
}

function readEmail(id: string) {
  return service.db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Moves the email as the service itself might do meanwhile. */
async function moveAsService(
  { key, status }: { key: number; status: EmailStatus },
  pick: <T>(list: readonly T[]) => T,
) {
  const targets = emailStatuses.filter(to => moves[status][to] === 'service');
  if (targets.length > 0)
    await service.db
      .updateTable('emails')
      .set({ status: pick(targets) })
      .where('key', '=', key)
      .execute();
}

async function handOver(email_key: number, handed_over: boolean): Promise<void> {
  await service.db.deleteFrom('delivery_chunks').where('email_key', '=', email_key).execute();
  if (!handed_over) return;
  await service.db
    .insertInto('delivery_chunks')
    .values({ email_key, first_key: 1, last_key: 9, passes: 1 })
    .execute();
}
