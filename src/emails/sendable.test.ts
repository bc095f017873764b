import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

const now = new Date('2030-05-01T12:00:00Z');

let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
});
after(() => service.stop());

const endless = 'Hello\n\n{% for i in (1..100000000) %}{{ i }}{% endfor %}';
const moves = [
  ['POST', '', {}],
  ['POST', '', { status: 'about_to_send' }],
  ['POST', '', { status: 'scheduled', publish_date: '2031-01-01T00:00:00Z' }],
  ['PATCH', '/ID', { status: 'about_to_send' }],
  ['PATCH', '/ID', { status: 'scheduled', publish_date: '2031-01-01T00:00:00Z' }],
  ['POST', '/ID/publish', {}],
  ['POST', '/ID/publish', { publish_date: '2031-01-01T00:00:00Z' }],
] as const;

for (const [what, fields, code] of [
  ['a body that cannot be rendered', { body: endless }, 'body_invalid'],
  [
    'a body that cannot be rendered for a reader',
    { body: '{% for i in (1..100000000) %}{{ subscriber.email }}{% endfor %}' },
    'body_invalid',
  ],
  ['a teaser that cannot be rendered', { body: 'x', custom_teaser: endless }, 'email_invalid'],
  ['a subject that renders invisible', { subject: "{{ '\u200b' }}" }, 'subject_invalid'],
] as const) {
  test(`${what} can be saved as a draft, and every move that would mail it is refused`, async () => {
    const email = { subject: `Kept: ${what}`, ...fields };
    const draft = await service.api('POST', '/v1/emails', { ...email, status: 'draft' });
    assert.equal(draft.status, 201, draft.text);
    for (const [method, path, change] of moves) {
      const body = path === '' ? { ...email, ...change } : change;
      const answer = await service.api(method, `/v1/emails${path.replace('ID', draft.body.id)}`, body);
      assert.deepEqual([answer.status, answer.body.code], [400, code], `${method} ${path} ${answer.text}`);
    }
    const { body } = await service.api('GET', `/v1/emails/${draft.body.id}`);
    assert.equal(body.status, 'draft');
  });
}

test('a scheduled email cannot be changed into one that cannot be rendered', async () => {
  const { body } = await service.api('POST', '/v1/emails', {
    subject: 'Fine so far',
    publish_date: '2031-01-01T00:00:00Z',
  });
  const answer = await service.api('PATCH', `/v1/emails/${body.id}`, { body: endless });
  assert.deepEqual([answer.status, answer.body.code], [400, 'body_invalid']);
});

test('a subject that is empty for some readers is allowed', async () => {
  const { status } = await service.api('POST', '/v1/emails', {
    subject: '{{ subscriber.metadata.greeting }}',
  });
  assert.equal(status, 201);
});

test('a publish_date without a time means midnight in the newsletter’s zone', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { timezone: 'America/New_York' });
  const schedule = async (publish_date: string) =>
    (await service.api('POST', '/v1/emails', { subject: `On ${publish_date}`, publish_date })).body;
  const { id, status, publish_date } = await schedule('2030-05-02');
  assert.deepEqual([status, publish_date], ['scheduled', '2030-05-02T04:00:00.000Z']);
  assert.equal((await schedule('2030-12-24')).publish_date, '2030-12-24T05:00:00.000Z');
  assert.equal((await schedule('2030-05-01')).status, 'about_to_send'); // has begun

  const patch = async (changes: object) => (await service.api('PATCH', `/v1/emails/${id}`, changes)).body;
  assert.equal((await patch({ publish_date: '2030-06-01' })).publish_date, '2030-06-01T04:00:00.000Z');
  assert.equal((await patch({ publish_date: '2030-05-01' })).code, 'publish_date_invalid');
  const again = (await service.api('POST', `/v1/emails/${id}/publish`, { publish_date: '2030-07-01' })).body;
  assert.equal(again.publish_date, '2030-07-01T04:00:00.000Z');
  assert.equal((await patch({ status: 'draft', publish_date: 'none' })).publish_date, null);
  for (const day of ['2030-02-30', '0001-01-01', '9999-12-31', '2030-5-1'])
    assert.equal((await schedule(day)).code, 'publish_date_invalid', day);
});

test('an invalid status is refused with the valid ones', async () => {
  const answer = await service.api('POST', '/v1/emails', { subject: 'To one', status: 'suppressed' });
  assert.deepEqual([answer.status, answer.body.code], [400, 'status_invalid']);
  assert.match(
    answer.body.detail,
    /^status: use draft, about_to_send, scheduled, transactional or imported\b.*\/v1\/subscribers/,
  );
});
