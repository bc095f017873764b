import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A text on the disk that outlives this process, but not a crash of the machine, because it is not synced. */
export type NotesFile = {
  /** Its size in bytes; undefined while there is no file. */
  size(): number | undefined;
  /** Adds the text. Throws if part of it may be missing. */
  append(text: string): void;
  /** Replaces the whole content with the text, or changes nothing and throws. */
  replace(text: string): void;
  /** Deletes the file, if there is one, or at least its content. Throws if neither is possible. */
  discard(): void;
};

/** Opens the file with this name, which must not contain a dot, because the names of drafts do. */
export function openNotesFile(folder: string, name: string): NotesFile {
  const path = join(folder, name);
  const draft = `${path}.new`;
  let file: { descriptor: number; size: number } | undefined;
  return {
    size: () => file?.size,
    append(text) {
      if (file) file.size += write(file.descriptor, text);
    },
    replace(text) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const descriptor = openSync(draft, 'w', 0o600);
      try {
        const size = write(descriptor, text);
        renameSync(draft, path);
        if (file) closeSync(file.descriptor);
        file = { descriptor, size };
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
    },
    discard() {
      if (!file) return;
      try {
        unlinkSync(path);
      } catch {
        ftruncateSync(file.descriptor);
      }
      closeSync(file.descriptor);
      file = undefined;
    },
  };
}

/** Writes the whole text. Returns how many bytes were written. */
function write(descriptor: number, text: string): number {
  const length = Buffer.byteLength(text);
  if (writeSync(descriptor, text) !== length) throw new Error('the disk is full');
  return length;
}
