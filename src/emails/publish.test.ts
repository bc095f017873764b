import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EmailStatus } from '../platform/database/schema.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { clientMayMove, emailStatuses } from './email.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const later = '2999-01-01T00:00:00.000Z';
let made = 0;

async function makeEmail(status: EmailStatus = 'draft') {
  const { body } = await service.api('POST', '/v1/emails', {
    subject: `Published ${++made}`,
    status: 'draft',
  });
  const publish_date = status === 'scheduled' ? '2998-01-01T00:00:00Z' : null;
  await service.db.updateTable('emails').set({ status, publish_date }).where('id', '=', body.id).execute();
  return readEmail(body.id);
}

const publish = (id: string, body?: unknown, headers?: Record<string, string>) =>
  service.api('POST', `/v1/emails/${id}/publish`, body, headers);
const readEmail = async (id: string) => (await service.api('GET', `/v1/emails/${id}`)).body;

test('a draft is published immediately without a date, with a null date, or without a body', async () => {
  for (const body of [undefined, {}, { publish_date: null }]) {
    const { id } = await makeEmail();
    const answer = await publish(id, body);
    assert.deepEqual([answer.status, answer.body.status], [200, 'about_to_send']);
    assert.deepEqual(await readEmail(id), answer.body);
  }
});

test('a draft is published later with a future date', async () => {
  const { id } = await makeEmail();
  const answer = await publish(id, { publish_date: '2999-01-01T01:00:00+01:00' });
  assert.deepEqual([answer.status, answer.body.status, answer.body.publish_date], [200, 'scheduled', later]);
});

test('publishing applies all given changes, including the audience, or none', async () => {
  const vip = (await service.api('POST', '/v1/tags', { name: 'vip' })).body.id;
  const draft = await makeEmail();
  const filters = {
    filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'vip' }],
    groups: [],
    predicate: 'and',
  };
  const refused = await publish(draft.id, { filters: { ...filters, predicate: 'xor' } });
  assert.deepEqual([refused.status, refused.body.code], [400, 'email_invalid']);
  assert.deepEqual(await readEmail(draft.id), draft);
  const { body } = await publish(draft.id, { status: 'draft', body: 'New', filters });
  assert.deepEqual([body.status, body.body, body.included_tags], ['about_to_send', 'New', [vip]]);
});

for (const from of emailStatuses) {
  for (const [when, to, publish_date] of [
    ['now', 'about_to_send', undefined],
    ['later', 'scheduled', later],
  ] as const) {
    const possible = from === to || clientMayMove(from, to, false);
    test(`an email that is ${from} can${possible ? '' : 'not'} be published ${when}`, async () => {
      const before = await makeEmail(from);
      const answer = await publish(before.id, { publish_date });
      if (possible) {
        assert.deepEqual([answer.status, answer.body.status], [200, to], answer.text);
        assert.equal(answer.body.publish_date, publish_date ?? null);
      } else {
        assert.deepEqual([answer.status, answer.body.code], [400, 'status_invalid']);
        assert.deepEqual(await readEmail(before.id), before);
      }
    });
  }
}

test('a past or invalid date is refused, and the email is unchanged', async () => {
  const before = await makeEmail();
  for (const publish_date of ['2020-01-01T00:00:00Z', 'tomorrow', '', '2999-02-30T00:00:00Z', 5, {}]) {
    const { status, body } = await publish(before.id, { publish_date });
    assert.deepEqual([status, body.code], [400, 'publish_date_invalid'], String(publish_date));
    assert.match(body.detail, /^publish_date: /);
  }
  assert.deepEqual(await readEmail(before.id), before);
});

test('the same mail is not published twice', async () => {
  const [one, two] = [await makeEmail(), await makeEmail()];
  await service.api('PATCH', `/v1/emails/${two.id}`, { subject: one.subject });
  assert.equal((await publish(one.id)).status, 200);
  const { status, body } = await publish(two.id);
  assert.deepEqual([status, body.code, body.metadata.email_id], [400, 'email_duplicate', one.id]);
});

test('publishing requires permission to send and to write emails, and does not find another newsletter’s email', async () => {
  const before = await makeEmail();
  for (const [permissions, missing] of [
    [{ emails: 'write' }, 'sending'],
    [{ emails: 'write', sending: 'read' }, 'sending'],
    [{ emails: 'read', sending: 'write' }, 'emails'],
  ] as const) {
    const { status, body } = await publish(before.id, {}, await service.keyWith(permissions));
    assert.deepEqual([status, body.code], [403, 'forbidden']);
    assert.match(body.detail, new RegExp(missing));
  }
  assert.equal((await publish(before.id, {}, await service.foreignKey())).status, 404);
  assert.equal((await publish('nothing')).status, 404);
  assert.deepEqual(await readEmail(before.id), before);
});
