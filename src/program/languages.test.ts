import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyLook } from '../accounts/look/fields.ts';
import { compileMessage } from '../engines/rendering/compile.ts';
import { themeOf } from '../engines/rendering/look.ts';
import { teaserEnding } from '../engines/rendering/premium.ts';
import { loadTheme } from '../engines/rendering/theme.ts';
import { loadCatalogue } from '../platform/languages/catalogue.ts';
import { everyPage } from '../testing/every-page.ts';
import { stretchWords, untranslated } from '../testing/pseudo-language.ts';
import { sampleValues } from '../testing/samples/rendering.ts';

const folder = join(import.meta.dirname, '../../themes/default');
const catalogue = stretchWords(loadCatalogue(join(folder, 'words')), 'en', 'ar');
const theme = loadTheme(folder, catalogue);

const values = ['RSS', 'JSON Feed', 'ada@example.org'];

for (const [locale, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`no page has a hard-coded text: in a stretched ${locale}, all of it is stretched and ${dir}`, () => {
    for (const { name, html } of everyPage(catalogue, locale)) {
      assert.match(html, new RegExp(`<html lang="${locale}" dir="${dir}">`));
      assert.match(html, /⟦/, name);
      assert.deepEqual(untranslated(html, values), [], name);
    }
  });

for (const [locale, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`no mail has a hard-coded text: in a stretched ${locale}, all of it is stretched and ${dir}`, () => {
    const newsletter = { ...sampleValues.newsletter, name: '2026', postal_address: '2027' };
    const style = { ...emptyLook, locale, formal_words: false, words: {} };
    for (const template of [null, 'classic', 'naked'] as const) {
      const spoken = themeOf(theme, template, style);
      const sources = [
        ...Object.values(spoken.mails),
        {
          subject: '2040',
          description: '',
          body: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe><iframe src="https://1.example/"></iframe>',
          ending: teaserEnding(
            { name: '2026', premium_text: '', premium_url: 'https://1.example/' },
            spoken.words,
          ),
        },
      ];
      for (const source of sources) {
        const filled = compileMessage(source, spoken).fill({
          ...sampleValues,
          newsletter,
          email: { ...sampleValues.email, subject: '2040' },
          confirm_url: 'https://1.example/2',
        });
        assert.match(filled.html, new RegExp(`<html lang="${locale}" dir="${dir}"`));
        assert.deepEqual(untranslated(filled.html, ['1.example']), [], filled.html);
        const text = filled.text.replace(/https:\S+/g, ' ');
        assert.deepEqual(untranslated(text, ['1.example']), [], filled.text);
      }
    }
  });
