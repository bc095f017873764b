import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../testing/contents.ts';
import { encodeForm, type Part, pixel } from '../testing/forms.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

const limit = 100_000;
let service: TestService;
before(async () => {
  service = await startTestService({ env: { UPLOAD_LIMIT_BYTES: String(limit) } });
});
after(() => service.stop());

const file = (filename = 'a.txt', value: string | Uint8Array = 'bytes'): Part => ({
  name: 'file',
  filename,
  value,
  type: 'text/plain',
});
const image: Part = { name: 'image', filename: 'pixel.png', value: pixel, type: 'image/png' };

/** The file as the world gets it. */
async function fetchFile(address: string, init?: RequestInit) {
  const response = await fetch(service.url + new URL(address, 'http://news.example').pathname, init);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('an attachment comes back as it was sent: its name, its size, its bytes', async () => {
  const value = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256));
  const { status, body } = await service.upload('/v1/attachments', [file('Bericht "März".pdf', value)]);
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['id', 'name', 'file', 'size', 'creation_date']);
  assert.deepEqual([body.name, body.size], ['Bericht "März".pdf'.split('"')[0]!.trim(), 70_000]);
});
