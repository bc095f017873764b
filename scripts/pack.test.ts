import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('a packed release has the dashboard built, all that a start needs, and no sources of it or tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-packed-'));
  try {
    const script = fileURLToPath(new URL('pack.ts', import.meta.url));
    const said = execFileSync(process.execPath, [script, folder], { encoding: 'utf8' });
    const file = said.trim().split('\n').at(-1)!;
    const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' })
      .split('\n')
      .map(name => name.replace(/^[^/]*\//, ''));
    for (const needed of [
      'web/dist/index.html',
      'package.json',
      'package-lock.json',
      'bin/postrider.ts',
      'scripts/bootstrap.mjs',
      'scripts/node.json',
      'migrations/0001-foundation.sql',
      'themes/inbox/inbox.css',
    ])
      assert.ok(names.includes(needed), needed);
    assert.ok(names.some(name => /^web\/dist\/assets\/.*\.js\.br$/.test(name)));
    const left_out = /\.test\.ts$|^web\/src|testing\/|node_modules|^data|^bench|^test\//;
    assert.deepEqual(
      names.filter(name => left_out.test(name)),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
