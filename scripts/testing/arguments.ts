import { globSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dependsOnServer } from './scope.ts';

export type Wish = {
  files: string[];
  /** Options for the process of each file. */
  options: string[];
  /** The number of files that run at the same time. */
  at_once: number;
  /** In milliseconds. */
  file_limit: number;
  /** True if the tests reach PostgreSQL through PgBouncer. */
  is_pooled: boolean;
  /** True if only some tests of a file are selected, so that a file may have none. */
  is_narrowed: boolean;
};

/** Scenarios take longest. They start first, so that no core waits for the last of them at the end. */
const everything = [
  'test/**/*.test.ts',
  'integrations/**/*.test.ts',
  'scripts/**/*.test.ts',
  'src/**/*.test.ts',
  'web/**/*.test.ts',
];

/** Options of node:test whose value may be a separate argument. */
const withValue = [
  'test-name-pattern',
  'test-skip-pattern',
  'test-timeout',
  'test-concurrency',
  'file-timeout',
];

/**
 * Options of this runner, which node:test does not get. `--database-only` selects tests that another PostgreSQL may affect, and `--pooler`
 * puts PgBouncer in front of it.
 */
const own = ['test-concurrency', 'file-timeout', 'database-only', 'pooler'];

/** Reads the arguments after `npm test --`. Throws if a name matches no file. */
export function readArguments(args: string[], usual: { at_once: number; file_limit: number }): Wish {
  const { tokens } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(withValue.map(name => [name, { type: 'string' }])),
  });
  const given = new Map<string, string>();
  const names: string[] = [];
  const options = ['--disable-warning=ExperimentalWarning'];
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value);
    if (token.kind !== 'option') continue;
    given.set(token.name, token.value ?? '');
    if (own.includes(token.name)) continue;
    options.push(token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`);
  }
  if (!given.has('test-timeout')) options.push('--test-timeout=300000');
  const files = findFiles(names);
  return {
    files: given.has('database-only') ? files.filter(dependsOnServer) : files,
    options,
    at_once: Number(given.get('test-concurrency') ?? usual.at_once),
    file_limit: Number(given.get('file-timeout') ?? usual.file_limit),
    is_pooled: given.has('pooler'),
    is_narrowed: ['test-name-pattern', 'test-skip-pattern', 'test-only'].some(name => given.has(name)),
  };
}

function findFiles(names: string[]): string[] {
  if (names.length === 0) return everything.flatMap(pattern => globSync(pattern).toSorted());
  const found = names.flatMap(name => {
    const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory();
    const files = globSync(isFolder ? `${name}/**/*.test.ts` : name).toSorted();
    if (files.length === 0) throw new Error(`No test file matches ${name}.`);
    return files;
  });
  return [...new Set(found)];
}
