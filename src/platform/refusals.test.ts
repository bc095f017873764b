import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProgram } from './root.ts';

test('no refusal is written where it is thrown: each is a sentence with a code', () => {
  const files = globSync('src/**/*.ts', { cwd: inProgram('.') }).filter(
    file => !/\.test\.ts$|^src\/(?:testing|commands|client)\//.test(file),
  );
  const literal = files.flatMap(file =>
    [
      ...readFileSync(join(inProgram('.'), file), 'utf8').matchAll(
        /new DomainError\(\s*[^,()]+,\s*['"`](?!\$\{|(?:metadata|body|url|words|email)[.:])[^,]{0,60}/g,
      ),
    ].map(([found]) => `${file}: ${found}`),
  );
  assert.deepEqual(literal, []);
});
