import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { readArguments } from './arguments.ts';
import { longest, planRuns } from './plan.ts';

test('every file runs once, the longest first and alone, and no process has files of two rooms', () => {
  const { files } = readArguments([], { at_once: 1, file_limit: 1 });
  const runs = planRuns(files);
  assert.deepEqual(runs.flat().toSorted(), files.toSorted());
  assert.deepEqual(
    runs.slice(0, longest.length),
    longest.map(file => [file]),
  );
  for (const run of runs.filter(run => run.length > 1)) {
    assert.ok(run.length <= 8 && run.every(file => file.startsWith('src/')), run.join());
    assert.equal(new Set(run.map(file => file.split('/')[1])).size, 1, run.join());
  }
});

test('the longest files exist', () => {
  assert.deepEqual(
    longest.filter(file => !existsSync(file)),
    [],
  );
});
