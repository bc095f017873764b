import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { post } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';

const time = { now: Date.now() };
let service: TestService;
before(async () => {
  service = await startTestService({
    clock: () => new Date(time.now),
    env: { SIGN_UPS_PER_HOUR: '1000' },
  });
});
after(() => service.stop());

const signUp = (email: string, fields: Record<string, string> = {}, referer?: string) =>
  post(service, '/api/emails/embed-subscribe/test', { email, ...fields }, referer ? { referer } : {});
const counts = async (query = '') =>
  (await service.api('GET', `/v1/newsletters/${service.newsletter.id}/sign_up_form${query}`)).body;
const change = (email: string, fields: object) => service.api('PATCH', `/v1/subscribers/${email}`, fields);

test('nobody has signed up yet', async () => {
  const { pages, tags, totals, page_url, frame_url, post_url } = await counts();
  assert.deepEqual(
    { pages, tags, totals },
    {
      pages: [],
      tags: [],
      totals: { signed_up: 0, confirmed: 0, waiting: 0, readers: 0 },
    },
  );
  assert.deepEqual(
    [page_url, frame_url, post_url],
    [
      'http://news.example/test',
      'http://news.example/test?as_embed=true',
      'http://news.example/api/emails/embed-subscribe/test',
    ],
  );
});

test('people are counted once each, by the form that they first used and by their tags', async () => {
  const page = 'http://news.example/test';
  await signUp('a@example.org', { form: 'own', tag: 'web' }, `${page}?tag=web`);
  await signUp('b@example.org', { form: 'own' }, page);
  await signUp('b@example.org', { form: 'own' }, page);
  await signUp('c@example.org', { form: 'embed' }, `${page}?as_embed=true`);
  await signUp('d@example.org', { tag: 'web' }, 'https://blog.example/post?secret=1#part');
  await signUp('e@example.org', { tag: 'web' });
  // Neither an import nor a robot is a sign-up.
  await service.api('POST', '/v1/subscribers', { email_address: 'f@example.org', tags: ['web'] });
  await signUp('robot@example.org', { website: 'x' });
  await service.db
    .updateTable('subscribers')
    .set({ ...typed('regular'), confirmation_date: new Date().toISOString() })
    .where('email_address', 'in', ['a@example.org', 'c@example.org'])
    .execute();
  await change('c@example.org', { type: 'unsubscribed' });
  const { totals, pages, tags } = await counts();
  assert.deepEqual(totals, { signed_up: 5, confirmed: 2, waiting: 3, readers: 1 });
  assert.deepEqual(pages, [
    { form: 'page', page_url: page, signed_up: 2, confirmed: 1, waiting: 1, readers: 1 },
    { form: 'site', page_url: '', signed_up: 1, confirmed: 0, waiting: 1, readers: 0 },
    { form: 'frame', page_url: page, signed_up: 1, confirmed: 1, waiting: 0, readers: 0 },
    {
      form: 'site',
      page_url: 'https://blog.example/post',
      signed_up: 1,
      confirmed: 0,
      waiting: 1,
      readers: 0,
    },
  ]);
  assert.deepEqual(
    tags.map(({ id: _, ...tag }: { id: string }) => tag),
    [{ name: 'web', signed_up: 3, confirmed: 1, waiting: 2, readers: 1 }],
  );
});

test('the period ends now and goes back as far as requested', async () => {
  time.now += 40 * 86_400_000;
  assert.equal((await counts()).totals.signed_up, 0);
  assert.equal((await counts('?days=60')).totals.signed_up, 5);
  for (const days of ['0', '1101', 'x', '1.5', '']) {
    const { status, body } = await service.api(
      'GET',
      `/v1/newsletters/${service.newsletter.id}/sign_up_form?days=${days}`,
    );
    assert.deepEqual([status, body.code], [400, 'request_invalid'], days);
  }
});

test('another newsletter’s form is not found', async () => {
  const other = (await service.api('POST', '/v1/newsletters', { username: 'other', name: 'Other' })).body.id;
  assert.equal((await service.api('GET', `/v1/newsletters/${other}/sign_up_form`)).status, 404);
});
