import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** CPU time in user and system, and the most memory that was ever resident. */
export type Usage = { cpu_seconds: number; peak_megabytes: number };

/** What this process has used since it began. */
export function usageNow(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { cpu_seconds: (userCPUTime + systemCPUTime) / 1e6, peak_megabytes: maxRSS / 1024 };
}

/** Starts another script of this folder, without any setting of the caller's but `env`. */
export function startProcess(script: string, env: Record<string, string> = {}): ChildProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return fork(path, {
    env: { PATH: process.env.PATH, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}

/** The next message of the process. Throws when it ends before. */
export async function hear<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}

export async function ask<Message>(child: ChildProcess, question: object | string): Promise<Message> {
  const answer = hear<Message>(child);
  child.send(question);
  return answer;
}
