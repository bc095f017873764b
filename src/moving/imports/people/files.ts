import { inFile, readContent, readZip } from '../../../platform/bundle/zip-reader.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { Bytes } from '../../../platform/storage/pieces.ts';
import type { UploadedFiles } from '../columns/line.ts';

const headBytes = 64 << 10;

/** Opens an upload as readers see it: the files of a zip, or the one file under its own name. Throws ZipError. */
export async function openUploaded(bytes: Bytes, file_name: string): Promise<UploadedFiles> {
  const open = await openAny(bytes, file_name);
  return {
    names: open.names,
    open: open.read,
    async head(name) {
      const pieces: Buffer[] = [];
      let length = 0;
      for await (const piece of open.read(name)) {
        pieces.push(piece);
        length += piece.length;
        if (length >= headBytes) break;
      }
      return Buffer.concat(pieces).subarray(0, headBytes);
    },
  };
}

async function openAny(bytes: Bytes, file_name: string) {
  if (!(await isZip(bytes))) return { names: [file_name || 'file'], read: () => bytes.read(0, bytes.size) };
  const files = new Map((await readZip(bytes)).map(file => [file.name, file]));
  return {
    names: [...files.keys()],
    read(name: string) {
      const file = files.get(name);
      if (!file) throw inFile(name, sentence('bundles.not_in_zip'));
      return readContent(bytes, file);
    },
  };
}

/** Whether the file begins like a zip, with or without files in it. */
async function isZip(bytes: Bytes): Promise<boolean> {
  for await (const piece of bytes.read(0, 4)) return /^PK(\x03\x04|\x05\x06)/.test(piece.toString('latin1'));
  return false;
}
