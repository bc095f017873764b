import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from './arguments.ts';

const usual = { at_once: 2, file_limit: 1000 };
const read = (...args: string[]) => readArguments(args, usual);

test('without names all files run, the scenarios first', () => {
  const { files, is_narrowed } = read();
  assert.match(files[0]!, /^test\/scenarios\//);
  assert.ok(files.includes('scripts/testing/arguments.test.ts') && files.includes('src/imports.test.ts'));
  assert.equal(is_narrowed, false);
});

test('files, folders and globs select files, each once; a name without a match is refused', () => {
  const all = ['arguments', 'file', 'plan', 'scope'].map(name => `scripts/testing/${name}.test.ts`);
  assert.deepEqual(read(all[1]!).files, [all[1]]);
  assert.deepEqual(read('scripts/testing').files, all);
  assert.deepEqual(read('scripts/testing/a*.test.ts', 'scripts/testing/').files, all);
  assert.throws(() => read('scripts/nothing.test.ts'), /No test file matches scripts\/nothing\.test\.ts/);
});

test('options of node:test are passed on, and those of the runner are not', () => {
  const { files, options, ...rest } = read(
    ...['--test-name-pattern', 'a b', '--test-timeout=5', '--test-only', '--test-concurrency=1'],
    ...['--file-timeout', '9', 'src/imports.test.ts'],
  );
  assert.deepEqual(files, ['src/imports.test.ts']);
  assert.deepEqual(options.slice(1), ['--test-name-pattern=a b', '--test-timeout=5', '--test-only']);
  assert.deepEqual(rest, { at_once: 1, file_limit: 9, is_pooled: false, is_narrowed: true });
});

test('--database-only leaves out the files that another PostgreSQL cannot affect', () => {
  const { files, options } = read('scripts/testing', 'src/emails/update.test.ts', '--database-only');
  assert.deepEqual(files, ['src/emails/update.test.ts']);
  assert.ok(!options.includes('--database-only'));
});

test('--pooler is for the runner', () => {
  const { options, is_pooled } = read('src/imports.test.ts', '--pooler');
  assert.ok(is_pooled && !options.includes('--pooler'));
});
