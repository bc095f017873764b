// node scripts/bootstrap.mjs [--dev] <script> [args…]: installs the packages of the lock file unless they are already installed, then runs
// the script on the pinned Node. Running Postrider needs only some of the packages; --dev also installs those for development. It works on
// any Node >= 20 and imports nothing that must be installed first. If npm installed Postrider as a package (npx, npm install), it has
// installed the other packages too.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isPackage = /[\\/]node_modules[\\/]postrider[\\/]$/.test(root);
// A release has npm-shrinkwrap.json: npm puts no package-lock.json into packages.
const lockFile = ['package-lock.json', 'npm-shrinkwrap.json']
  .map(name => join(root, name))
  .find(file => existsSync(file));
const installedFile = join(root, 'node_modules', '.postrider-installed');
// Outside node_modules, which npm empties. It is a folder without files, which git does not see.
const installLock = join(root, '.installing');
// Marks in installedFile an installation without the packages for development.
const partial = ' without dev';
let installing = false;
let child;

const develops = process.argv[2] === '--dev';
const [script, ...args] = process.argv.slice(develops ? 3 : 2);
if (!script) fail('usage: node scripts/bootstrap.mjs [--dev] <script> [args…]');
if (majorVersion() < 20) fail(`Postrider needs Node 20 or newer, and this is ${process.version}: nodejs.org`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
if (!isPackage && !isInstalled()) await installOnce();
// Options that keep Node's memory small: sending takes about 200 MB however long the list is (bench/million.ts). The young generation is
// collected early. The heap grows in steps of less than a third, beginning with the size that a start needs (the steps to there took a
// tenth of a start). Native memory returns to the system immediately. bench/README.md has the price of each.
const { options, env: thrift } = JSON.parse(readFileSync(join(root, 'scripts', 'node.json'), 'utf8'));
const nodeArgs = [...options, resolve(script), ...args];
// Messages are signed on the threads of this pool, one per core.
const threads = Math.max(4, availableParallelism());
// Node caches its compiled modules. The next start is faster and takes 18 MB less, because it does not load the TypeScript stripper.
const env = {
  ...thrift,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  UV_THREADPOOL_SIZE: String(threads),
  ...process.env,
};
const { code, signal } = await run(pinnedNode(), nodeArgs, { stdio: 'inherit', env });
if (signal ?? code === 134) sayWhatEndedIt(signal ?? 'SIGABRT');
process.exit(code ?? 128 + constants.signals[signal]);

/**
 * Passes the signal to the script, which decides what it means. During an installation it kills npm, which would take many seconds to undo
 * its work. The next start repeats that work anyway.
 */
function stop(signal) {
  child?.kill(installing ? 'SIGKILL' : signal);
  if (installing || !child) process.exit(128 + constants.signals[signal]);
}

/** Says why the process ended. A process that is killed or runs out of memory cannot print a last line itself. */
function sayWhatEndedIt(signal) {
  const reasons = {
    SIGKILL: 'somebody killed it, or the system ran out of memory',
    SIGABRT: 'it ran out of memory, or Node failed; what Node says is above',
  };
  process.stderr.write(`Postrider was ended by ${signal}${reasons[signal] ? `: ${reasons[signal]}` : ''}.\n`);
}

function isInstalled() {
  const installed = readInstallation();
  return installed.isCurrent && (installed.isWhole || !develops);
}

/** Returns the state of node_modules: whether it matches this lock and platform, and whether it includes the packages for development. */
function readInstallation() {
  const note = existsSync(installedFile) ? readFileSync(installedFile, 'utf8') : '';
  return { isCurrent: note.startsWith(installation()), isWhole: note !== '' && !note.includes(partial) };
}

/** Returns a name for the lock and platform of node_modules, because binaries are installed for only one platform. */
function installation() {
  const lock = readFileSync(lockFile);
  return `${process.platform} ${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
}

/** Installs once. Two starts in one folder take turns, and the second finds everything installed. */
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

/** Takes the lock. The holder touches it every second. A lock untouched for 50 checks (10 s) was left by a dead process. */
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
  const { isCurrent, isWhole } = readInstallation();
  // Somebody who has developed here will continue to, so `npm start` after an update does not remove the packages for development.
  const whole = develops || isWhole;
  const set = whole ? '--include=dev' : '--omit=dev';
  const options = `--no-audit --no-fund ${set} --include=optional --ignore-scripts --loglevel=error`.split(
    ' ',
  );
  const lenient = ['install', '--no-save', ...options];
  const endProgress = showProgress(whole, isCurrent);
  // npm install only adds to existing packages, which may be in use now. npm ci would first remove them.
  const tries = [await npm(isCurrent ? lenient : ['ci', ...options])];
  // npm ci refuses a lock that differs in form from the one that this npm would write; npm install is less strict.
  if (tries[0].code !== 0) tries.push(await npm(lenient));
  const succeeded = tries.at(-1).code === 0;
  endProgress(succeeded);
  if (!succeeded) {
    process.stderr.write(tries.map(({ output }) => `${output}\n`).join(''));
    fail('npm could not install the packages: its own words are above. Is the npm registry reachable?');
  }
  writeFileSync(installedFile, `${installation()}${whole ? '' : partial}\n`);
}

/** Shows the progress of the installation: on a terminal in one line that is updated, otherwise every 15 seconds. */
function showProgress(whole, isAddition) {
  const { stderr } = process;
  const what = `what ${whole ? 'developing' : 'running'} Postrider needs${isAddition ? ', on top' : ''}`;
  const wanted = wantedPackages(whole).map(path => join(root, path, 'package.json'));
  const since = Date.now();
  const seconds = () => Math.round((Date.now() - since) / 1000);
  const there = () => wanted.filter(file => existsSync(file)).length;
  const say = text => stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  say(`Installing ${what} (once) …`);
  const timer = setInterval(
    () => say(`Installing ${what} (once): ${there()} of ${wanted.length} packages, ${seconds()} s …`),
    stderr.isTTY ? 500 : 15_000,
  );
  return succeeded => {
    clearInterval(timer);
    if (succeeded) say(`Installed ${what}: ${there()} packages in ${seconds()} s`);
    if (stderr.isTTY) stderr.write('\n');
  };
}

/** Returns the folders of those packages in the lock that are for this platform. */
function wantedPackages(whole) {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  const suits = (list, mine) => list === undefined || list.includes(mine);
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (whole || !dev))
    .filter(
      ([, { os, cpu, libc }]) =>
        suits(os, process.platform) && suits(cpu, process.arch) && !libc?.includes('musl'),
    )
    .map(([path]) => path);
}

/** Runs npm quietly in the folder of package.json, using the npm that called this script if there is one. */
async function npm(args) {
  const caller = process.env.npm_execpath ?? '';
  const [command, first] = basename(caller) === 'npm-cli.js' ? [process.execPath, [caller]] : ['npm', []];
  let output = '';
  const ended = run(command, [...first, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', chunk => (output += chunk));
  child.stderr.on('data', chunk => (output += chunk));
  return { code: (await ended).code, output };
}

/** Returns the Node that package.json pins for this platform, or else this one if it is new enough to run TypeScript directly. */
function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const names = [`node-${platform}`, `node-bin-${platform}`];
  const folders = [join(root, 'node_modules'), ...(isPackage ? [join(root, '..')] : [])];
  const pinned = folders
    .flatMap(folder => names.map(name => join(folder, name, 'bin', 'node')))
    .find(file => existsSync(file));
  if (pinned && hasLoader()) return pinned;
  if (majorVersion() >= 24) return process.execPath;
  return fail(`Postrider brings no Node that runs on this ${platform} system: use Node 24 or newer.`);
}

/** Returns true if glibc is there. The pinned Linux binaries need it, and Alpine (musl) does not have it. */
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
