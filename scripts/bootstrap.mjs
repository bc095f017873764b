// node scripts/bootstrap.mjs <script.ts> [args…]: installs what package-lock.json asks for when it is not there yet, then runs
// the script on the pinned Node. Works on any Node >= 20 and imports nothing that must be installed first.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installedFile = join(root, 'node_modules', '.postrider-installed');
// Outside node_modules, which npm empties; a folder without a file in it, which git does not see.
const installLock = join(root, '.installing');
let installing = false;
let child;

const [script, ...args] = process.argv.slice(2);
if (!script) fail('usage: node scripts/bootstrap.mjs <script.ts> [args…]');
if (majorVersion() < 20) fail(`Postrider needs Node 20 or newer, and this is ${process.version}: nodejs.org`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
if (!isInstalled()) await installOnce();
// The heap grows by fifths, and what is young is collected early: sending takes about 200 MB however long the list is
// (bench/million.ts).
const thrift = ['--max-semi-space-size=8', '--heap-growing-percent=20'];
const nodeArgs = ['--disable-warning=ExperimentalWarning', ...thrift, resolve(script), ...args];
// What Node makes of each module is kept: the next start is quicker, and takes 18 MB less without the TypeScript stripper.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env };
const { code, signal } = await run(pinnedNode(), nodeArgs, { stdio: 'inherit', env });
process.exit(code ?? 128 + constants.signals[signal]);

/** The script decides what a signal means. npm would take many seconds to undo its work, which the next start does anyway. */
function stop(signal) {
  child?.kill(installing ? 'SIGKILL' : signal);
  if (installing || !child) process.exit(128 + constants.signals[signal]);
}

function isInstalled() {
  return existsSync(installedFile) && readFileSync(installedFile, 'utf8') === wantedInstallation();
}

/** What node_modules must have been installed from; the platform belongs to it, since binaries are installed for one only. */
function wantedInstallation() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${process.platform} ${process.arch} ${createHash('sha256').update(lock).digest('hex')}\n`;
}

/** Two starts in one folder take turns: the second finds everything installed. */
async function installOnce() {
  await takeInstallLock();
  installing = true;
  const release = () => rmSync(installLock, { recursive: true, force: true });
  process.on('exit', release);
  const heartbeat = setInterval(() => utimes(installLock, new Date(), new Date(), () => {}), 1000);
  if (!isInstalled()) await install();
  clearInterval(heartbeat);
  installing = false;
  process.off('exit', release);
  release();
}

/** The holder touches the lock every second; one that stays untouched for 50 looks (10 s) was left by a dead process. */
async function takeInstallLock() {
  let lastTouch;
  for (let looks = 0; looks < 50; looks++) {
    try {
      return mkdirSync(installLock);
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`Postrider cannot install into ${root}: ${error.message}`);
    }
    const touch = statSync(installLock, { throwIfNoEntry: false })?.mtimeMs;
    if (touch !== lastTouch) looks = 0;
    lastTouch = touch;
    await sleep(200);
  }
  rmSync(installLock, { recursive: true, force: true });
  return takeInstallLock();
}

async function install() {
  process.stderr.write('Installing what Postrider needs (once; it takes a moment) …\n');
  const options =
    '--no-audit --no-fund --include=dev --include=optional --ignore-scripts --loglevel=error'.split(' ');
  const clean = await npm(['ci', ...options]);
  // npm ci insists on a lock that lists what this npm would list; npm install is less strict.
  const lenient = clean.code === 0 ? clean : await npm(['install', '--no-save', ...options]);
  if (lenient.code !== 0) {
    process.stderr.write(`${clean.output}\n${lenient.output}\n`);
    fail('npm could not install the packages: its own words are above. Is the npm registry reachable?');
  }
  writeFileSync(installedFile, wantedInstallation());
}

/** Runs npm quietly in the folder of package.json; the npm that called us when there is one. */
async function npm(args) {
  const caller = process.env.npm_execpath ?? '';
  const [command, first] = basename(caller) === 'npm-cli.js' ? [process.execPath, [caller]] : ['npm', []];
  let output = '';
  const ended = run(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', chunk => (output += chunk));
  child.stderr.on('data', chunk => (output += chunk));
  return { code: (await ended).code, output };
}

/** The Node that package.json pins for this platform; else this one, when it is new enough to run TypeScript as it is. */
function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const names = [`node-${platform}`, `node-bin-${platform}`];
  const pinned = names.map(name => join(root, 'node_modules', name, 'bin', 'node')).find(existsSync);
  if (pinned && hasLoader()) return pinned;
  if (majorVersion() >= 24) return process.execPath;
  return fail(`Postrider brings no Node that runs on this ${platform} system: use Node 24 or newer.`);
}

/** The pinned Linux binaries need glibc, which Alpine (musl) does not have. */
function hasLoader() {
  const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
  return process.platform !== 'linux' || existsSync(loaders[process.arch]);
}

function majorVersion() {
  return Number.parseInt(process.versions.node, 10);
}

/** Resolves with the exit code or the signal that ended the command. */
function run(command, args, options) {
  child = spawn(command, args, options);
  return new Promise(done => {
    child.once('error', error => fail(`${command} does not start: ${error.message}`));
    child.once('close', (code, signal) => done({ code, signal }));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
