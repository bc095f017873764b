import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openFeedServer, rss } from '../../testing/feed-server.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

const now = new Date('2030-03-01T12:00:00Z');
let service: TestService;
let feeds: Awaited<ReturnType<typeof openFeedServer>>;
before(async () => {
  service = await startTestService({ clock: () => now });
  feeds = await openFeedServer();
  feeds.put('/feed.xml', rss([{ title: 'One', link: 'https://log.example/1', guid: '1' }]));
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { timezone: 'Europe/Berlin' });
  const follow = async (name: string, cadence: string, cadence_metadata: object, status = 'active') => {
    const { body, status: code } = await service.api('POST', '/v1/automations', {
      url: `${feeds.url}/feed.xml`,
      behavior: 'draft',
      name,
      cadence,
      cadence_metadata,
      status,
      subject: '{{ item.title }}',
      body: 'x',
    });
    assert.equal(code, 201, JSON.stringify(body));
  };
  await follow('Weekly', 'weekly', { weekday: 'sunday', time: '09:00' });
  await follow('Always', 'every', {});
  await follow('Resting', 'daily', { time: '09:00' }, 'inactive');
  const write = (subject: string, fields: object) =>
    service.api('POST', '/v1/emails', { subject, body: subject, ...fields });
  await write('Soon', { status: 'scheduled', publish_date: '2030-03-05T08:00:00Z' });
  await write('Far', { status: 'scheduled', publish_date: '2030-09-05T08:00:00Z' });
  await write('Only a draft', { status: 'draft', publish_date: '2030-03-06T08:00:00Z' });
});
after(async () => {
  await service.stop();
  await feeds.close();
});

const read = async (query = '', headers?: Record<string, string>) =>
  (await service.api('GET', `/v1/calendar${query}`, undefined, headers)).body;
const shown = ({
  entries,
}: {
  entries: { date: string; email: { subject: string }; automation: { name: string } }[];
}) => entries.map(({ date, email, automation }) => [date, email?.subject ?? automation.name]);

test('scheduled emails and the next runs of automations are in order, in the newsletter’s zone', async () => {
  const body = await read('?end=2030-04-07T12:00:00Z');
  assert.deepEqual(shown(body), [
    ['2030-03-03T08:00:00.000Z', 'Weekly'],
    ['2030-03-05T08:00:00.000Z', 'Soon'],
    ['2030-03-10T08:00:00.000Z', 'Weekly'],
    ['2030-03-17T08:00:00.000Z', 'Weekly'],
    ['2030-03-24T08:00:00.000Z', 'Weekly'],
    ['2030-03-31T07:00:00.000Z', 'Weekly'],
    ['2030-04-07T07:00:00.000Z', 'Weekly'],
  ]);
  assert.deepEqual(
    body.always.map(({ name }: { name: string }) => name),
    ['Always'],
  );
  assert.equal(body.start, now.toISOString());
});

test('only entries between the dates are listed, and no past runs', async () => {
  assert.deepEqual(shown(await read('?start=2030-02-01&end=2030-03-04')), [
    ['2030-03-03T08:00:00.000Z', 'Weekly'],
  ]);
  assert.deepEqual(shown(await read('?start=2030-03-03T08:00:00Z&end=2030-03-05T08:00:00Z')), [
    ['2030-03-03T08:00:00.000Z', 'Weekly'],
  ]);
  assert.deepEqual(shown(await read('?start=2030-09-04&end=2030-09-06')), [
    ['2030-09-05T08:00:00.000Z', 'Far'],
  ]);
});

test('without permission to read automations only emails are listed', async () => {
  const headers = await service.keyWith({ emails: 'read' });
  const body = await read('', headers);
  assert.deepEqual([shown(body), body.always], [[['2030-03-05T08:00:00.000Z', 'Soon']], []]);
  assert.equal(
    (await service.api('GET', '/v1/calendar', undefined, await service.keyWith({ automations: 'read' })))
      .status,
    403,
  );
  assert.deepEqual(shown(await read('', await service.foreignKey())), []);
});

test('periods that make no sense are refused', async () => {
  for (const query of [
    '?start=2030-03-02&end=2030-03-01',
    '?start=2030-01-01&end=2032-01-01',
    '?start=yesterday',
    '?end=9999-12-31',
    '?start=0001-01-01&end=9999-12-31T00:00:00Z',
  ])
    assert.equal((await read(query)).code, 'request_invalid', query);
});
