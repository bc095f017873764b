import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../../testing/postrider.ts';
import { until } from '../../../testing/until.ts';
import type { Reason } from './report.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

type Upload = { query?: string; headers?: Record<string, string> };

/** Uploads a CSV file; returns the import once it has stopped. */
async function upload(csv: string | Buffer, { query = '', headers = {} }: Upload = {}) {
  const { status, body, text } = await service.api('POST', `/v1/imports?${query}`, csv, {
    'content-type': 'text/csv',
    ...headers,
  });
  assert.equal(status, 201, text);
  return stopped(body.id, headers);
}

async function stopped(id: string, headers: Record<string, string> = {}) {
  return until('the import has stopped', async () => {
    const { body } = await service.api('GET', `/v1/imports/${id}`, undefined, headers);
    return ['validated', 'succeeded', 'failed', 'undone'].includes(body.status) && body;
  });
}

async function run(id: string, headers: Record<string, string> = {}) {
  const { status, text } = await service.api('POST', `/v1/imports/${id}/run`, undefined, headers);
  assert.equal(status, 200, text);
  return stopped(id, headers);
}

async function undone(id: string, headers: Record<string, string> = {}) {
  const { status, text } = await service.api('POST', `/v1/imports/${id}/undo`, undefined, headers);
  assert.equal(status, 200, text);
  return stopped(id, headers);
}

const reportOf = async (id: string, headers: Record<string, string> = {}) =>
  (await service.api('GET', `/v1/imports/${id}/report.csv`, undefined, headers)).text;

async function find(address: string, headers: Record<string, string> = {}) {
  const { status, body } = await service.api('GET', `/v1/subscribers/${address}`, undefined, headers);
  return status === 200 ? body : undefined;
}

const events = async (subscriber_id: string, headers: Record<string, string>) =>
  (
    await service.api('GET', `/v1/events?subscriber_id=${subscriber_id}`, undefined, headers)
  ).body.results.map((event: { event_type: string }) => event.event_type);

