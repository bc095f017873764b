// npm run check: checks the code without running it. Prints one line per check, and the output of those that fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const checks = [
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { name: 'types of web/', command: ['node_modules/typescript/bin/tsc', '-p', 'web'] },
  { name: 'unused code', command: ['node_modules/knip/bin/knip.js'] },
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
