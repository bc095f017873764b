import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addSubscribers } from '../testing/audience.ts';
import { readGiven } from '../testing/command.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { UsageError } from './command.ts';
import { secondTry } from './email-second-try.ts';
import { decideTest, emailTest } from './email-test.ts';
import { emailWaves } from './email-waves.ts';

let service: TestService;
let id: string;
let key: string;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, 600);
  id = (await service.api('POST', '/v1/emails', { subject: 'Tides', status: 'draft' })).body.id;
  const headers = await service.keyWith({ emails: 'write', subscribers: 'read', sending: 'write' });
  key = headers.authorization!.replace('Token ', '');
});
after(() => service.stop());

async function run(
  words: string[],
  command: typeof emailWaves | typeof emailTest | typeof decideTest | typeof secondTry,
) {
  const written: string[] = [];
  const { values, operands } = readGiven([...words, '--url', service.url, '--key', key]);
  await command(service.config, operands[0]!, values, { write: text => written.push(text) });
  return written.join('');
}

test('waves are set and shown from a terminal', async () => {
  assert.equal(await run(['email', 'waves', id], emailWaves), 'Everybody gets it at once.\n');
  const shown = await run(['email', 'waves', id, '--at', '09:00'], emailWaves);
  assert.match(
    shown,
    /^Everybody gets it at 09:00 on their own clock:\n {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}UTC {2}600 people/,
  );
  assert.match(await run(['email', 'waves', id, '--at', 'none'], emailWaves), /at once/);
  await assert.rejects(run(['email', 'waves', id, '--at', '9'], emailWaves), /reader_time\.at/);
  await assert.rejects(run(['email', 'waves', id, '--if-passed', 'next_day'], emailWaves), UsageError);
});

test('a test is set, shown and removed from a terminal, and an impossible test is refused', async () => {
  assert.match(await run(['email', 'test', id], emailTest), /no A\/B test/);
  const variant = '{"subject":"What the sea left"}';
  const shown = await run(['email', 'test', id, '--variant', variant, '--share', '50'], emailTest);
  assert.match(shown, /^Each variant goes to 150 people, and 300 wait\. .* only differences above \d/);
  assert.match(shown, /\n {2}2 {2}What the sea left {2}/);
  assert.match(shown, /fewer than 250 people/);
  await assert.rejects(run(['email', 'decide', id, '--variant', '2'], decideTest), /status_invalid/);
  await assert.rejects(run(['email', 'decide', id], decideTest), UsageError);
  await assert.rejects(run(['email', 'test', id, '--variant', 'Other'], emailTest), UsageError);
  assert.match(await run(['email', 'test', id, '--variant', 'none'], emailTest), /no A\/B test/);
});

test('a second try is shown and drafted from a terminal', async () => {
  const { db } = service;
  await assert.rejects(run(['email', 'second-try', id], secondTry), /status_invalid/);
  await sql`
    with sent as (
      update emails set status = 'sent', served_date = now(), publish_date = now(), audience_frozen = true where id = ${id} returning key
    ), delivered as (
      insert into deliveries (email_key, subscriber_key, status, status_date, open_date)
      select sent.key, subscribers.key, 'accepted', now(), case when subscribers.key % 2 = 0 then now() end from sent, subscribers
      returning email_key, subscriber_key, open_date
    )
    insert into delivery_chunks (email_key, first_key, last_key, accepted, opens, first_pass_done)
    select email_key, min(subscriber_key), max(subscriber_key), count(*), count(open_date), true from delivered group by 1`.execute(
    db,
  );
  assert.match(
    await run(['email', 'second-try', id], secondTry),
    /^unopened: 300 people did not open it\.\n/,
  );
  const words = ['email', 'second-try', id, '--to', 'unopened', '--subject', 'Again'];
  assert.match(await run(words, secondTry), /^[0-9a-f-]{36} is the draft of the second try\./);
  assert.match(await run(['email', 'second-try', id], secondTry), /^Its second try is [0-9a-f-]{36}\./);
});
