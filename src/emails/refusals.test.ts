import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { assertRefused, notFlag, notList, notObject, notText, notWhole } from '../testing/refusals.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const urls = [
  'example.org',
  '/x',
  'ftp://example.org',
  'javascript:alert(1)',
  'https://',
  'https://a b',
  'https://a/\r\nX: y',
];
const tags = [
  ...notList,
  [5],
  [null],
  [['a']],
  ['unknown'],
  ['a'.repeat(101)],
  ['half \ud800'],
  Array(1001).fill('a'),
];
const condition = { field: 'subscriber.tags', operator: 'contains', value: 'vip' };

const wrong = {
  subject: {
    code: 'subject_invalid',
    bad: [
      ...notText,
      null,
      '',
      ' \u00a0 ',
      '\u200b',
      '\u00ad \u2060\ufeff',
      '\u3164\u2800',
      'a'.repeat(2001),
      'a\nb',
      'a\r\nBcc: x@y.example',
      'a\u2028b',
      'a\x07b',
      '{{ x',
      '{% if x %}',
    ],
  },
  body: {
    code: 'body_invalid',
    bad: [...notText, 'a'.repeat(5_000_001), '{{ x', 'a\n\n{% if x %}', '{% nonsense %}'],
  },
  status: {
    code: 'status_invalid',
    bad: [...notText, '', 'Draft', 'in_flight', 'sent', 'errored', 'published'],
  },
  publish_date: {
    code: 'publish_date_invalid',
    bad: [...notText, '', 'soon', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', 1_800_000_000],
  },
  email_type: { code: 'email_type_invalid', bad: [...notText, '', 'Public', 'paid'] },
  included_tags: { code: 'tag_invalid', bad: tags },
  excluded_tags: { code: 'tag_invalid', bad: tags },
  attachments: {
    code: 'attachment_invalid',
    bad: [...notList, [5], ['01900000-0000-7000-8000-000000000000'], ['nul \0']],
  },
  description: { code: 'email_invalid', bad: [...notText, 'a'.repeat(5001)] },
  canonical_url: {
    code: 'canonical_url_invalid',
    bad: [...notText, ...urls, `https://a.example/${'a'.repeat(2000)}`],
  },
  image: { code: 'image_invalid', bad: [...notText, ...urls] },
  slug: { code: 'slug_invalid', bad: [...notText, 'a b', 'a/b', 'ü', '.', '../x', 'a'.repeat(101)] },
  metadata: { code: 'metadata_invalid', bad: [...notObject, { a: ['nul \0'] }, { 'half \udfff': 1 }] },
  should_send_teaser: { code: 'email_invalid', bad: notFlag },
  custom_teaser: { code: 'email_invalid', bad: [...notText, 'a'.repeat(100_001)] },
  secondary_id: { code: 'email_invalid', bad: [...notWhole, 0, -1, 2_000_000_001] },
  archival_mode: { code: 'email_invalid', bad: [...notText, '', 'archive_only', 'public'] },
  featured: { code: 'email_invalid', bad: notFlag },
  commenting_mode: { code: 'email_invalid', bad: [...notText, 'on'] },
  related_email_ids: {
    code: 'email_invalid',
    bad: [...notList, [5], ['x'], ['01900000-0000-7000-8000-000000000000']],
  },
  template: { code: 'email_invalid', bad: [...notText, 'customs', 'Modern'] },
  should_trigger_pay_per_email_billing: { code: 'email_invalid', bad: [true, 'no', 1] },
  suppression_reason: { code: 'email_invalid', bad: ['law_enforcement', 5] },
  filters: {
    code: 'email_invalid',
    bad: [
      5,
      'vip',
      true,
      [5],
      { tags: ['vip'] },
      { filters: 5 },
      { filters: [condition], predicate: 'xor' },
      { filters: [{ ...condition, field: 'subscriber.email' }] },
      { filters: [{ ...condition, operator: 'less_than' }] },
      { filters: [{ ...condition, value: {} }] },
      { filters: [{ ...condition, negate: true }] },
      { filters: [], groups: [{ filters: [{ ...condition, operator: 'is near' }] }] },
    ],
  },
};

test('each invalid field of a new email is refused with its own code, and nothing is created or sent', async () => {
  const fields = {
    ...wrong,
    status: { ...wrong.status, bad: [...wrong.status.bad, 'deleted', null] },
    commenting_mode: { ...wrong.commenting_mode, bad: [...wrong.commenting_mode.bad, ''] },
    template: { ...wrong.template, bad: [...wrong.template.bad, ''] },
  };
  await assertRefused(service, { method: 'POST', path: '/v1/emails', good: { subject: 'Unmade' }, fields });
});

for (const status of ['draft', 'scheduled', 'about_to_send']) {
  test(`each invalid field of a change to an email that is ${status} is refused with its own code, and nothing changes`, async () => {
    const publish_date = status === 'scheduled' ? '2999-01-01T00:00:00Z' : undefined;
    const { body } = await service.api('POST', '/v1/emails', {
      subject: `Changed ${status}?`,
      status,
      publish_date,
    });
    const fields = {
      ...wrong,
      status: { ...wrong.status, bad: [...wrong.status.bad, 'imported', null] },
      secondary_id: { code: 'email_invalid', bad: [...notWhole, 0, -1, 2_000_000_001, 1e300] },
    };
    const good = { description: 'changed', metadata: { changed: true } };
    await assertRefused(service, { method: 'PATCH', path: `/v1/emails/${body.id}`, good, fields });
  });
}

test('an email without a subject is refused', async () => {
  for (const body of [{}, { body: 'text', status: 'draft' }]) {
    const answer = await service.api('POST', '/v1/emails', body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'subject_invalid']);
  }
});