test('a dry run says what would happen and changes nothing; the run then does exactly that', async () => {
  const headers = await service.foreignKey();
  await service.api(
    'POST',
    '/v1/subscribers',
    { email: 'old@example.org', type: 'regular', tags: ['Here'] },
    headers,
  );
  await service.api('POST', '/v1/subscribers', { email: 'gone@example.org', type: 'unsubscribed' }, headers);
  const csv = [
    'Email,Tags,Notes,Plan',
    'new@example.org,"Red, Blue",likes tea,gold',
    'OLD@example.org,Red,,gold',
    'gone@example.org,,,',
    'not an address,,,',
    'New@Example.org,Green,,',
  ].join('\n');
  const checked = await upload(csv, { headers });
  assert.equal(checked.status, 'validated');
  assert.equal(checked.format, 'csv');
  const expected = {
    created: 1,
    updated: 1,
    unchanged: 0,
    skipped: 1,
    people: 3,
    merged: 1,
    refused: 1,
    lines: 5,
    confirmation_mails: 0,
    emails: 0,
    drafts: 0,
  };
  assert.deepEqual(checked.report.counts, expected);
  assert.equal(checked.report.columns.Email, 'email_address');
  assert.deepEqual(checked.report.column_samples.Plan, ['gold']);
  assert.deepEqual(checked.report.column_samples.Tags, ['Red, Blue', 'Red']);
  const reasons = [
    ['merged', 'The same person as in an earlier line. The lines count as one.', 1],
    ['refused', 'email_address: "…" is not an email address. Correct it, or remove the line.', 1],
    ['skipped', (await reportOf(checked.id, headers)).match(/skipped,gone@example\.org,(.*)\r/)![1], 1],
  ];
  assert.deepEqual(
    checked.report.reasons.map(({ outcome, reason, count }: Reason) => [outcome, reason, count]),
    reasons,
  );
  assert.deepEqual(
    checked.report.sample.map(({ line, outcome, tags }: Record<string, unknown>) => [line, outcome, tags]),
    [
      [2, 'created', ['Red', 'Blue', 'Green']],
      [3, 'updated', ['Here', 'Red']],
    ],
  );
  const report = await reportOf(checked.id, headers);
  assert.match(report, /,5,refused,,"email_address: ""not an address"" is not an email address/);
  assert.match(report, /,6,merged,,The same person as in line 2\. The lines count as one\./);
  assert.match(report, /,4,skipped,gone@example\.org,The person unsubscribed here/);
  assert.equal(await find('new@example.org', headers), undefined);

  const done = await run(checked.id, headers);
  assert.equal(done.status, 'succeeded', done.status_reason);
  assert.deepEqual(done.report.counts, expected);
  assert.deepEqual([done.report.sample, done.report.column_samples], [[], {}]);
  assert.deepEqual(done.report.reasons, checked.report.reasons);
  const made = await find('new@example.org', headers);
  assert.equal(made.type, 'regular');
  assert.equal(made.source, 'import');
  assert.equal(made.notes, 'likes tea');
  assert.equal(made.tags.length, 3);
  assert.deepEqual(await events(made.id, headers), ['subscriber.created']);
  const old = await find('old@example.org', headers);
  assert.equal(old.tags.length, 2);
  assert.deepEqual((await events(old.id, headers)).toSorted(), [
    'subscriber.created',
    'subscriber.tags.changed',
    'subscriber.updated',
  ]);
  assert.equal((await find('gone@example.org', headers)).type, 'unsubscribed');
  assert.equal((await reportOf(done.id, headers)).split('\r\n').length, report.split('\r\n').length);
  assert.equal(service.sink.accepted.length, 0);
});

test('nobody who left, complained or was erased here comes back, except with newer consent and if the option names them', async () => {
  const headers = await service.foreignKey();
  for (const [email, type] of [
    ['left@example.org', 'unsubscribed'],
    ['bounced@example.org', 'regular'],
    ['angry@example.org', 'regular'],
    ['erased@example.org', 'regular'],
    ['fresh@example.org', 'unactivated'],
  ])
    await service.api('POST', '/v1/subscribers', { email, type }, headers);
  await sql`update subscribers set type = 'undeliverable', mail_state = 'undeliverable' where email_address = 'bounced@example.org'`.execute(
    service.db,
  );
  await sql`update subscribers set type = 'complained', mail_state = 'complained' where email_address = 'angry@example.org'`.execute(
    service.db,
  );
  await service.api('DELETE', '/v1/subscribers/erased@example.org', undefined, headers);
  const people = ['left', 'bounced', 'angry', 'erased', 'fresh'].map(name => `${name}@example.org`);
  const typesNow = async () =>
    Object.fromEntries(await Promise.all(people.map(async one => [one, (await find(one, headers))?.type])));
  const before = await typesNow();
  const old = new Date(Date.now() - 86_400_000).toISOString();
  const lines = (date: string) =>
    people
      .map(email_address =>
        JSON.stringify({ email_address, form: 'On our site', ...(date && { consent_date: date }) }),
      )
      .join('\n');
  const query = 'format=jsonl&dry_run=false&revive=unsubscribed&revive=undeliverable&revive=unactivated';
  const without = await upload(lines(new Date().toISOString()), {
    query: 'format=jsonl&dry_run=false',
    headers,
  });
  assert.equal(without.report.counts.skipped, 4);
  assert.deepEqual(await typesNow(), before);
  await upload(lines(''), { query, headers });
  assert.deepEqual(await typesNow(), before, 'the consent has no date');
  await upload(lines(old), { query, headers });
  assert.deepEqual(await typesNow(), before, 'the consent is older');
  const revived = await upload(lines(new Date().toISOString()), { query, headers });
  assert.equal(revived.report.counts.skipped, 2);
  assert.deepEqual(await typesNow(), {
    'left@example.org': 'regular',
    'bounced@example.org': 'regular',
    'angry@example.org': 'complained',
    'erased@example.org': undefined,
    'fresh@example.org': 'regular',
  });
  const report = await reportOf(revived.id, headers);
  assert.match(report, /reported a mail as spam/);
  assert.match(report, /erased here/);
});

test('if facts contradict each other, the newer one counts only towards less mail, and people who pay keep paying', async () => {
  const headers = await service.foreignKey();
  for (const [email, type] of [
    ['stays@example.org', 'regular'],
    ['leaves@example.org', 'regular'],
    ['free@example.org', 'regular'],
    ['paying@example.org', 'premium'],
  ])
    await service.api('POST', '/v1/subscribers', { email, type }, headers);
  const file = [
    'Email,Status,unsubscription_date',
    'stays@example.org,unsubscribed,2020-01-02T00:00:00Z',
    'leaves@example.org,unsubscribed,',
    'free@example.org,paid,',
    'paying@example.org,active,',
    'bounced@example.org,bounced,',
    'complained@example.org,complained,',
    'suppressed@example.org,suppressed,',
    'waiting@example.org,unconfirmed,',
    'gone@example.org,unsubscribed,2021-03-04T05:06:07Z',
    'gift@example.org,gifted,',
    'trial@example.org,trial,',
  ].join('\n');
  const done = await upload(file, { query: 'dry_run=false', headers });
  assert.equal(done.status, 'succeeded', done.status_reason);
  const { body } = await service.api('GET', '/v1/subscribers?page_size=100', undefined, headers);
  const types = new Map(
    body.results.map((one: Record<string, string>) => [one.email_address!.split('@')[0], one.type]),
  );
  assert.deepEqual(Object.fromEntries([...types].toSorted()), {
    bounced: 'undeliverable',
    complained: 'complained',
    free: 'premium',
    gift: 'gifted',
    gone: 'unsubscribed',
    leaves: 'unsubscribed',
    paying: 'premium',
    stays: 'regular',
    suppressed: 'blocked',
    trial: 'trialed',
    waiting: 'unactivated',
  });
  const gone = await find('gone@example.org', headers);
  assert.equal(gone.unsubscription_date, '2021-03-04T05:06:07.000Z');
  assert.match(
    await reportOf(done.id, headers),
    /stays@example\.org,"The person signed up here after leaving there/,
  );
});

test('an undo deletes people whom the import created, restores those whom it changed, and lists those whom it leaves alone', async () => {
  const headers = await service.foreignKey();
  await service.api(
    'POST',
    '/v1/subscribers',
    { email: 'old@example.org', type: 'regular', metadata: { a: 1 } },
    headers,
  );
  await service.api('POST', '/v1/subscribers', { email: 'busy@example.org', type: 'regular' }, headers);
  const before = await find('old@example.org', headers);
  const csv = `Email,Tags,Plan\nnew@example.org,Fresh,gold\ntouched@example.org,Fresh,gold\nold@example.org,Fresh,gold\nbusy@example.org,,gold\n`;
  const done = await upload(csv, { query: 'dry_run=false', headers });
  assert.equal(done.report.counts.updated, 2);
  await service.api('PATCH', '/v1/subscribers/touched@example.org', { notes: 'a friend' }, headers);
  await service.api('PATCH', '/v1/subscribers/busy@example.org', { notes: 'busy' }, headers);
  const back = await undone(done.id, headers);
  assert.equal(back.status, 'undone', back.status_reason);
  const { removed, restored, kept } = back.report.counts;
  assert.deepEqual({ removed, restored, kept }, { removed: 1, restored: 1, kept: 2 });
  assert.equal(await find('new@example.org', headers), undefined);
  const after = await find('old@example.org', headers);
  assert.deepEqual({ ...after, modification_date: '' }, { ...before, modification_date: '' });
  assert.equal((await find('touched@example.org', headers)).notes, 'a friend');
  assert.equal(
    (await find('busy@example.org', headers)).metadata.plan ??
      (await find('busy@example.org', headers)).metadata.Plan,
    'gold',
  );
  const report = await reportOf(done.id, headers);
  assert.match(report, /kept,touched@example\.org,"The person has been changed since/);
  assert.match(report, /kept,busy@example\.org/);
  assert.deepEqual(back.report.notes, [
    'The tag "Fresh", which the import created, is in use and stays. Delete it yourself.',
  ]);
  // The undo has erased nobody, so the corrected file can be imported.
  const again = await upload(csv, { query: 'dry_run=false', headers });
  assert.equal(again.report.counts.created, 1);
  const { status, body } = await service.api('POST', `/v1/imports/${done.id}/undo`, undefined, headers);
  assert.deepEqual([status, body.code], [409, 'import_not_ready']);
});

test('confirmation mails go out only on request, within the bounds of the key', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    from_address: 'news@news.example',
  });
  const csv = 'Email,Status\nask@example.org,\npays@example.org,paid\nwaits@example.org,unconfirmed\n';
  const checked = await upload(csv, { query: 'confirm=true' });
  assert.equal(checked.report.counts.confirmation_mails, 2);
  assert.equal((await run(checked.id)).status, 'succeeded');
  await until('both are mailed', async () => service.sink.accepted.length === 2);
  assert.deepEqual(
    await Promise.all(['ask', 'pays', 'waits'].map(async name => (await find(`${name}@example.org`)).type)),
    ['unactivated', 'premium', 'unactivated'],
  );
  const everything = { subscribers: 'write', settings: 'write', emails: 'write' } as const;
  const quiet = await service.keyWith(everything);
  const refused = await service.api('POST', '/v1/imports?confirm=true', csv, {
    'content-type': 'text/csv',
    ...quiet,
  });
  assert.equal(refused.status, 403);
  const few = await service.keyWith({ ...everything, sending: 'write' }, { most_recipients_a_day: 1 });
  const stops = await upload('Email\none@example.org\ntwo@example.org\n', {
    query: 'confirm=true&dry_run=false',
    headers: few,
  });
  assert.equal(stops.status, 'failed');
  assert.match(stops.status_reason, /most_recipients_a_day/);
  assert.equal(await find('one@example.org'), undefined);
  const reader = await service.keyWith({ subscribers: 'write' });
  assert.equal(
    (await service.api('POST', '/v1/imports', csv, { 'content-type': 'text/csv', ...reader })).status,
    403,
  );
});

