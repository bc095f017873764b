import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripTypes } from './strip-types.ts';

const source = `import type { A } from './a.ts';
import { b, type B } from './b.ts';
import { z } from 'zod';
export * from '@scope/name/part';

/** Says: import it from 'nowhere'. */
export async function load(name: string): Promise<B> {
  const thread = new URL('work-thread.ts', import.meta.url);
  const { late } = await import('../late.ts');
  throw new Error(\`\${name} \${thread} \${late(b, z)}\` satisfies A);
}
`;

test('types become spaces, so that every statement stays in its place, and files are named as they will be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-strip-'));
  try {
    await writeFile(join(folder, 'x.ts'), source);
    await writeFile(join(folder, 'y.mjs'), "import('./x.ts');\n");
    const imported = await stripTypes(folder);
    assert.deepEqual((await readdir(folder)).toSorted(), ['x.js', 'y.mjs']);
    const code = await readFile(join(folder, 'x.js'), 'utf8');
    assert.match(code, /from '\.\/b\.js'/);
    assert.match(code, /new URL\('work-thread\.js', import\.meta\.url\)/);
    assert.match(code, /import\('\.\.\/late\.js'\)/);
    assert.doesNotMatch(code, /a\.ts|: string|satisfies/);
    const place = (text: string) => {
      const line = text.split('\n').findIndex(line => line.includes('throw new'));
      return [line, text.split('\n')[line]!.indexOf('throw new')];
    };
    assert.deepEqual(place(code), place(source));
    assert.equal(await readFile(join(folder, 'y.mjs'), 'utf8'), "import('./x.js');\n");
    assert.ok(imported.has('zod') && imported.has('@scope/name'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
