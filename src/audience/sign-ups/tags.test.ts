import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { post } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { mostNewTags } from './tags.ts';

const path = '/api/emails/embed-subscribe/test';
const time = { now: Date.parse('2026-11-20T22:00:00Z') };
let service: TestService;
let number = 0;
before(async () => {
  service = await startTestService({
    clock: () => new Date(time.now),
    env: { SIGN_UPS_PER_HOUR: '100000' },
  });
});
after(() => service.stop());

/** Signs somebody up with these tags, and returns the names of their tags afterwards. */
async function signUp(tags: string[], address = path): Promise<string[]> {
  number += 1;
  const email = `t${number}@example.org`;
  const answer = await post(service, address, [
    ['email', email],
    ...tags.map(tag => ['tag', tag] as [string, string]),
  ]);
  assert.equal(answer.status, 200, answer.text);
  const { tags: ids } = (await service.api('GET', `/v1/subscribers/${email}`)).body;
  const names = new Map((await allTags()).map(({ id, name }) => [id, name]));
  return ids.map((id: string) => names.get(id));
}

async function allTags(): Promise<{ id: string; name: string }[]> {
  return (await service.api('GET', '/v1/tags?page_size=1000')).body.results;
}

test('a form creates the tag that it names once, in any case; tags may also be in the address', async () => {
  assert.deepEqual(await signUp(['Gardening']), ['Gardening']);
  assert.deepEqual(await signUp(['gardening', ' GARDENING ', 'Cooking']), ['Gardening', 'Cooking']);
  assert.deepEqual(await signUp([], `${path}?tag=Cooking&tag=From%20a%20link`), ['Cooking', 'From a link']);
  assert.equal((await allTags()).length, 3);
});

test('words that cannot be tag names are ignored', async () => {
  const before = await allTags();
  assert.deepEqual(await signUp(['a,b', '01900000-0000-7000-8000-000000000000', ' ', 'Cooking']), [
    'Cooking',
  ]);
  assert.deepEqual(await allTags(), before);
});

test('forms make at most 20 tags a day, even concurrently; known tags still apply after that', async () => {
  time.now += 86_400_000;
  const before = (await allTags()).length;
  const wishes = Array.from({ length: 30 }, (_, at) => [`Flood ${at % 27}`, 'Cooking']);
  const given = await Promise.all(wishes.map(tags => signUp(tags)));
  assert.equal((await allTags()).length - before, mostNewTags);
  assert.ok(given.every(tags => tags.includes('Cooking')));
  const made = (await allTags()).find(({ name }) => name.startsWith('Flood'))!;
  await service.api('DELETE', `/v1/tags/${made.id}`);
  assert.deepEqual(await signUp(['One more', 'Cooking']), ['Cooking'], 'deleting a tag does not make room');
  time.now += 86_400_000;
  assert.deepEqual(await signUp(['One more']), ['One more']);
});

test('a newsletter that allows only known tags ignores the others', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { forms_create_tags: false });
  assert.deepEqual(await signUp(['Not known', 'Cooking']), ['Cooking']);
  assert.ok(!(await allTags()).some(({ name }) => name === 'Not known'));
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { forms_create_tags: null });
  assert.deepEqual(await signUp(['Known now']), ['Known now']);
});

test('existing subscribers and bots create no tags', async () => {
  await service.api('POST', '/v1/subscribers', { email: 'known@example.org', type: 'regular' });
  const before = await allTags();
  await post(service, path, { email: 'known@example.org', tag: 'Of a stranger' });
  await post(service, path, { email: 'machine@example.org', tag: 'Of a machine', website: 'x' });
  assert.deepEqual(await allTags(), before);
});
