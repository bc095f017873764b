import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { emailUpdate } from './input.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await service.api('POST', '/v1/tags', { name: 'vip' });
});
after(() => service.stop());

let number = 0;
async function draft(fields: object = {}) {
  number += 1;
  const { body, headers } = await service.api('POST', '/v1/emails', {
    subject: `Version ${number}`,
    body: 'One',
    status: 'draft',
    ...fields,
  });
  return { id: body.id as string, etag: headers.get('etag')! };
}
const patch = (id: string, body: object, if_match?: string) =>
  service.api('PATCH', `/v1/emails/${id}`, body, if_match === undefined ? {} : { 'if-match': if_match });
const read = async (id: string) => {
  const { body, headers } = await service.api('GET', `/v1/emails/${id}`);
  return { ...body, etag: headers.get('etag') };
};

test('create, read, change and publish carry the ETag of the version they show', async () => {
  const { id, etag } = await draft();
  assert.match(etag, /^"[\w-]{22}\.[\w-]{22}"$/);
  assert.equal((await read(id)).etag, etag);
  const changed = (await patch(id, { body: 'Two' })).headers.get('etag');
  assert.notEqual(changed, etag);
  assert.equal((await read(id)).etag, changed);
  const path = `/v1/emails/${id}/publish`;
  const published = await service.api('POST', path, { publish_date: '2030-01-01T00:00:00Z' });
  assert.equal(published.headers.get('etag'), (await read(id)).etag);
  assert.notEqual(published.headers.get('etag'), changed);
});

test('every field that a writer can change makes another version, and nothing else does', async () => {
  const other = (await draft()).id;
  const attachment = (
    await service.upload('/v1/attachments', [
      { name: 'file', value: 'x', filename: 'x.txt', type: 'text/plain' },
    ])
  ).body.id;
  const values: Record<string, unknown> = {
    subject: 'Another subject',
    body: 'Another body',
    status: 'scheduled',
    publish_date: '2031-01-01T00:00:00.000Z',
    email_type: 'private',
    included_tags: ['vip'],
    excluded_tags: ['vip'],
    filters: {
      filters: [{ field: 'subscriber.type', operator: 'equals', value: 'premium' }],
      groups: [],
      predicate: 'and',
    },
    attachments: [attachment],
    description: 'About',
    canonical_url: 'https://post.example/',
    image: 'https://post.example/i.png',
    slug: 'own-slug',
    metadata: { a: 1 },
    should_send_teaser: true,
    custom_teaser: 'Short',
    secondary_id: 4711,
    archival_mode: 'disabled',
    featured: true,
    commenting_mode: 'enabled',
    related_email_ids: [other],
    template: 'naked',
    locale: 'ar',
    reader_time: { at: '09:00' },
    ignores_cap: true,
    ab_test: { variants: [{ subject: 'Other' }] },
  };
  const refused = ['should_trigger_pay_per_email_billing', 'suppression_reason'];
  const fields = Object.keys(emailUpdate.in.shape).filter(field => !refused.includes(field));
  assert.deepEqual(fields.toSorted(), Object.keys(values).toSorted());
  for (const field of fields) {
    const { id, etag } = await draft({ publish_date: '2030-06-01T00:00:00Z' });
    const answer = await patch(id, { [field]: values[field] }, etag);
    assert.equal(answer.status, 200, `${field}: ${answer.text}`);
    assert.notEqual(answer.headers.get('etag'), etag, field);
  }
  const { id, etag } = await draft();
  await service.db
    .updateTable('emails')
    .set({ trouble: 'x', modification_date: '2031-01-01T00:00:00Z', approval_state: 'requested' })
    .where('id', '=', id)
    .execute();
  assert.equal((await read(id)).etag, etag);
});

test('a change that was meant for an earlier version is refused with both versions, and changes nothing', async () => {
  const { id, etag } = await draft();
  const theirs = (await patch(id, { body: 'Theirs' }, etag)).headers.get('etag')!;
  const mine = { body: 'Mine', description: 'Also mine' };
  const { status, body, headers } = await patch(id, mine, etag);
  assert.deepEqual([status, body.code, body.metadata], [412, 'email_changed', { etag: theirs }]);
  assert.equal(headers.get('etag'), theirs);
  assert.deepEqual([body.current.id, body.current.body, body.asked], [id, 'Theirs', mine]);
  assert.deepEqual([(await read(id)).body, (await read(id)).etag], ['Theirs', theirs]);
  assert.equal((await patch(id, mine, theirs)).status, 200);
});

