// npm run check: checks the code without running it. Prints one line per check, and the output of those that fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const checks = [
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'types', command: checkTypes('.') },
  { name: 'types of web/', command: checkTypes('web') },
  { name: 'types of the GitHub Action', command: checkTypes('integrations/github-action') },
  { name: 'unused code', command: ['node_modules/knip/bin/knip.js'] },
  { name: 'OpenAPI document', command: ['scripts/lint-openapi.ts'] },
  { name: 'import rules', command: ['--test', 'src/imports.test.ts', 'web/imports.test.ts'] },
];

const running = checks.map(check => ({ ...check, result: run(check.command) }));
for (const { name, result } of running) {
  const { passed, output, seconds } = await result;
  console.log(`${passed ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`);
  if (!passed) {
    console.log(`\n${output.trim()}\n`);
    process.exitCode = 1;
  }
}

/** Returns the arguments that check types. The results are kept, so that the next check looks only at changes and what depends on them. */
function checkTypes(project: string): string[] {
  const kept = `node_modules/.cache/types/${project === '.' ? 'server' : project}.tsbuildinfo`;
  return ['node_modules/typescript/bin/tsc', '-p', project, '--incremental', '--tsBuildInfoFile', kept];
}

async function run(command: string[]): Promise<{ passed: boolean; output: string; seconds: number }> {
  const since = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', chunk => output.push(chunk));
  child.stderr.on('data', chunk => output.push(chunk));
  const [code] = await once(child, 'close');
  return {
    passed: code === 0,
    output: Buffer.concat(output).toString(),
    seconds: (performance.now() - since) / 1000,
  };
}
