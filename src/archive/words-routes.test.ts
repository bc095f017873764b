import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let path: string;
before(async () => {
  service = await startTestService();
  path = `/v1/newsletters/${service.newsletter.id}`;
});
after(() => service.stop());

type Listed = { language: string; languages: object[]; texts: { key: string; usual: string; own: string }[] };
const list = async (language?: string): Promise<Listed> =>
  (await service.api('GET', `${path}/words${language === undefined ? '' : `?language=${language}`}`)).body;
const textOf = ({ texts }: Listed, key: string) => texts.find(text => text.key === key);

test('every text is listed in the nearest language, with the newsletter’s own beside it', async () => {
  await service.api('PATCH', path, { locale: 'pt-PT', words: { de: { 'form.subscribe': 'Her damit' } } });
  const own = await list();
  assert.equal(own.language, 'pt-BR', 'the language of the newsletter');
  assert.equal(own.languages.length, service.pages.catalogue.choices.length);
  const german = await list('de-AT');
  assert.equal(german.language, 'de');
  assert.deepEqual(textOf(german, 'form.subscribe'), {
    key: 'form.subscribe',
    usual: 'Abonnieren',
    own: 'Her damit',
  });
  assert.equal(textOf(await list('fi'), 'form.subscribe')?.usual, 'Subscribe', 'English without words');
});

test('a newsletter with formal words gets the formal texts as the usual ones', async () => {
  await service.api('PATCH', path, { formal_words: false });
  const plain = textOf(await list('de'), 'form.captcha');
  await service.api('PATCH', path, { formal_words: true });
  const formal = textOf(await list('de'), 'form.captcha');
  assert.match(plain!.usual, /zeige unten/);
  assert.match(formal!.usual, /zeigen Sie unten/);
  assert.equal(textOf(await list('de'), 'frame.archive')?.usual, 'Archiv', 'the others are the same');
});