test('imported people trigger sequences only on request', async () => {
  const headers = await service.foreignKey();
  const { body: sequence } = await service.api(
    'POST',
    '/v1/automations',
    {
      name: 'Noted',
      trigger: 'subscriber.created',
      actions: [{ type: 'add_metadata', metadata: { metadata: { noted: true } } }],
    },
    headers,
  );
  const path = `/v1/automations/${sequence.id}`;
  await service.api('PATCH', path, { status: 'active' }, headers);
  const entered = async () => (await service.api('GET', path, undefined, headers)).body.counts.entered;
  await upload('Email\nquiet@example.org\n', { query: 'dry_run=false', headers });
  const checked = await upload('Email\nloud@example.org\n', { headers });
  assert.equal(checked.options.start_sequences, false);
  const changed = await service.api('PATCH', `/v1/imports/${checked.id}`, { start_sequences: true }, headers);
  assert.equal(changed.status, 200, changed.text);
  await stopped(checked.id, headers);
  await run(checked.id, headers);
  await until('it has entered', async () => (await entered()) === 1);
  await until('it is noted', async () => (await find('loud@example.org', headers)).metadata.noted === true);
  assert.equal((await find('quiet@example.org', headers)).metadata.noted, undefined);
  assert.equal(await entered(), 1);
});

