import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

async function publish(fields: object) {
  const email = {
    subject: 'Published',
    body: 'Hello {{ subscriber.email }}!',
    status: 'imported',
    ...fields,
  };
  const { status, body } = await service.api('POST', '/v1/emails', email);
  assert.equal(status, 201);
  return body;
}

const visit = (path: string) => service.api('GET', path, undefined, { authorization: '' });
const page = (slug: string) => visit(`/test/archive/${slug}/`);

test('a published email is at its absolute_url, without personal values or unsubscribe link', async () => {
  const { absolute_url, slug } = await publish({
    subject: 'For everybody',
    body: '# Hi\n\nHello {{ subscriber.email }}!',
  });
  assert.equal(absolute_url, `http://news.example/test/archive/${slug}/`);
  const { status, text, headers } = await page(slug);
  assert.equal(status, 200);
  assert.match(text, /Hello !/);
  assert.doesNotMatch(text, /\/(?:unsubscribe|manage)\//);
  assert.match(headers.get('content-security-policy')!, /default-src 'none'/);
});

test('private, draft, scheduled and deleted emails and unknown newsletters are 404', async () => {
  const hidden = [
    await publish({ subject: 'Secret', email_type: 'private' }),
    await publish({ subject: 'Draft', status: 'draft' }),
    await publish({ subject: 'Later', status: 'scheduled', publish_date: '2999-01-01T00:00:00Z' }),
    await publish({ subject: 'Gone' }),
  ];
  await service.api('DELETE', `/v1/emails/${hidden[3].id}`);
  for (const { slug } of hidden) assert.equal((await page(slug)).status, 404, slug);
  const { slug } = await publish({ subject: 'Seen' });
  assert.equal((await visit(`/nobody/archive/${slug}/`)).status, 404);
  assert.equal((await visit(`/TEST/archive/${slug}`)).status, 200, 'case and trailing slash do not matter');
});

test('the public sees the part of a premium email above the paywall', async () => {
  const { slug } = await publish({
    subject: 'Premium',
    email_type: 'premium',
    body: 'For all\n\n<!-- paywall -->\n\nFor members',
  });
  const { text } = await page(slug);
  assert.match(text, /For all/);
  assert.match(text, /paying subscribers/);
  assert.doesNotMatch(text, /For members/);
});

test('an email’s earlier slug redirects to its current one until another email takes it', async () => {
  const { id, slug } = await publish({ subject: 'Once called so' });
  await service.api('PATCH', `/v1/emails/${id}`, { slug: 'second-name' });
  await service.api('PATCH', `/v1/emails/${id}`, { slug: 'third-name' });
  for (const former of [slug, 'second-name']) {
    const { status, headers } = await page(former);
    assert.deepEqual(
      [status, headers.get('location')],
      [301, 'http://news.example/test/archive/third-name/'],
    );
  }
  const other = await publish({ subject: 'The heir', slug: 'second-name', body: 'heir' });
  assert.match((await page(other.slug)).text, /heir/);
  await service.api('PATCH', `/v1/emails/${id}`, { slug });
  assert.equal((await page(slug)).status, 200, 'a slug taken back is its own again');
  await service.api('PATCH', `/v1/emails/${id}`, { email_type: 'private' });
  assert.equal((await page('third-name')).status, 404, 'a private email is not found by an earlier slug');
});

test('hostile bodies are harmless on the page', async () => {
  const { slug } = await publish({
    subject: '<script>alert(1)</script>',
    body: '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>',
  });
  const { text } = await page(slug);
  assert.deepEqual(text.match(/<script.*?>/g), ['<script type="application/ld+json">']);
  assert.doesNotMatch(text, /onerror|javascript:/);
  assert.equal(text.match(/<\/script/g)?.length, 1, 'the data for search engines cannot be closed early');
});

test('the page stays after its email’s snippets are deleted', async () => {
  const { id } = (await service.api('POST', '/v1/snippets', { identifier: 'sign', content: 'Yours' })).body;
  const { slug } = await publish({ subject: 'Signed', body: 'Before {{ snippets.sign }}' });
  assert.match((await page(slug)).text, /Before Yours/);
  assert.equal((await service.api('DELETE', `/v1/snippets/${id}`)).status, 204);
  const { status, text } = await page(slug);
  assert.equal(status, 200);
  assert.match(text, /Before/);
});
