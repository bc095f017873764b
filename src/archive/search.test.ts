import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { visit } from '../testing/pages.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const publish = async (subject: string, locale?: string) => {
  const { status, text } = await service.api('POST', '/v1/emails', {
    ...{ subject, body: 'x', status: 'imported' },
    ...(locale !== undefined && { locale }),
  });
  assert.equal(status, 201, text);
};
const find = async (words: string) => {
  const { text } = await visit(service, `/test/archive/?q=${encodeURIComponent(words)}`);
  return [...text.matchAll(/<h2><a [^>]*>([^<]*)</g)].map(([, title]) => title);
};
const speak = (locale: string) =>
  service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { locale });

test('the archive finds other forms of a word, by the rules of the language an email is written in', async () => {
  await publish('She walks home', 'en');
  await publish('Die Häuser am Meer', 'de-AT');
  await publish('Les chevaux nageaient', 'fr');
  await publish('海が残すもの tide', 'ja');
  assert.deepEqual(await find('walking'), ['She walks home']);
  assert.deepEqual(await find('Hauses'), ['Die Häuser am Meer']);
  assert.deepEqual(await find('nageait'), ['Les chevaux nageaient']);
  assert.deepEqual(await find('tides'), [], 'without rules for a language, words are found as they are');
  assert.deepEqual(await find('tid'), ['海が残すもの tide']);
});

test('an email without a language of its own follows its newsletter, also when that changes', async () => {
  await speak('de');
  await publish('Die Straßen der Stadt');
  assert.deepEqual(await find('Straße'), ['Die Straßen der Stadt']);
  await speak('ja');
  assert.deepEqual(await find('Straßes'), []);
  await speak('de');
  assert.deepEqual(await find('Straßes'), ['Die Straßen der Stadt']);
});