test('publish and delete take If-Match too', async () => {
  const { id, etag } = await draft();
  const { etag: newer } = { etag: (await patch(id, { body: 'Newer' })).headers.get('etag')! };
  const publish = (tag: string) =>
    service.api(
      'POST',
      `/v1/emails/${id}/publish`,
      { publish_date: '2031-01-01T00:00:00Z' },
      { 'if-match': tag, 'idempotency-key': 'publish once' },
    );
  const refused = await publish(etag);
  assert.deepEqual([refused.status, refused.body.current.body], [412, 'Newer']);
  assert.equal((await read(id)).status, 'draft');
  assert.equal((await publish(newer)).status, 200, 'the refusal is not replayed');
  const remove = (tag: string) => service.api('DELETE', `/v1/emails/${id}`, undefined, { 'if-match': tag });
  assert.equal((await remove(newer)).status, 412);
  assert.deepEqual(
    [(await remove(newer)).body.asked, (await read(id)).status],
    [{ status: 'deleted' }, 'scheduled'],
  );
  assert.equal((await remove((await read(id)).etag!)).status, 204);
});

test('an approval takes If-Match: an email that was changed since it was read is not approved', async () => {
  const { id, etag } = await draft();
  const second = await service.keyWith({ emails: 'write', sending: 'write' });
  const approve = (tag: string) =>
    service.api('POST', `/v1/emails/${id}/approval`, {}, { ...second, 'if-match': tag });
  const newer = (await patch(id, { body: 'Newer' })).headers.get('etag')!;
  const refused = await approve(etag);
  assert.deepEqual([refused.status, refused.body.code], [412, 'email_changed']);
  assert.deepEqual(
    [refused.body.current.body, refused.body.metadata, refused.body.asked],
    ['Newer', { etag: newer }, {}],
  );
  assert.equal((await read(id)).approval.state, 'none');
  const approved = await approve(newer);
  assert.deepEqual([approved.status, approved.body.approval.state], [200, 'approved']);
  assert.equal(approved.headers.get('etag'), newer, 'an approval makes no other version');
});

