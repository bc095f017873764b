import type { FastifyRequest } from 'fastify';
import { domainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { limitOf } from '../../platform/sentences/counted.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deletePieces, writePieces } from '../../platform/storage/pieces.ts';

/** A file uploaded for an import. */
export type Uploaded = { id: string; folder: string; size: number; sha256: string; file_name: string };

/** Returns the folder of an import in the file store. */
export function folderOf(id: string): string {
  return `imports/${id}`;
}

/**
 * Stores the file of a request (the body, or the part `file` of a form) as it arrives. Throws `import_invalid` if there is none, and
 * `payload_too_large`; then nothing is left behind.
 */
export async function storeUpload(
  request: FastifyRequest,
  { store, import_limit }: { store: FileStore; import_limit: number },
): Promise<Uploaded> {
  const id = newId();
  const folder = folderOf(id);
  const { content, file_name } = await contentOf(request);
  const pieces = writePieces(store, folder);
  try {
    for await (const bytes of content) {
      await pieces.write(bytes as Uint8Array);
      if (pieces.size() <= import_limit) continue;
      throw domainError('payload_too_large', 'moving.file_too_large', { limit: limitOf(import_limit) });
    }
    const { size, sha256 } = await pieces.end();
    if (size === 0) throw domainError('import_invalid', 'moving.file_empty');
    return { id, folder, size, sha256, file_name };
  } catch (error) {
    await deletePieces(store, folder).catch(() => {});
    throw error;
  }
}

async function contentOf(
  request: FastifyRequest,
): Promise<{ content: AsyncIterable<unknown>; file_name: string }> {
  if (!request.isMultipart()) return { content: request.body as AsyncIterable<unknown>, file_name: '' };
  for await (const part of request.parts())
    if (part.type === 'file') return { content: part.file, file_name: part.filename ?? '' };
  throw domainError('import_invalid', 'moving.file_missing');
}
