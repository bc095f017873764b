import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeRequest } from '../../src/holds/hold.ts';
import { resume } from '../../src/holds/resume.ts';
import { showHold, showPending } from '../../src/holds/show.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { openPair } from '../../src/testing/database-servers.ts';
import { playFailover } from '../../src/testing/failover.ts';
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

test('an asynchronous standby that lacks outcomes is on hold, gets them from the workers, and nobody is mailed twice', async () => {
  await using pair = await openPair({ synchronous: false });
  const url = pair.url('postrider');
  await using db = connectDatabase(url, { size: 1, on_error: () => {} });
  const { account } = await playFailover({
    url,
    recipients,
    async lose(copies) {
      await pair.cutOff();
      const before = copies();
      await until('copies that the standby does not know', async () => copies() > before + 100);
      await pair.primary.end('SIGKILL');
    },
    takeOver: () => pair.standby.promote(),
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
      await resume(db, systemClock, resumeRequest.parse({ rest: 'send' }));
    },
  });
  const { accepted, at_sink, doubles, missing, untrue } = account;
  assert.deepEqual(
    { accepted, at_sink, doubles, missing, untrue },
    { accepted: recipients, at_sink: recipients, doubles: [], missing: [], untrue: [] },
  );
});
