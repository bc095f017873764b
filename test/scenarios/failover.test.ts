import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { resumeRequest } from '../../src/holds/hold.ts';
import { listHeldRecipients } from '../../src/holds/recipients.ts';
import { resume } from '../../src/holds/resume.ts';
import { showHold, showPending } from '../../src/holds/show.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { connectDatabase, type Database } from '../../src/platform/database/connect.ts';
import { openPair } from '../../src/testing/database-servers.ts';
import { mostInHand, playFailover } from '../../src/testing/failover.ts';
import { until } from '../../src/testing/until.ts';

const recipients = 1000;

test('the primary dies in the middle of sending and its synchronous standby takes over: everybody gets one copy, and nothing is held', async () => {
  await using pair = await openPair({ synchronous: true });
  const { account, answer } = await playFailover({
    url: pair.url('postrider'),
    recipients,
    lose: () => pair.primary.end('SIGKILL'),
    takeOver: () => pair.standby.promote(),
  });
  const { accepted, at_sink, doubles, missing, untrue, discrepancies } = account;
  assert.deepEqual(
    { accepted, at_sink, doubles, missing, untrue, discrepancies },
    { accepted: recipients, at_sink: recipients, doubles: [], missing: [], untrue: [], discrepancies: 0 },
  );
  assert.deepEqual(answer, { status: 503, retry_after: '2' });
});

test('an asynchronous standby that lacks outcomes is on hold, gets them from the workers, names the people, and mails nobody twice', async () => {
  await using pair = await openPair({ synchronous: false });
  const url = pair.url('postrider');
  let known: number[] = [];
  await using db = connectDatabase(url, { size: 1, on_error: () => {} });
  const { account } = await playFailover({
    url,
    recipients,
    async lose(copies) {
      await pair.cutOff();
      const before = copies();
      await until('copies that the standby does not know', async () => copies() > before + 2 * mostInHand);
      await pair.primary.end('SIGKILL');
    },
    async takeOver() {
      known = await listAccepted(`postgresql://postrider@${pair.standby.place}/postrider`);
      await pair.standby.promote();
    },
    async meanwhile(copies) {
      const held = await until('the hold', async () => {
        const hold = await showHold(db);
        return hold.status === 'hold' && hold;
      });
      assert.equal(held.reason, 'other_server');
      await until('the workers have written whom they have served', async () => {
        const { emails } = await showPending(db);
        return emails[0]!.accepted === copies();
      });
      await checkWhom(db, known);
      await resume(db, systemClock, resumeRequest.parse({ rest: 'send' }));
    },
  });
  const { accepted, at_sink, doubles, missing, untrue } = account;
  assert.deepEqual(
    { accepted, at_sink, doubles, missing, untrue },
    { accepted: recipients, at_sink: recipients, doubles: [], missing: [], untrue: [] },
  );
});

/** Lists the people who have a copy according to the standby, once it has replayed everything that it received. */
async function listAccepted(url: string): Promise<number[]> {
  const client = new pg.Client(url);
  await client.connect();
  await until('all that was received is replayed', async () => {
    const { rows } = await client.query(
      'select pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn() as is_replayed',
    );
    return rows[0].is_replayed;
  });
  const { rows } = await client.query(`select subscriber_key::int from deliveries where status = 'accepted'`);
  await client.end();
  return rows.map(row => row.subscriber_key);
}

/** Checks that the list has exactly the people who were lost and are known again, with their outcomes. */
async function checkWhom(db: Database, known: number[]): Promise<void> {
  const { recipients } = await showPending(db);
  const { results, count } = await listHeldRecipients(db, { page: 1, page_size: 1000 });
  assert.deepEqual(
    recipients.map(({ subject, written_again, in_hand }) => ({ subject, written_again, in_hand })),
    [{ subject: 'Through a failover', written_again: count, in_hand: 0 }],
  );
  const { rows } = await sql<{ email_address: string }>`
    select email_address from deliveries join subscribers on subscribers.key = subscriber_key
    where deliveries.status = 'accepted' and subscriber_key <> all(${known}::bigint[])`.execute(db);
  const lost = new Set(rows.map(row => row.email_address));
  const listed = results.map(({ email_address }) => email_address!);
  assert.ok(listed.length >= mostInHand && new Set(listed).size === count);
  assert.deepEqual(
    listed.filter(address => !lost.has(address)),
    [],
  );
  assert.ok(lost.size - count <= mostInHand, 'the others were in hand when the primary died');
  assert.ok(
    results.every(({ type, status, date }) => type === 'written_again' && status === 'accepted' && date),
  );
}
