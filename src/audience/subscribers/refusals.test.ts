import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { assertRefused, notList, notObject, notText } from '../../testing/refusals.ts';

let service: TestService;
let path: string;
before(async () => {
  service = await startTestService();
  const { body } = await service.api('POST', '/v1/subscribers', {
    email: 'unchanged@example.org',
    notes: 'kept',
  });
  path = `/v1/subscribers/${body.id}`;
});
after(() => service.stop());

const addresses = [
  ...notText,
  '',
  'ada',
  '@example.org',
  'ada@',
  'a b@example.org',
  'ada@example..org',
  'ada@-example.org',
  'a@b@example.org',
  '<ada@example.org>',
  'ada@example.org, bob@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  'ada\u2028@example.org',
  `${'a'.repeat(65)}@example.org`,
  `ada@${'a'.repeat(64)}.org`,
  `ada@${'a.'.repeat(125)}org`,
];
const type = {
  code: 'request_invalid',
  bad: [...notText, '', 'Regular', 'paid', 'churned', 'removed', null],
};
const line = { code: 'request_invalid', bad: [...notText, 'a\nb', 'a\x07b', 'a'.repeat(501)] };

const wrong = {
  email_address: { code: 'email_address_invalid', bad: addresses },
  email: { code: 'email_address_invalid', bad: addresses },
  type,
  subscriber_type: type,
  tags: {
    code: 'tag_invalid',
    bad: [...notList, [5], [null], ['a'.repeat(101)], ['nul \0'], Array(1001).fill('a')],
  },
  metadata: { code: 'metadata_invalid', bad: [...notObject, { a: 'nul \0' }, { 'half \udc00': 1 }] },
  notes: { code: 'request_invalid', bad: [...notText, 'a'.repeat(20_001)] },
  referrer_url: { code: 'request_invalid', bad: [...notText, 'a'.repeat(2001)] },
  utm_campaign: line,
  utm_medium: line,
  utm_source: line,
  ip_address: { code: 'request_invalid', bad: [...notText, 'a\nb', 'a'.repeat(101)] },
};

test('each invalid field of a new subscriber is refused by name, and neither subscriber nor tag is made', async () => {
  const good = { email_address: 'unmade@example.org', email: 'unmade@example.org', tags: ['unmade'] };
  await assertRefused(service, { method: 'POST', path: '/v1/subscribers', good, fields: wrong });
  for (const body of [{}, { type: 'regular' }]) {
    const answer = await service.api('POST', '/v1/subscribers', body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'email_address_invalid']);
    assert.match(answer.body.detail, /^email_address: is required/);
  }
});

test('each invalid field of a change is refused by name, and neither subscriber nor tags change', async () => {
  const reason = { code: 'request_invalid', bad: [...notText, 'a'.repeat(2001)] };
  // A type that only the service sets may be sent back unchanged, under either name, and is refused as a change.
  const subscriber_type = {
    ...type,
    bad: type.bad.filter(value => value !== 'churned' && value !== 'removed'),
  };
  const fields = { ...wrong, subscriber_type, unsubscription_reason: reason };
  await assertRefused(service, {
    method: 'PATCH',
    path,
    good: { notes: 'changed', tags: ['unmade'] },
    fields,
  });
});

test('values at their limits are accepted', async () => {
  const local = 'a'.repeat(64);
  const domain = `${`${'b'.repeat(61)}.`.repeat(3)}org`;
  for (const body of [
    { email: `${local}@${domain}`.slice(0, 254) },
    {
      email: 'limits@example.org',
      notes: 'a'.repeat(20_000),
      utm_source: 'a'.repeat(500),
      tags: ['a'.repeat(100)],
    },
  ]) {
    assert.equal((await service.api('POST', '/v1/subscribers', body)).status, 201);
  }
});
