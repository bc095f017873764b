import { constants, existsSync } from 'node:fs';
import { access, mkdtemp, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { codeOf } from '../../platform/errors.ts';
import { isDiskFull } from '../../platform/outage.ts';
import { secretKeyFile } from '../../platform/secrets/secret-key.ts';
import { sizeOf } from '../../platform/sentences/counted.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, warning, wrong } = findingsOf('machine');

const leastFreeBytes = 1024 ** 3;
const leastFreeShare = 0.05;

/** Checks the version of Node, the data folder with its permissions, and its disk. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  const folder = resolve(config.DATA_DIR);
  return [
    checkNode(process.versions.node),
    ...(await checkFolder(folder)),
    ...(await checkKeyFiles(config)),
    ...(await checkDisk(folder)),
  ];
}

export function checkNode(version: string): Finding {
  return Number.parseInt(version, 10) >= 24
    ? good('Node', { detail: `Node ${version} runs TypeScript directly.` })
    : wrong('Node', {
        detail: `Node ${version} is too old.`,
        remedy: 'Install Node 24 or newer: nodejs.org',
      });
}

async function checkFolder(folder: string): Promise<Finding[]> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error)
    return found.code === 'ENOENT'
      ? [good('DATA_DIR', { detail: `${folder} does not exist yet; the first start creates it.` })]
      : [
          wrong('DATA_DIR', {
            detail: `${folder} cannot be entered (${found.code}).`,
            remedy: 'Run this as the user that runs Postrider, or choose another folder with DATA_DIR.',
          }),
        ];
  if (!found.isDirectory())
    return [
      wrong('DATA_DIR', {
        detail: `${folder} is not a folder.`,
        remedy: 'Choose another place with DATA_DIR.',
      }),
    ];
  const findings = [];
  const obstacle = await tryToWrite(folder);
  if (obstacle === 'EROFS')
    findings.push(
      wrong('DATA_DIR', {
        detail: `${folder} is on a disk that is mounted read-only. Systems do that after a disk error.`,
        remedy: 'Look at the system log (dmesg), check the disk, and mount it writable again.',
      }),
    );
  else if (obstacle !== undefined && obstacle !== 'ENOSPC')
    findings.push(
      wrong('DATA_DIR', {
        detail: `User ${process.getuid?.()} cannot write to ${folder} (${obstacle}); it belongs to user ${found.uid}.`,
        remedy: 'Run Postrider and this command as the owner of the folder.',
      }),
    );
  if ((found.mode & 0o077) !== 0)
    findings.push(
      wrong('DATA_DIR', {
        detail: `Other users of this machine can enter ${folder}.`,
        remedy: `chmod 700 ${folder}`,
      }),
    );
  return findings.length > 0
    ? findings
    : [good('DATA_DIR', { detail: `${folder} is writable, and closed to other users.` })];
}

/**
 * Tries to write in the folder. Returns the code of the obstacle; undefined if there is none. A disk may refuse although its mode says
 * otherwise.
 */
async function tryToWrite(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    await rmdir(await mkdtemp(join(folder, 'secret.trial-')));
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** Checks the files that give access to everything else. */
async function checkKeyFiles(config: Config): Promise<Finding[]> {
  const findings = [];
  for (const file of [secretKeyFile(config), join(config.DATA_DIR, 'postgres.secret'), '.env']) {
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    if ((mode & 0o077) !== 0)
      findings.push(
        wrong(file, {
          detail: 'Other users of this machine can read it, and it contains secrets.',
          remedy: `chmod 600 ${file}`,
        }),
      );
  }
  return findings;
}

async function checkDisk(folder: string): Promise<Finding[]> {
  const there = nearestFolder(folder);
  const { bavail, blocks, bsize, files, ffree } = await statfs(there);
  const free = bavail * bsize;
  const share = blocks === 0 ? 1 : bavail / blocks;
  const detail = `${sizeOf(free)} (${Math.round(share * 100)} %) of the disk of ${folder} are free.`;
  if (isDiskFull(there))
    return [
      wrong('disk', {
        detail: `The disk of ${folder} is full. Nothing is stored and nothing is sent.`,
        remedy: 'Free some space; Postrider continues by itself: docs/running/troubles.md#the-disk-is-full',
      }),
    ];
  if (files > 0 && ffree / files < leastFreeShare)
    return [
      warning('disk', {
        detail: `The disk of ${folder} can hold only ${ffree} more files.`,
        remedy: 'Remove files that are not needed, or use a larger disk.',
      }),
    ];
  return free < leastFreeBytes || share < leastFreeShare
    ? [warning('disk', { detail, remedy: 'Free some space, or use a larger disk.' })]
    : [good('disk', { detail })];
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}
