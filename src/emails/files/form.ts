import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { domainError, type ErrorCode } from '../../platform/errors.ts';
import type { App } from '../../platform/http/server.ts';
import type { Upload } from './upload.ts';

/** Makes the routes of `scope` accept multipart/form-data with one file of at most `upload_limit` bytes, and nothing else. */
export async function acceptForms(scope: App, upload_limit: number): Promise<void> {
  scope.addHook('preParsing', async request => {
    if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) return;
    throw domainError('media_type_unsupported', 'files.form_needed');
  });
  await scope.register(multipart, {
    limits: { files: 1, fields: 10, fileSize: upload_limit, fieldSize: 1000 },
  });
}

/** Returns the schema of the form for the documentation. The result of `readForm`, which replaces the body, has already been validated. */
export function formWith(part: string, description: string, fields: Record<string, string>) {
  const texts = Object.entries(fields).map(([name, description]) => [name, { type: 'string', description }]);
  return z.custom<Upload>().meta({
    type: 'object',
    properties: { [part]: { type: 'string', format: 'binary', description }, ...Object.fromEntries(texts) },
    required: [part],
  });
}

/**
 * Reads the file in the part `part`, with the name in the field `name` if there is one, in any order. Throws `payload_too_large`, and
 * `code` for any other form.
 */
export async function readForm(request: FastifyRequest, part: string, code: ErrorCode): Promise<Upload> {
  const { files, name } = await readParts(request).catch(error => refuseForm(error, part, code));
  const [file] = files;
  if (file?.part !== part) throw domainError(code, 'files.part_missing', { part });
  if (file.bytes.length === 0) throw domainError(code, 'files.empty', { part });
  return { name: name || file.name, content_type: file.content_type, bytes: file.bytes };
}

async function readParts(request: FastifyRequest) {
  const files: (Upload & { part: string })[] = [];
  let name = '';
  for await (const given of request.parts()) {
    if (given.type === 'file') {
      const { buffer, byteOffset, length } = await given.toBuffer();
      files.push({
        part: given.fieldname,
        name: (given.filename ?? '').replaceAll('%22', '"'), // as browsers write it (HTML, multipart form data)
        content_type: given.mimetype,
        bytes: new Uint8Array(buffer, byteOffset, length), // a Buffer would be compared as JSON, which is slow
      });
    } else if (given.fieldname === 'name') name = String(given.value).trim();
  }
  return { files, name };
}

function refuseForm(error: Error & { code?: string }, part: string, code: ErrorCode): never {
  switch (error.code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      throw domainError('payload_too_large', 'files.too_large', { part });
    case 'FST_FILES_LIMIT':
      throw domainError(code, 'files.one_at_a_time', { part });
    default:
      throw domainError(code, 'files.form_unreadable', { part, reason: error.message });
  }
}
