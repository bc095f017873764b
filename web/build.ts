// node web/build.ts FOLDER: builds the web interface into FOLDER, once per language, with a brotli copy next to each file that becomes
// smaller. The page is index.html in English and index.LANGUAGE.html in another. Files that are the same in several languages are there
// once.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { inLanguage, type Language, languages } from './translations.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node web/build.ts FOLDER');
const others = (Object.keys(languages) as Language[]).filter(language => language !== 'en');
for (const language of [...others, 'en'] as const) {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [inLanguage(language)],
    build: { outDir: folder, emptyOutDir: language === others[0] },
  });
  if (language !== 'en') await rename(join(folder, 'index.html'), join(folder, `index.${language}.html`));
}
for (const name of await readdir(folder, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const content = await readFile(join(folder, name));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9, // level 11 takes ten times as long for 7 % less
    // The usual window of 4 MB takes longer to allocate than most files take to compress.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(content.length + 16)))),
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
}
