import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Files } from '../../platform/database/schema.ts';
import { clearable, metadata, text, timestamp } from '../../platform/http/fields.ts';

export type File = Selectable<Files>;

export const attachmentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    file: z.string().describe('The address of the file'),
    size: z.int().describe('In bytes'),
    creation_date: timestamp,
  })
  .meta({ id: 'Attachment' });

export const imageSchema = z
  .object({
    id: z.string(),
    image: z.string().describe('The address of the image'),
    metadata,
    creation_date: timestamp,
  })
  .meta({ id: 'Image' });

export const attachmentUpdate = z.object({
  name: text(1000).transform(cleanName).optional().describe('The new name; the old address stays valid'),
});

export const imageUpdate = z.object({ metadata: clearable(metadata, {}) });

/** Returns the public address of the file. */
export function fileAddress(base_url: string, { id, name }: Pick<File, 'id' | 'name'>): string {
  return `${base_url}/files/${id}/${encodeURIComponent(name)}`;
}

/** Data about images, by id. The size is the one at which they are shown, in pixels. */
export type Pictures = Record<
  string,
  Pick<File, 'width' | 'content_type'> & {
    height?: number | null;
    /** Whether this installation can show the image in a format or width other than its own. */
    is_converted?: boolean;
  }
>;

const fileId = /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** Returns the id in the public address of a file, whatever host the service had at the time. */
export function fileIdIn(address: string): string | undefined {
  return fileId.exec(address)?.[1];
}

/** Returns the ids in all addresses of files in a text. */
export function fileIdsIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(new RegExp(fileId, 'g')), ([, id]) => id!))];
}

export function showAttachment(base_url: string, file: File) {
  const { id, name, size, creation_date } = file;
  return { id, name, file: fileAddress(base_url, file), size, creation_date };
}

export function showImage(base_url: string, file: File) {
  const { id, creation_date } = file;
  return { id, image: fileAddress(base_url, file), metadata: file.metadata as object, creation_date };
}

const longestName = 200;

/**
 * Makes a file name that no mail program or file system takes for a path or a command: the last part of a path, without control characters
 * and direction marks (the joiners of Persian and of emoji stay), with at most 200 characters including the extension.
 */
export function cleanName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1)!;
  const clean = trimDots(last.replace(/[\p{Cc}[\p{Cf}--[\u200c\u200d]]\u2028\u2029]/gv, ''));
  const ending = /\.[^.\s]{1,16}$/.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - ending.length);
  const short = stem.slice(0, longestName - ending.length).replace(/[\ud800-\udbff]$/, '');
  return trimDots(short + ending) || 'file';
}

function trimDots(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/g, '');
}
