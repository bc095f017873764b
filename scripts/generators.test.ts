import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { inProgram } from '../src/platform/root.ts';
import { openapiFile } from './openapi.ts';

const run = promisify(execFile);
const { OPENAPI_TYPESCRIPT, OPENAPI_PYTHON_CLIENT } = process.env;

let folder: string;
let manual: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-generators-'));
  manual = await readFile(inProgram('docs/client.md'), 'utf8');
});
after(() => rm(folder, { recursive: true, force: true }));

test('openapi-typescript makes types that compile', { skip: !OPENAPI_TYPESCRIPT }, async () => {
  const { stderr } = await run(OPENAPI_TYPESCRIPT!, [openapiFile, '--output', join(folder, 'api.ts')]);
  assert.doesNotMatch(stderr, /warn|⚠|error/i);
  await writeFile(
    join(folder, 'use.ts'),
    `import type { paths } from './api.ts';
type Emails = paths['/v1/emails']['get']['responses'][200]['content']['application/json'];
export const subjects = ({ results }: Emails): string[] => results.map(({ subject }) => subject);
// @ts-expect-error: an email has no such field
export const colours = ({ results }: Emails) => results.map(({ colour }) => colour);
`,
  );
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--allowImportingTsExtensions', '--types', ''];
  const { stdout } = await run(
    process.execPath,
    [inProgram('node_modules/typescript/bin/tsc'), ...options, join(folder, 'use.ts')],
    { cwd: folder },
  ).catch(error => error);
  assert.equal(stdout, '');
});

/** Writes the program or file in docs/client.md that contains these words. */
async function write(name: string, words: string): Promise<void> {
  const blocks = [...manual.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block]) => block!);
  const block = blocks.find(block => block.includes(words));
  assert.ok(block, words);
  await writeFile(join(folder, name), block);
}

test('openapi-python-client makes modules of every operation, as docs/client.md says', {
  skip: !OPENAPI_PYTHON_CLIENT,
}, async () => {
  const inFolder = { cwd: folder, maxBuffer: 1e8 };
  await write('prepare.py', 'for-python.json');
  await write('config.yaml', 'content_type_overrides');
  await run('python3', ['prepare.py', openapiFile], inFolder);
  const given = [
    '--path',
    'for-python.json',
    '--config',
    'config.yaml',
    '--meta',
    'none',
    '--output-path',
    'client',
  ];
  const { stdout, stderr } = await run(OPENAPI_PYTHON_CLIENT!, ['generate', ...given], inFolder);
  assert.doesNotMatch(stdout + stderr, /warning|unable|error/i);
  await run('python3', ['-m', 'compileall', '-q', 'client'], inFolder);
  const { paths } = JSON.parse(await readFile(openapiFile, 'utf8'));
  const names = Object.values<object>(paths).flatMap(item =>
    Object.values<{ operationId: string }>(item as never),
  );
  const { stdout: made } = await run(
    'find',
    ['client/api', '-name', '*.py', '!', '-name', '__init__.py'],
    inFolder,
  );
  assert.equal(made.trim().split('\n').length, names.length);
});
