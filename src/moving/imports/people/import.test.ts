import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../../testing/postrider.ts';
import { until } from '../../../testing/until.ts';

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
  const { people: _, emails: __, ...counts } = checked.report.counts;
  const expected = { created: 1, updated: 1, unchanged: 0, skipped: 1, refused: 2, confirmation_mails: 0 };
  assert.deepEqual(counts, expected);
  assert.equal(checked.report.columns.Email, 'email_address');
  assert.deepEqual(
    checked.report.sample.map(({ line, outcome, tags }: Record<string, unknown>) => [line, outcome, tags]),
    [
      [2, 'created', ['Red', 'Blue']],
      [3, 'updated', ['Here', 'Red']],
    ],
  );
  const report = await reportOf(checked.id, headers);
  assert.match(report, /,5,refused,,"email_address: ""not an address"" is not an e-mail address/);
  assert.match(report, /,6,refused,,"email_address: the same person is in line 2, which counts\./);
  assert.match(report, /,4,skipped,gone@example\.org,The person unsubscribed here/);
  assert.equal(await find('new@example.org', headers), undefined);

  const done = await run(checked.id, headers);
  assert.equal(done.status, 'succeeded', done.status_reason);
  const { people: ___, emails: ____, ...after } = done.report.counts;
  assert.deepEqual(after, expected);
  assert.deepEqual(done.report.sample, []);
  const made = await find('new@example.org', headers);
  assert.equal(made.type, 'regular');
  assert.equal(made.source, 'import');
  assert.equal(made.notes, 'likes tea');
  assert.equal(made.tags.length, 2);
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
