import { readContent, readZip } from '../platform/bundle/zip-reader.ts';
import type { Answer, TestService } from './postrider.ts';
import { until } from './until.ts';

/** Exports the newsletter of the service, and returns the bundle. */
export async function exportBundle(service: TestService): Promise<Buffer> {
  const { body } = await service.api('POST', '/v1/exports', {});
  const path = `/v1/exports/${body.id}`;
  const ended = await until('it is exported', async () => {
    const { body } = await service.api('GET', path);
    return ['ready', 'error'].includes(body.status) && body;
  });
  if (ended.status !== 'ready') throw new Error(ended.status_reason);
  return downloadBundle(service, body.id);
}

/** Downloads the bundle of a completed export. */
async function downloadBundle({ client }: TestService, id: string): Promise<Buffer> {
  const { status, data } = await client.get('/v1/exports/{id}/download', { params: { id } });
  if (status !== 200) throw new Error(`the answer is ${status}`);
  return Buffer.from(await (data as Blob).arrayBuffer());
}

/** Uploads the file with these headers, the owner's by default. */
export function uploadBundle(
  { api }: TestService,
  bundle: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return api('POST', '/v1/imports?format=postrider', bundle, {
    'content-type': 'application/zip',
    ...headers,
  });
}

/** Imports the bundle into the newsletter of the service. Returns the import once it has ended. */
export async function importBundle(
  service: TestService,
  bundle: Buffer,
  headers: Record<string, string> = {},
) {
  const { status, body, text } = await uploadBundle(service, bundle, headers);
  if (status !== 201) throw new Error(text);
  return until('it is imported', async () => {
    const { body: now } = await service.api('GET', `/v1/imports/${body.id}`, undefined, headers);
    return ['succeeded', 'failed'].includes(now.status) && now;
  });
}

/** Returns the files of a zip, by name. */
export async function readBundle(zip: Buffer): Promise<Map<string, Buffer>> {
  const bytes = {
    size: zip.length,
    async *read(start: number, end: number) {
      yield zip.subarray(start, end);
    },
  };
  const files = new Map<string, Buffer>();
  for (const file of await readZip(bytes)) {
    const pieces: Buffer[] = [];
    for await (const piece of readContent(bytes, file)) pieces.push(piece);
    files.set(file.name, Buffer.concat(pieces));
  }
  return files;
}