test('two imports of the same people at once create everybody once', async () => {
  const headers = await service.foreignKey();
  const csv = `Email,Tags\n${Array.from({ length: 25_000 }, (_, n) => `p${n}@example.org,T${n % 7}`).join('\n')}\n`;
  const both = await Promise.all([0, 1].map(() => upload(csv, { query: 'dry_run=false', headers })));
  const created = both.map(({ report }) => report.counts.created).reduce((sum, one) => sum + one, 0);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['succeeded', 'succeeded'],
  );
  assert.equal(created, 25_000);
  const { body } = await service.api('GET', '/v1/subscribers?page_size=1', undefined, headers);
  assert.equal(body.count, 25_000);
});

test('an import that a crash of PostgreSQL interrupts reads the file again and duplicates nobody', async () => {
  const headers = await service.foreignKey();
  const csv = `Email\n${Array.from({ length: 100 }, (_, n) => `c${n}@example.org`).join('\n')}\nbroken\n`;
  const checked = await upload(csv, { headers });
  // The state after a crash: nothing is staged, and the first people are in.
  await sql`truncate staged_people, staged_issues`.execute(service.db);
  const done = await run(checked.id, headers);
  assert.deepEqual([done.report.counts.created, done.report.counts.refused], [100, 1]);
});

test('an import whose file is read differently after a crash and an upgrade leaves out nobody, and can be undone', async () => {
  const headers = await service.foreignKey();
  const csv = `Email\n${Array.from({ length: 100 }, (_, n) => `d${n}@example.org`).join('\n')}\n`;
  const { id } = await upload(csv, { headers });
  // The earlier version saw one person in the file, who is in.
  await sql`truncate staged_people, staged_issues`.execute(service.db);
  await sql`
    insert into import_batches (import_key, place, date, created, updated, unchanged, skipped)
    select key, 0, now(), 1, 0, 0, 0 from imports where id = ${id}`.execute(service.db);
  await sql`update imports set people_count = 1, people_done = 1 where id = ${id}`.execute(service.db);
  const done = await run(id, headers);
  assert.equal(done.status, 'succeeded', done.status_reason);
  assert.equal((await find('d0@example.org', headers)).source, 'import');
  assert.equal((await undone(id, headers)).report.counts.removed, 100);
});

