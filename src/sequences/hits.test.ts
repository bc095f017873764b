import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { addRecipients } from '../delivery/ledger/add.ts';
import { writeHits } from '../delivery/tracking/write-hits.ts';
import { newId } from '../platform/ids.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { letTimePass, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const scanner = 'python-requests/2.31';
let service: TestService;
let email_key: number;
before(async () => {
  service = await startTestService();
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    track_opens: true,
    track_clicks: true,
  });
  const email = (
    await service.api('POST', '/v1/emails', { subject: 'Issue', body: 'Hello', status: 'draft' })
  ).body;
  const { rows } = await sql<{
    key: number;
  }>`update emails set status = 'sent', publish_date = now() where id = ${email.id} returning key`.execute(
    service.db,
  );
  email_key = rows[0]!.key;
  await sql`
    insert into email_links (email_key, number, url)
    select ${email_key}, n, 'https://tides.example/' || case n when 1 then 'low' else 'high' || n end from generate_series(1, 20) n`.execute(
    service.db,
  );
});
after(() => service.stop());

let number = 0;
/** Adds somebody who got the email a day ago. */
async function reader() {
  number += 1;
  const { id } = (
    await service.api('POST', '/v1/subscribers', { email: `h${number}@example.org`, type: 'regular' })
  ).body;
  const { rows } = await sql<{ key: number }>`select key from subscribers where id = ${id}`.execute(
    service.db,
  );
  const { key } = rows[0]!;
  await service.db.transaction().execute(trx => addRecipients(trx, email_key, [key], true));
  await sql`update deliveries set status = 'accepted', status_date = now() - interval '1 day' where subscriber_key = ${key}`.execute(
    service.db,
  );
  return { id, key };
}

const hit = (
  subscriber_key: number,
  kind: 'open' | 'click',
  link_number: number | null,
  agent = firefox,
) => ({
  id: newId(),
  email_key,
  subscriber_key,
  kind,
  link_number,
  date: new Date().toISOString(),
  method: 'GET',
  agent,
  network: '192.0.2.0/24',
  accept: 'text/html,*/*;q=0.8',
  purpose: '',
});

const enteredOf = async ({ id }: { id: string }) =>
  (await service.api('GET', `/v1/automations/${id}`)).body.counts.entered;

test('a click of a person starts a sequence a minute later, with the link that was followed; a click of a machine never does', async () => {
  const note = [stepAfter(0, 'add_metadata', { metadata: { clicked: true } })];
  const low = await makeSequence(service, {
    trigger: 'subscriber.clicked',
    actions: note,
    filters: [{ field: 'event.url', operator: 'contains', value: 'low' }],
  });
  const any = await makeSequence(service, { trigger: 'subscriber.clicked', actions: note, entry: 'every' });
  const opens = await makeSequence(service, { trigger: 'subscriber.opened', actions: note, entry: 'every' });
  const [ann, ben, robot] = [await reader(), await reader(), await reader()];
  await writeHits(service.db, [
    hit(ann.key, 'open', null),
    hit(ann.key, 'click', 1),
    hit(ben.key, 'click', 2),
    hit(robot.key, 'click', 1, scanner),
  ]);
  await runSequences(service);
  assert.deepEqual([await enteredOf(low), await enteredOf(any)], [0, 0], 'a verdict may still turn');
  await letTimePass(service, 0.001);
  await runSequences(service);
  assert.deepEqual([await enteredOf(low), await enteredOf(any), await enteredOf(opens)], [1, 2, 1]);
  await writeHits(service.db, [
    hit(ann.key, 'click', 1),
    hit(ann.key, 'open', null),
    hit(ben.key, 'click', 1),
  ]);
  await letTimePass(service, 0.001);
  await runSequences(service);
  assert.deepEqual(
    [await enteredOf(low), await enteredOf(any), await enteredOf(opens)],
    [2, 3, 1],
    'only the first time of each link',
  );
  const person = (await service.api('GET', `/v1/subscribers/${robot.id}`)).body;
  assert.deepEqual(person.metadata, {});
});
