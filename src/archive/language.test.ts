import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  const publish = (fields: object) =>
    service.api('POST', '/v1/emails', {
      body: 'What the sea leaves.',
      status: 'imported',
      publish_date: '2026-01-02T09:00:00Z',
      ...fields,
    });
  await publish({ subject: 'Tides', slug: 'tides' });
  await publish({ subject: 'مد وجزر', slug: 'sea', locale: 'ar' });
});
after(() => service.stop());

async function visit(path: string): Promise<string> {
  const { status, text } = await service.api('GET', path, undefined, { authorization: '' });
  assert.equal(status, 200, path);
  return text;
}

test('the archive and an issue speak the language of their address, and their links keep it', async () => {
  for (const path of ['/test', '/test/archive/', '/test/archive/tides/']) {
    const page = await visit(`${path}?lang=fr`);
    assert.match(page, /<html lang="fr" dir="ltr">/, path);
    assert.match(page, /href="[^"]*\/test\/archive\/\?lang=fr"/, path);
    assert.match(page, /<link rel="canonical" href="[^"?]*">/, 'search engines know one address');
    assert.doesNotMatch(await visit(path), /lang=fr/, `${path} without it`);
  }
  assert.match(await visit('/test/archive/?lang=fr'), /href="[^"]*\/archive\/tides\/\?lang=fr"/);
  assert.match(await visit('/test/archive/?lang=fr&q=sea'), /name="lang" value="fr"/, 'the search keeps it');
});

test('the form on an issue in another language keeps that language, even if the reader has not chosen it', async () => {
  assert.match(await visit('/test/archive/sea/'), /<input type="hidden" name="lang" value="ar">/);
  assert.match(await visit('/test/archive/sea/?lang=fr'), /<input type="hidden" name="lang" value="fr">/);
  assert.doesNotMatch(await visit('/test/archive/tides/'), /name="lang"/, 'the newsletter’s own language');
});

test('a program that signs people up gets its refusals in the language of the form', async () => {
  const words = service.pages.catalogue.in({ locale: 'de' });
  const refused = await service.api(
    'POST',
    '/api/emails/embed-subscribe/test',
    { email: 'nobody', lang: 'de' },
    { authorization: '' },
  );
  assert.equal(refused.status, 400);
  assert.equal(refused.body.code, 'email_address_invalid');
  assert.equal(
    refused.body.detail,
    `email: ${words.say('form.address_invalid', { example: 'ada@example.org' })}`,
  );
});
