import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

let number = 0;
const next = () => {
  number += 1;
  return number;
};
const subscribe = (tags: unknown) =>
  service.api('POST', '/v1/subscribers', { email: `s${next()}@example.org`, tags });
const nameOf = async (id: string) => (await service.api('GET', `/v1/tags/${id}`)).body.name;

test('a tag is found by id or by name, ignoring case and surrounding spaces, and its id is returned once', async () => {
  const { id } = (await service.api('POST', '/v1/tags', { name: 'Ärzte' })).body;
  for (const words of [
    [id],
    [id.toUpperCase()],
    ['Ärzte'],
    ['ärzte'],
    [' ÄRZTE '],
    [id, 'ärzte', ' Ärzte', id],
  ]) {
    const { body } = await subscribe(words);
    assert.deepEqual(body.tags, [id], JSON.stringify(words));
    const draft = { subject: 'Draft', status: 'draft', included_tags: words, excluded_tags: words };
    const email = (await service.api('POST', '/v1/emails', draft)).body;
    assert.deepEqual([email.included_tags, email.excluded_tags], [[id], [id]]);
  }
});

test('a new name on a subscriber becomes one tag, trimmed', async () => {
  const { body } = await subscribe([' Fresh ', 'fresh', 'FRESH', 'crisp']);
  const names = await Promise.all(body.tags.map(nameOf));
  assert.equal(names.length, 2);
  assert.deepEqual(names.map(name => name.toLowerCase()).toSorted(), ['crisp', 'fresh']);
  assert.deepEqual((await subscribe(['crisp', ' fresh'])).body.tags.toSorted(), body.tags.toSorted());
});

test('an unknown tag name is refused on an email, and an unknown id everywhere', async () => {
  const foreign = (await service.api('POST', '/v1/tags', { name: 'foreign' }, await service.foreignKey()))
    .body.id;
  const before = await readContents(service.db);
  for (const word of ['unknown', foreign, '01900000-0000-7000-8000-000000000000', '']) {
    for (const field of ['included_tags', 'excluded_tags']) {
      const { status, body } = await service.api('POST', '/v1/emails', { subject: 'x', [field]: [word] });
      assert.deepEqual([status, body.code, body.detail.split(':')[0]], [400, 'tag_invalid', field], word);
    }
    if (word === 'unknown') continue;
    const { status, body } = await subscribe([word]);
    assert.deepEqual([status, body.code, body.detail.split(':')[0]], [400, 'tag_invalid', 'tags'], word);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('an invalid name is refused, and no other tag of the request is made', async () => {
  const before = await readContents(service.db);
  for (const word of ['a,b', 'a\nb', '  ', 'x'.repeat(101)]) {
    const { status, body } = await subscribe(['made in vain', word]);
    assert.deepEqual([status, body.code], [400, 'tag_invalid'], word);
    assert.match(body.detail, /^tags\b/);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('many subscribers created concurrently with the same new tags in any order all get them', async () => {
  const words = ['na', 'nb', 'nc', 'nd', 'ne', 'nf'];
  for (let round = 0; round < 5; round += 1) {
    const tags = words.map(word => `${word} of round ${round}`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        subscribe(at % 2 ? tags : tags.map((tag, i) => (i % 2 ? tag : tag.toUpperCase())).toReversed()),
      ),
    );
    for (const { status, body, text } of answers) {
      assert.equal(status, 201, text);
      assert.deepEqual(body.tags.toSorted(), answers[0]!.body.tags.toSorted());
    }
  }
});