test('the progress of an import is a stream of events, and the stream ends with the import', async () => {
  const headers = await service.foreignKey();
  const csv = `Email\n${Array.from({ length: 12_000 }, (_, n) => `e${n}@example.org`).join('\n')}\n`;
  const { status, body } = await service.api('POST', '/v1/imports?dry_run=false', csv, {
    'content-type': 'text/csv',
    ...headers,
  });
  assert.equal(status, 201);
  const stream = await service.api('GET', `/v1/imports/${body.id}/progress`, undefined, headers);
  assert.equal(stream.headers.get('content-type'), 'text/event-stream');
  const told = stream.text.match(/^data: .*$/gm)!.map(line => JSON.parse(line.slice('data: '.length)));
  assert.ok(told.every(({ id }) => id === body.id));
  const last = told.at(-1);
  assert.deepEqual([last.status, last.done_count], ['succeeded', 12_000]);
  assert.equal((await service.api('GET', `/v1/imports/${body.id}/progress`)).status, 404);
});

test('bad lines are refused with their numbers, and everybody else is imported', async () => {
  const headers = await service.foreignKey();
  const lines = [
    '{"email_address":"ok@example.org","metadata":{"deep":{"a":[1,"x"]}}}',
    '{"email_address":"nul@example.org","metadata":{"a":"b\\u0000c"}}',
    '{"email_address":"half@example.org","metadata":{"a":"\\ud800"}}',
    `{"email_address":"long@example.org","notes":"${'x'.repeat(30_000)}"}`,
    '{"email_address":"when@example.org","creation_date":"yesterday"}', // the date is unknown, but the line is a person
    '{"email_address":"tab@example.org","notes":"a\\tb\\\\.\\nc\\\\N","tags":["a, b"]}',
    '{"no":"address"}',
    'nothing',
    '{"email_address":"last@example.org","creation_date":"2199-01-01T00:00:00Z"}',
  ];
  const done = await upload(lines.join('\n'), { query: 'format=jsonl&dry_run=false', headers });
  assert.equal(done.status, 'succeeded', done.status_reason);
  const { body } = await service.api('GET', '/v1/subscribers', undefined, headers);
  assert.deepEqual(body.results.map((one: { email_address: string }) => one.email_address).toSorted(), [
    'last@example.org',
    'ok@example.org',
    'tab@example.org',
    'when@example.org',
  ]);
  assert.equal((await find('tab@example.org', headers)).notes, 'a\tb\\.\nc\\N');
  assert.ok(Date.parse((await find('last@example.org', headers)).creation_date) <= Date.now());
  const refused = (await reportOf(done.id, headers)).split('\r\n').filter(line => line.includes(',refused,'));
  assert.deepEqual(
    refused.map(line => Number(line.split(',')[1])).toSorted((a, b) => a - b),
    [2, 3, 4, 7, 8],
  );
});

