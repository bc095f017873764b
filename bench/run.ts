// npm run bench [-- name …]: runs all benchmarks one after another, or the named ones. npm run bench -- compare COMMIT name
// …: alternates the named ones with another commit's. npm run bench -- side-by-side PATH_TO_LISTMONK: with listmonk.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const all = [
  'audience',
  'render',
  'print',
  'smtp',
  'postfix',
  'send',
  'replica',
  'parts',
  'relays',
  'installations',
  'million',
  'cliff',
  'pause',
  'start',
  'lists',
  'filters',
  'growth',
  'composed-keys',
  'bulk',
  'payments',
  'sequences',
  'hits',
  'requests',
  'idle',
  'archive',
  'feeds',
  'feed-years',
  'hostile-feeds',
  'parse',
  'crash',
  'failover',
  'patroni',
  'namespaces',
  'hosts',
  'upgrade',
  'pooler',
  'export',
  'backup',
  'import',
  'dashboard',
];

/** Benchmarks that need some preparation, or hours and much of the disk. */
const named = ['citus', 'year'];

const [first, ...rest] = process.argv.slice(2);
const wanted = first === 'compare' ? rest.slice(1) : process.argv.slice(2);
const unknown = first === 'side-by-side' ? [] : wanted.filter(name => ![...all, ...named].includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are ${[...all, ...named].join(', ')}.`);
  process.exit(1);
}
if (first === 'compare' || first === 'side-by-side') await run(first, rest);
else for (const name of wanted.length > 0 ? wanted : all) await run(name, []);

async function run(name: string, args: string[]): Promise<void> {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: 'inherit',
    env: {
      SECRET_KEY: randomBytes(32).toString('base64'), // several processes share a database
      PATIENCE_SECONDS: '600', // a busy machine is slow, which is not a failure
      ...process.env,
    },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
