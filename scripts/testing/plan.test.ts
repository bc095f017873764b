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
  const roomOf = (file: string) => /^(?:src\/[^/]+|test\/scenarios|web)\//.exec(file)?.[0];
  for (const run of runs.filter(run => run.length > 1)) {
    const [room, ...others] = new Set(run.map(roomOf));
    assert.ok(run.length <= 16 && room !== undefined && others.length === 0, run.join());
  }
});

test('the longest files exist', () => {
  assert.deepEqual(
    longest.filter(file => !existsSync(file)),
    [],
  );
});