test('an import that is deleted or undone while it runs stops, and the newsletter stays whole', async () => {
  for (const ending of ['delete', 'undo'] as const) {
    const headers = await service.foreignKey();
    const csv = `Email\n${Array.from({ length: 30_000 }, (_, n) => `p${n}@example.org`).join('\n')}\n`;
    const checked = await upload(csv, { headers });
    // Somebody who is being created blocks the second batch.
    const creation = await service.db.startTransaction().execute();
    await sql`
      insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
      select gen_random_uuid(), newsletter_key, 'p15000@example.org', 'p15000@example.org', 'regular', 'api'
      from imports where id = ${checked.id}`.execute(creation);
    await service.api('POST', `/v1/imports/${checked.id}/run`, undefined, headers);
    const count = async () =>
      (await service.api('GET', '/v1/subscribers?page_size=1', undefined, headers)).body.count;
    await until('the other batches are in', async () => (await count()) === 20_000);
    const path = `/v1/imports/${checked.id}`;
    // Waits for the batch under way, which the next line releases.
    const answer =
      ending === 'delete'
        ? service.api('DELETE', path, undefined, headers)
        : service.api('POST', `${path}/undo`, undefined, headers);
    await creation.rollback().execute();
    assert.ok((await answer).status < 300);
    if (ending === 'undo') {
      assert.equal((await stopped(checked.id, headers)).status, 'undone');
      assert.equal(await count(), 0);
    } else {
      await until('nothing is staged', async () => {
        const { rows } = await sql`select from staged_people limit 1`.execute(service.db);
        return rows.length === 0;
      });
      assert.equal((await count()) % 10_000, 0, 'whole batches are in');
    }
  }
});

test('the fields of columns can be changed after the dry run without another upload', async () => {
  const headers = await service.foreignKey();
  const patch = async (id: string, changes: object, key = headers) => {
    const { status, body } = await service.api('PATCH', `/v1/imports/${id}`, changes, key);
    return status === 200 ? stopped(id, key) : { ...body, code: `${status} ${body.code}` };
  };
  const failed = await upload('Kontakt,Plan\nada at example.org,gold\nbob@example.org,gold\n', {
    query: 'format=csv',
    headers,
  });
  assert.equal(failed.status, 'failed');
  assert.match(failed.status_reason, /no column has email addresses/);
  assert.equal(failed.undo_until, null);
  const checked = await patch(failed.id, { columns: { Kontakt: 'email_address' } });
  assert.deepEqual([checked.status, checked.status_reason], ['validated', '']);
  assert.deepEqual([checked.report.counts.created, checked.report.counts.refused], [1, 1]);
  assert.deepEqual(checked.report.sample[0].metadata, { plan: 'gold' });
  const wrong = await patch(failed.id, { columns: { Kontakt: 'email_address', Plan: 'colour' } });
  assert.match(wrong.status_reason, /"Plan" cannot be imported as "colour"/);
  const columns = { Kontakt: 'email_address', Plan: 'tags' };
  const again = await patch(failed.id, { columns, tags: ['moved'] });
  assert.deepEqual(again.report.sample[0].tags, ['moved', 'gold']);
  assert.deepEqual([again.options.tags, again.options.existing], [['moved'], 'update']);
  assert.equal((await patch(failed.id, { columns: { Kontakt: 7 } })).code, '400 request_invalid');
  const quiet = await service.keyWith({ subscribers: 'write', settings: 'write', emails: 'write' });
  assert.match((await patch(failed.id, { confirm: true }, quiet)).code, /^403|^404/);
  assert.equal((await service.api('POST', `/v1/imports/${failed.id}/undo`, undefined, headers)).status, 409);
  const done = await run(failed.id, headers);
  assert.deepEqual([done.report.counts.created, done.report.counts.refused], [1, 1]);
  assert.deepEqual(done.report.columns, columns);
  assert.equal((await find('bob@example.org', headers)).tags.length, 2);
  assert.equal((await patch(failed.id, { columns: {} })).code, '409 import_not_ready');
});

