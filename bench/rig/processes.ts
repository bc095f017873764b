import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atTheLatestAtTheEnd } from './endings.ts';

/** User and system CPU time, and the largest resident memory. */
export type Usage = { cpu_seconds: number; peak_megabytes: number };

const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

const thrift: { options: string[]; env: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../../scripts/node.json', import.meta.url), 'utf8'),
);

/** Returns what this process has used since it started. */
export function usageNow(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { cpu_seconds: (userCPUTime + systemCPUTime) / 1e6, peak_megabytes: maxRSS / 1024 };
}

/**
 * Starts another script of this folder with `env` as its only settings. It ends when this process does. `FLAGS` are additional Node options
 * for it, and `PROF` is a folder for its CPU profiles.
 */
export function startProcess(script: string, env: Record<string, string> = {}): ChildProcess {
  const child = fork(fileOf(script), {
    // The same options as in scripts/bootstrap.mjs.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...thrift.env, ...env },
    execArgv: [
      ...thrift.options,
      ...(process.env.FLAGS ?? '').split(' ').filter(Boolean),
      ...(process.env.PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`] : []),
    ],
    detached: true, // Ctrl-C in a terminal is for this process, which then ends the child in order
  });
  atTheLatestAtTheEnd(() => endProcess(child));
  return child;
}

/** Returns the file of a script. The service is built like the program of `npm start`, in a tree that has a build. */
function fileOf(script: string): string {
  const [source, build, folder] = [script, '../../scripts/build.ts', `../../dist/bench.${process.pid}`].map(
    path => fileURLToPath(new URL(path, import.meta.url)),
  );
  if (script !== 'serving.ts' || !existsSync(build!)) return source!;
  if (!existsSync(folder!)) {
    process.once('exit', () => rmSync(folder!, { recursive: true }));
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', build!, folder!, source!]);
  }
  return join(folder!, 'postrider.js');
}

/** Disconnects from the process, which makes every script of this folder end in order. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exit;
}

/** Returns the next message of the process. Throws if the process ends before that. */
export async function hear<Message>(child: ChildProcess): Promise<Message> {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', over), ended]);
    return message;
  } finally {
    over.abort();
    ended.catch(() => {});
  }
}

export async function ask<Message>(child: ChildProcess, question: object | string): Promise<Message> {
  const answer = hear<Message>(child);
  child.send(question);
  return answer;
}

/** Returns a free port on loopback. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
