import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { inLanguage, type Language, languages } from './translations.ts';

for (const language of Object.keys(languages) as Language[])
  test(`in ${language}, the list of emails opens with less than 152 kB of script and CSS, compressed with gzip`, async () => {
    const built = await build({
      configFile: join(import.meta.dirname, 'vite.config.ts'),
      logLevel: 'error',
      plugins: [inLanguage(language)],
      build: { write: false },
    });
    assert.ok('output' in built);
    const chunks = built.output.filter(file => file.type === 'chunk');
    const needed = new Set<string>();
    const need = (name: string) => {
      const chunk = chunks.find(({ fileName }) => fileName === name);
      if (!chunk || needed.has(name)) return;
      needed.add(name);
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) needed.add(sheet);
      for (const imported of chunk.imports) need(imported);
    };
    const screen = chunks.find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith('/emails/list/list-screen.tsx'),
    );
    const entry = chunks.find(({ isEntry }) => isEntry);
    for (const chunk of [entry, screen]) need(chunk!.fileName);
    const files = built.output.filter(({ fileName }) => needed.has(fileName));
    const size = files.reduce(
      (sum, file) => sum + gzipSync(file.type === 'chunk' ? file.code : file.source).length,
      0,
    );
    assert.ok(size > 50_000 && size < 152_000, `it is ${size}`);
  });