test('nobody is refused because of a date; dates that can be read in two ways wait for a choice in the dry run', async () => {
  const headers = await service.foreignKey();
  const lines = [
    'Email,Joined,Left',
    'dots@example.org,03.06.2019,',
    'us@example.org,05/22/2020,',
    'two@example.org,05/06/2020,',
    'dash@example.org,03-04-2021,',
    'never@example.org,whenever,',
    'gone@example.org,2020-01-02,long ago',
  ];
  const checked = await upload(lines.join('\n'), {
    headers,
    query: 'columns={"Left":"unsubscription_date"}',
  });
  assert.deepEqual([checked.report.counts.created, checked.report.counts.refused], [6, 0]);
  assert.deepEqual(checked.report.date_orders, [
    { column: 'Joined', count: 1, example: '03-04-2021', order: null },
  ]);
  const notes = checked.report.notes.join('\n');
  assert.match(notes, /"Joined": 1 date such as 03-04-2021 can be read in two ways/);
  assert.match(notes, /"Joined": 1 cell is not a date and was left out, such as "whenever"/);
  const path = `/v1/imports/${checked.id}`;
  const bad = await service.api('PATCH', path, { date_orders: { Joined: 'us' } }, headers);
  assert.deepEqual([bad.status, bad.body.detail], [400, 'date_orders.Joined: use day_first or month_first']);
  await service.api('PATCH', path, { date_orders: { Joined: 'day_first' } }, headers);
  const chosen = await stopped(checked.id, headers);
  assert.deepEqual(chosen.report.date_orders[0].order, 'day_first');
  assert.equal((await run(checked.id, headers)).status, 'succeeded');
  const joined = async (name: string) =>
    (await find(`${name}@example.org`, headers)).creation_date.slice(0, 10);
  assert.equal(await joined('dots'), '2019-06-03');
  assert.equal(await joined('us'), '2020-05-22');
  assert.equal(await joined('two'), '2020-05-06', 'slashes are read as the other slashes are');
  assert.equal(await joined('dash'), '2021-04-03');
  assert.equal((await find('gone@example.org', headers)).type, 'unsubscribed');
});

test('the numbers of readers and posts in the report add up, with drafts apart from past issues', async () => {
  const headers = await service.foreignKey();
  const posts = ['published', 'draft', 'draft'].map((status, at) => ({
    title: `Post ${at}`,
    slug: `post-${at}`,
    type: 'post',
    status,
    visibility: 'public',
    html: '<p>Text</p>',
    published_at: status === 'draft' ? null : '2023-01-02T00:00:00.000Z',
  }));
  const ghost = JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts } }] });
  const done = await upload(ghost, { headers: { ...headers, 'content-type': 'application/json' } });
  const { emails, drafts, lines } = done.report.counts;
  assert.deepEqual({ emails, drafts, lines }, { emails: 1, drafts: 2, lines: 0 }, done.status_reason);
  const { report } = await run(done.id, headers);
  assert.deepEqual([report.counts.emails, report.counts.drafts], [1, 2]);
});

test('files of hostile sizes end with a clear error or report, and leave nothing behind', async () => {
  const headers = await service.foreignKey();
  const endless = await upload(`email\na@example.org\n${'x'.repeat(20 << 20)}`, { headers });
  assert.deepEqual([endless.report.counts.created, endless.report.counts.refused], [1, 1]);
  assert.match(
    await reportOf(endless.id, headers),
    /,3,refused,,"The line is longer than 1,048,576 characters/,
  );
  const wide = await upload(
    `email,${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join()}\na@example.org\n`,
    {
      query: 'format=csv',
      headers,
    },
  );
  assert.match(wide.status_reason, /10001 columns, and at most 500 are read/);
  const empty = await upload(`email,name\n${'\n'.repeat(500_000)}${',\n'.repeat(100_000)}a@example.org,A\n`, {
    headers,
  });
  assert.deepEqual([empty.report.counts.created, empty.report.counts.refused], [1, 0]);
  const bad = await upload(`email\nx\n${'y\n'.repeat(120_000)}`, { query: 'format=csv', headers });
  assert.deepEqual([bad.report.counts.people, bad.report.counts.refused], [0, 120_001]);
  assert.match(bad.report.notes.join(), /lists the first 100,000 refused lines\. 20,001 more/);
  for (const { id } of [endless, wide, empty, bad])
    assert.equal((await service.api('DELETE', `/v1/imports/${id}`, undefined, headers)).status, 204);
  const { rows } = await sql`
    select from staged_people where import_key not in (select key from imports) limit 1`.execute(service.db);
  assert.equal(rows.length, 0);
});