test('the version that was read is sent: a changed part stops sends and approvals, but not edits of the text', async () => {
  const { body: snippet } = await service.api('POST', '/v1/snippets', {
    identifier: 'footer',
    content: 'One',
  });
  const everybody = { field: 'subscriber.type', operator: 'not_equals', value: 'gifted' };
  const segment_filter = (...filters: object[]) => ({ filters, groups: [], predicate: 'and' });
  const { body: segment } = await service.api('POST', '/v1/segments', {
    name: 'Readers',
    filters: segment_filter(everybody),
  });
  const { body: file } = await service.upload('/v1/attachments', [
    { name: 'file', value: 'x', filename: 'map.txt', type: 'text/plain' },
  ]);
  const ada = await service.keyWith({ emails: 'write', subscribers: 'write', settings: 'write' });
  const changes: [string, string, string, object][] = [
    ['snippet', 'footer', `/v1/snippets/${snippet.id}`, { content: 'Two' }],
    [
      'segment',
      segment.id,
      `/v1/segments/${segment.id}`,
      { filters: segment_filter(everybody, { ...everybody, value: 'churned' }) },
    ],
    ['attachment', file.id, `/v1/attachments/${file.id}`, { name: 'chart.txt' }],
    ['newsletter', 'postal_address', `/v1/newsletters/${service.newsletter.id}`, { postal_address: 'Bay 2' }],
  ];
  for (const [part, key, path, change] of changes) {
    const { id, etag } = await draft({
      body: '{{ snippets.footer }}',
      attachments: [file.id],
      filters: segment_filter({ field: 'subscriber.segment', operator: 'equals', value: segment.id }),
    });
    const { parts } = await read(id);
    const changed = await service.api('PATCH', path, change, ada);
    assert.equal(changed.status, 200, changed.text);
    const at = { publish_date: '2031-01-01T00:00:00Z' };
    const only = { 'if-match': etag };
    const second = await service.keyWith({ emails: 'write', sending: 'write' });
    for (const answer of [
      await service.api('POST', `/v1/emails/${id}/publish`, {}, only),
      await service.api('POST', `/v1/emails/${id}/publish`, at, only),
      await patch(id, { status: 'about_to_send' }, etag),
      await patch(id, { status: 'imported' }, etag),
      await service.api('POST', `/v1/emails/${id}/approval`, {}, { ...second, ...only }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [412, 'email_changed'], `${part}: ${answer.text}`);
      const versions = new Set(parts.map(({ version }: { version: string }) => version));
      const others = answer.body.current.parts.filter(
        ({ version }: { version: string }) => !versions.has(version),
      );
      assert.deepEqual(
        others.map((one: Record<string, unknown>) => [one.part, one.key, typeof one.by]),
        [[part, key, 'string']],
      );
    }
    assert.deepEqual([(await read(id)).status, (await read(id)).approval.state], ['draft', 'none']);
    const saved = await patch(id, { description: 'Written on' }, etag);
    assert.equal(saved.status, 200, 'the text is saved all the same');
    const scheduled = await service.api('POST', `/v1/emails/${id}/publish`, at, {
      'if-match': saved.headers.get('etag')!,
    });
    assert.equal(scheduled.status, 200, scheduled.text);
  }
});

test('a tag of the fields alone, as earlier versions of the program made it, is compared with the fields alone', async () => {
  const { id, etag } = await draft();
  const earlier = (tag: string) => `${tag.split('.')[0]}"`;
  const saved = await patch(id, { body: 'Two' }, earlier(etag));
  assert.equal(saved.status, 200, saved.text);
  assert.equal((await patch(id, { body: 'Three' }, earlier(etag))).status, 412);
  const at = { publish_date: '2031-01-01T00:00:00Z' };
  const publish = (tag: string) => service.api('POST', `/v1/emails/${id}/publish`, at, { 'if-match': tag });
  assert.equal((await publish(earlier(etag))).status, 412);
  assert.equal((await publish(earlier(saved.headers.get('etag')!))).status, 200);
});

test('a repeated request whose change is made already succeeds: a lost response does no harm', async () => {
  const { id, etag } = await draft();
  const first = await patch(id, { body: 'Saved' }, etag);
  const again = await patch(id, { body: 'Saved' }, etag);
  assert.deepEqual([again.status, again.headers.get('etag')], [200, first.headers.get('etag')]);
});

test('If-Match is read as RFC 9110 says: lists, *, weak tags that never match', async () => {
  const { id, etag } = await draft();
  let at = 0;
  const attempt = async (if_match: string) => {
    at += 1;
    const present = (await read(id)).etag;
    return (await patch(id, { body: `Body ${at}` }, if_match.replaceAll('NOW', present))).status;
  };
  assert.equal(await attempt('*'), 200);
  assert.equal(await attempt(' * '), 200);
  assert.equal(await attempt('NOW'), 200);
  assert.equal(await attempt(`${etag}, NOW`), 200);
  assert.equal(await attempt('"a,b",,NOW'), 200);
  assert.equal(await attempt(`"one","two"`), 412);
  assert.equal(await attempt('""'), 412);
  assert.equal(await attempt('W/NOW'), 412, 'comparison is strong');
  assert.equal(await attempt('W/"other", NOW'), 200);
  for (const garbage of [
    '',
    ',',
    'NOW NOW',
    '"a b"',
    'NOW, *',
    'x',
    '"x',
    'w/NOW',
    '"a" x',
    'NOW, "',
    `'x'`,
    '"a""b"',
  ]) {
    const present = (await read(id)).etag;
    const { status, body } = await patch(id, { body: 'Garbage' }, garbage.replaceAll('NOW', present));
    assert.deepEqual([status, body.code], [400, 'request_invalid'], garbage);
    assert.match(body.detail, /^If-Match: /);
  }
});

test('a request that would fail anyway fails for its own reason', async () => {
  const { id, etag } = await draft();
  await patch(id, { body: 'Newer' });
  assert.equal((await patch(id, { subject: '' }, etag)).body.code, 'subject_invalid');
  assert.equal((await patch('nothing', { body: 'x' }, etag)).status, 404);
  assert.equal((await patch(id, { included_tags: ['no such tag'] }, etag)).body.code, 'tag_invalid');
});

test('of many simultaneous changes that were meant for one version, exactly one is made', async () => {
  const { id, etag } = await draft();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => patch(id, { body: `Writer ${at}` }, etag)),
  );
  const made = answers.filter(({ status }) => status === 200);
  assert.deepEqual([made.length, answers.filter(({ status }) => status === 412).length], [1, 11]);
  assert.equal((await read(id)).body, made[0]!.body.body);
});

test('without If-Match the last change wins, as it always has', async () => {
  const { id } = await draft();
  await patch(id, { body: 'First' });
  assert.equal((await patch(id, { body: 'Second' })).status, 200);
  assert.equal((await read(id)).body, 'Second');
});
