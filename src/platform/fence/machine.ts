import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns a hash of this machine's id; null if there is no reliable one. A container gets another id, or that of its image, at every start,
 * so inside a container the folder alone counts.
 */
export async function readMachine(): Promise<string | null> {
  if (isContainer()) return null;
  const id = process.platform === 'darwin' ? await readHardwareId() : await readMachineId();
  // The id itself should not leave the machine: machine-id(5).
  return id ? createHash('sha256').update(`postrider fence ${id}`).digest('hex').slice(0, 16) : null;
}

/** Returns the identity of the time since the machine was started; null if it is unknown. Numbers of devices last as long. */
export async function readBoot(): Promise<string | null> {
  return (await readText('/proc/sys/kernel/random/boot_id')) || null;
}

function isContainer(): boolean {
  return (
    existsSync('/.dockerenv') ||
    existsSync('/run/.containerenv') ||
    process.env.KUBERNETES_SERVICE_HOST !== undefined
  );
}

async function readMachineId(): Promise<string> {
  const id = (await readText('/etc/machine-id')) || (await readText('/var/lib/dbus/machine-id'));
  return /^[0-9a-f]{32}$/.test(id) ? id : '';
}

async function readHardwareId(): Promise<string> {
  const { stdout } = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], {
    timeout: 5000,
  }).catch(() => ({ stdout: '' }));
  return /"IOPlatformUUID"\s*=\s*"([^"]+)"/.exec(stdout)?.[1] ?? '';
}

async function readText(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}
