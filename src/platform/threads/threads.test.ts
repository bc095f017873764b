import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openThread } from './threads.ts';

const folder = mkdtempSync(join(tmpdir(), 'threads-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('messages that Node sends about a thread under --watch are not taken for its answer', async () => {
  const file = join(folder, 'thread.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ task }) => {
      parentPort.postMessage({ 'watch:import': ['file:///somewhere.ts'] });
      parentPort.postMessage({ result: task + 1 });
    });`,
  );
  const thread = openThread<number, number>(pathToFileURL(file), { deadline_ms: 60_000, idle_ms: 1 });
  assert.equal(await thread.run(1), 2);
  assert.equal(await thread.run(2), 3);
});
