import { isUtf8 } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../../platform/errors.ts';
import { CommandError, explainUnreadable } from '../command.ts';

/** The most bytes of a file: a body may have 5,000,000 characters, of up to four bytes. */
const largestText = 20_500_000;
const largestImage = 50_000_000;
const mostFiles = 10_000;

/** Lists the Markdown files of the folder and its subfolders, in the order of their names. Hidden ones and links are left out. */
export async function listTexts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
    throw new CommandError(explainUnreadable(folder, error));
  });
  const files = entries
    .filter(entry => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(file => !file.split(sep).some(part => part.startsWith('.') || part === 'node_modules'))
    .toSorted();
  if (files.length > mostFiles)
    throw new CommandError(`${folder} has more than ${mostFiles} emails. Use several folders`);
  return files;
}

/** Returns the text of a file of the folder. Throws CommandError if the path leads out of the folder, or the file is not text. */
export async function readTextFile(folder: string, file: string): Promise<string> {
  const bytes = await readBytes(folder, file, largestText);
  if (!isUtf8(bytes)) throw new CommandError(`${file} is not valid UTF-8. Save it as UTF-8`);
  return bytes.toString('utf8');
}

/** Returns an image of the folder, whose path is relative to the file that shows it. */
export function readImage(folder: string, file: string): Promise<Buffer> {
  return readBytes(folder, file, largestImage);
}

async function readBytes(folder: string, file: string, most: number): Promise<Buffer> {
  const path = await pathWithin(folder, file);
  // This also refuses a link that somebody has just put there, and a pipe.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(error => {
    throw new CommandError(explainUnreadable(file, error));
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new CommandError(`${file} is not a file. Remove it from the folder`);
    if (stats.size > most)
      throw new CommandError(`${file} is larger than ${Math.floor(most / 1_000_000)} MB. Make it smaller`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Returns the real path of a file, whose folder must be within the folder. */
async function pathWithin(folder: string, file: string): Promise<string> {
  const root = await realpath(folder);
  const path = resolve(root, file);
  const place = await realpath(dirname(path)).catch(error => {
    throw new CommandError(explainUnreadable(file, error));
  });
  if (place !== root && !place.startsWith(root + sep))
    throw new CommandError(`${file} is outside ${folder}. Copy it into the folder`);
  return join(place, basename(path));
}

/** Writes a file completely or not at all, in place of the former one. A link in its place is replaced, and not followed. */
export async function writeFile(folder: string, file: string, content: string): Promise<void> {
  const path = await pathWithin(folder, file);
  const partial = join(dirname(path), `.${randomBytes(6).toString('hex')}.partial`);
  try {
    const handle = await open(partial, 'wx', 0o644);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new CommandError(
      `${file} cannot be written (${codeOf(error) ?? error}). Check the folder and the space on its disk`,
    );
  }
}

/** Returns whether there is anything at this place, even a link that leads nowhere. */
export async function isTaken(folder: string, file: string): Promise<boolean> {
  return lstat(resolve(folder, file)).then(
    () => true,
    () => false,
  );
}

/** Creates a folder within the folder, if there is none. Throws CommandError if something else is there. */
export async function ensureFolder(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  if (!(await lstat(path)).isDirectory()) throw new CommandError(`${path} is not a folder. Remove it`);
}

export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns a name for the file of an email that every system accepts, made from its slug. */
export function fileNameOf(slug: string): string {
  const word = slug
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  // Windows keeps these names for devices.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)?$/i.test(word) ? `email-${word}` : word;
}
