import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../errors.ts';
import { isAlive } from '../life.ts';

/** The first process of a server, in PostgreSQL's terms, as described in postmaster.pid. */
export type Postmaster = { pid: number; port: string; socket_dir: string; status: string };

/**
 * The owner of the process id in the postmaster.pid of a cluster: its server, no live process (or there is no file), or another program. A
 * killed server leaves its id behind, and after a reboot that id may belong to any process.
 */
export type Sighting =
  | { is: 'serving'; postmaster: Postmaster }
  | { is: 'gone'; postmaster: Postmaster | undefined }
  | { is: 'stranger'; postmaster: Postmaster };

export async function sightPostmaster(cluster_dir: string): Promise<Sighting> {
  const postmaster = await readPostmaster(cluster_dir);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return { is: 'gone', postmaster };
  return { is: (await serves(postmaster, cluster_dir)) ? 'serving' : 'stranger', postmaster };
}

/** Reads the lines of the file: https://www.postgresql.org/docs/18/storage-file-layout.html and utils/pidfile.h. */
async function readPostmaster(cluster_dir: string): Promise<Postmaster | undefined> {
  const file = await readUnlessGone(join(cluster_dir, 'postmaster.pid'));
  const [pid, , , port = '', socket_dir = '', , , status = ''] = file.split('\n').map(line => line.trim());
  return Number(pid) > 0 ? { pid: Number(pid), port, socket_dir, status } : undefined;
}

async function serves({ pid, socket_dir }: Postmaster, cluster_dir: string): Promise<boolean> {
  const command = await commandOf(pid);
  if (!/(^|\/)postgres -/.test(command)) return false;
  // If the working directory of a process is unknown (not on Linux), the server is recognised by its socket's folder, which is named after
  // the data folder.
  return (await worksIn(pid, cluster_dir)) || command.includes(socket_dir);
}

async function worksIn(pid: number, cluster_dir: string): Promise<boolean> {
  const cwd = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  const cluster = await stat(cluster_dir);
  return cwd?.ino === cluster.ino && cwd.dev === cluster.dev;
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return (await readUnlessGone(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ');
  const listed = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return listed.then(
    ({ stdout }) => stdout,
    // ps exits with 1 if there is no such process.
    error => (error.code === 1 ? '' : Promise.reject(error)),
  );
}

async function readUnlessGone(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(error => {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error) ?? '')) return '';
    throw error;
  });
}
