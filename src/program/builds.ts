import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inProgram } from '../platform/root.ts';

/**
 * Returns a hash of these files and folders of the program, except the files that match `left_out`. Reads them synchronously: to wait for
 * each of a thousand files would take a tenth of a start.
 */
export function stampOf(paths: string[], left_out: RegExp): string {
  const files = paths.flatMap(path =>
    statSync(inProgram(path)).isFile() ? [path] : listFiles(path, left_out),
  );
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const path = inProgram(file);
    hash.update(file).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

function listFiles(folder: string, left_out: RegExp): string[] {
  return readdirSync(inProgram(folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (left_out.test(path)) return [];
    if (entry.isDirectory()) return listFiles(path, left_out);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * Runs a script of the program that builds something into the given folder. The script runs in a process of its own, whose 200 MB of memory
 * are freed when it ends. If it fails, throws an error with its output.
 */
export async function runBuild(script: string, folder: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', inProgram(script), folder],
    {
      cwd: inProgram(''),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
    },
  );
  const said: Buffer[] = [];
  child.stderr.on('data', chunk => said.push(chunk));
  const [code, signal] = await once(child, 'close');
  if (code !== 0)
    throw new Error(Buffer.concat(said).toString().trim() || `the build ended with ${signal ?? code}`);
}
