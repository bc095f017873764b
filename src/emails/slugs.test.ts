import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const post = (body: object, headers = {}) =>
  service.api('POST', '/v1/emails', { status: 'draft', ...body }, headers);
const patch = (id: string, body: object) => service.api('PATCH', `/v1/emails/${id}`, body);

test('an email without a slug gets a free one made from its subject', async () => {
  const slugs = [];
  for (const slug of [undefined, '', null])
    slugs.push((await post({ subject: 'Same subject!', slug })).body.slug);
  assert.deepEqual(slugs, ['same-subject', 'same-subject-2', 'same-subject-3']);
});

test('a slug is unique in the newsletter among emails that are not deleted', async () => {
  const first = (await post({ subject: 'First', slug: 'taken' })).body;
  const other = (await post({ subject: 'Other' })).body;
  for (const answer of [
    await post({ subject: 'Second', slug: 'taken' }),
    await patch(other.id, { slug: 'taken' }),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [400, 'slug_invalid']);
    assert.match(answer.body.detail, /^slug: .*taken/);
  }
  assert.equal((await post({ subject: 'x', slug: 'taken' }, await service.foreignKey())).status, 201);
  assert.equal((await service.api('DELETE', `/v1/emails/${first.id}`)).status, 204);
  assert.equal((await patch(other.id, { slug: 'taken' })).body.slug, 'taken');
});

test('null makes a new slug from the subject, or keeps the current one if it matches', async () => {
  const { id } = (await post({ subject: 'Old name', slug: 'custom' })).body;
  assert.equal((await patch(id, { slug: null })).body.slug, 'old-name');
  assert.equal((await patch(id, { slug: null })).body.slug, 'old-name');
  assert.equal((await patch(id, { slug: null, subject: 'New name' })).body.slug, 'new-name');
  assert.equal(
    (await patch(id, { subject: 'Newer name' })).body.slug,
    'new-name',
    'a new subject alone does not change it',
  );
});

test('emails created concurrently get different slugs, even with similar subjects', async () => {
  const subjects = ['Race', 'Race 2', 'Race 3', 'Race', 'Race', 'race!', 'Race 2', 'Race 3'];
  const wished = [undefined, undefined, undefined, undefined, undefined, 'race-4', undefined, 'race-5'];
  const answers = await Promise.all(subjects.map((subject, at) => post({ subject, slug: wished[at] })));
  for (const [at, { status, text }] of answers.entries()) {
    // Only a requested slug may turn out to be taken.
    assert.ok(status === 201 || wished[at], text);
  }
  const slugs = answers.flatMap(({ body }) => body.slug ?? []);
  assert.equal(new Set(slugs).size, slugs.length);
});

test('a subject in any script gives a slug that every client can send back, and give to another email', async () => {
  const first = (await post({ subject: 'ニュース第4号' })).body;
  const second = (await post({ subject: 'ニュース第4号!' })).body;
  assert.deepEqual([first.slug, second.slug], ['ニュース第4号', 'ニュース第4号-2']);
  assert.equal(
    new URL(first.absolute_url).pathname,
    `/${service.newsletter.username}/archive/${encodeURIComponent(first.slug)}/`,
  );
  assert.equal((await patch(first.id, { slug: first.slug, description: 'same' })).status, 200);
  const copied = await post({ subject: 'x', slug: first.slug }, await service.foreignKey());
  assert.deepEqual([copied.status, copied.body.slug], [201, first.slug]);
  // File systems of Apple take characters apart.
  const apart = await post({ subject: 'x', slug: 'ガザ'.normalize('NFD') });
  assert.equal(apart.body.slug, 'ガザ'.normalize('NFC'));
  assert.deepEqual((await post({ subject: 'x', slug: 'ガザ' })).body.code, 'slug_invalid');
});

test('an email that had to take the slug with the number 4 keeps it until another slug is requested', async () => {
  const { id } = (await post({ subject: 'العدد ٤', slug: '4', status: 'imported' })).body;
  assert.equal((await patch(id, { subject: 'رسالة العدد ٤' })).body.slug, '4');
  assert.equal((await patch(id, { slug: null })).body.slug, 'رسالة-العدد-٤');
  const { status, headers } = await service.api('GET', `/${service.newsletter.username}/archive/4/`);
  assert.deepEqual(
    [status, headers.get('location')?.endsWith(`/archive/${encodeURIComponent('رسالة-العدد-٤')}/`)],
    [301, true],
  );
});