test('an invalid template is refused with its line and the reason', async () => {
  const { body } = await service.api('POST', '/v1/emails', {
    subject: 'Template',
    body: 'one\ntwo\n{% if x %}never closed',
  });
  assert.match(body.detail, /^body, line 3, column \d+: .+/);
});

test('an issue number that another email has is refused', async () => {
  const make = async (subject: string) =>
    (await service.api('POST', '/v1/emails', { subject, status: 'draft' })).body.id;
  const [one, two] = [await make('One'), await make('Two')];
  assert.equal((await service.api('PATCH', `/v1/emails/${one}`, { secondary_id: 7 })).body.secondary_id, 7);
  const before = await readContents(service.db);
  const { status, body } = await service.api('PATCH', `/v1/emails/${two}`, { secondary_id: 7 });
  assert.deepEqual([status, body.code, body.detail.split(':')[0]], [400, 'email_invalid', 'secondary_id']);
  assert.deepEqual(await readContents(service.db), before);
});

test('values at their limits are accepted', async () => {
  const limits = {
    subject: 'a'.repeat(2000),
    description: 'a'.repeat(5000),
    slug: 'a'.repeat(100),
    canonical_url: `https://a.example/${'a'.repeat(1982)}`,
    custom_teaser: 'a'.repeat(100_000),
    status: 'draft',
  };
  assert.equal((await service.api('POST', '/v1/emails', limits)).status, 201);
});

test('every request for another owner’s email or with an invalid id gets 404', async () => {
  const { id } = (await service.api('POST', '/v1/emails', { subject: 'Mine', status: 'draft' })).body;
  const headers = await service.foreignKey();
  for (const word of [id, 'mine', '01900000-0000-7000-8000-000000000000', `${id}0`, "a'b", 'null']) {
    for (const [method, path, body] of [
      ['GET', `/v1/emails/${word}`, undefined],
      ['GET', `/v1/emails/${word}/analytics`, undefined],
      ['PATCH', `/v1/emails/${word}`, { subject: 'Taken over' }],
      ['DELETE', `/v1/emails/${word}`, undefined],
    ] as const) {
      const answer = await service.api(method, path, body, headers);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${method} ${path}`);
    }
  }
  assert.equal((await service.api('GET', `/v1/emails/${id}`)).body.subject, 'Mine');
  assert.equal((await service.api('GET', `/v1/emails?ids=${id}`, undefined, headers)).body.count, 0);
});

test('an email that would lose more than a quarter of its text is not mailed, and the error quotes it', async () => {
  const body = '<p>one</p><textarea>two three</textarea><p>four</p>';
  const draft = await service.api('POST', '/v1/emails', {
    subject: 'Kept as a draft',
    body,
    status: 'draft',
  });
  assert.equal(draft.status, 201);
  for (const [method, path, content] of [
    ['POST', '/v1/emails', { subject: 'Sent', body }],
    ['PATCH', `/v1/emails/${draft.body.id}`, { status: 'about_to_send' }],
    ['POST', `/v1/emails/${draft.body.id}/publish`, {}],
  ] as const) {
    const { status, body: answer } = await service.api(method, path, content);
    assert.deepEqual([status, answer.code], [400, 'body_invalid'], path);
    assert.match(answer.detail, /^body: 50 % of the text .*"two three"/);
  }
});
