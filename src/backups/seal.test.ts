import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { openBytes } from './bytes.ts';
import { seal, sealChunks, sealedLineBytes, unseal, unsealChunks } from './seal.ts';

const passphrase = 'correct horse battery';
const key = randomBytes(32);
const header = randomBytes(61);
const chunk = (64 << 10) + 16;

/** Three chunks: two full ones and a last one of 10 bytes. */
const content = randomBytes(((2 * 64) << 10) + 10);
let sealed: Buffer;
before(async () => {
  sealed = await gather(sealChunks(openBytes(portions(content, 1000)), key, header));
});

async function* portions(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function gather(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

const opened = (bytes: Buffer, head = header) =>
  gather(unsealChunks(openBytes(portions(bytes, 777)), key, head));

test('sealed content comes out as it was, whatever its length', async () => {
  assert.equal(sealed.length, 2 * chunk + 10 + 16);
  assert.deepEqual(await opened(sealed), content);
  for (const length of [0, 1, 64 << 10]) {
    const short = content.subarray(0, length);
    assert.deepEqual(
      await opened(await gather(sealChunks(openBytes(portions(short, 5000)), key, header))),
      short,
    );
  }
});

test('only the passphrase opens a backup, and a wrong one is told apart from damage', async () => {
  const whole = await gather(seal(portions(content, 64 << 10), passphrase));
  assert.deepEqual(await gather(unseal(portions(whole, 5000), passphrase)), content);
  await assert.rejects(gather(unseal(portions(whole, 5000), 'another one')), /The passphrase is wrong/);
  const headerBytes = Array.from({ length: 48 }, (_, at) => sealedLineBytes + at);
  for (const at of [...headerBytes, sealedLineBytes + 48, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    await assert.rejects(gather(unseal(portions(changed, 5000), passphrase)), /is damaged: /, `byte ${at}`);
  }
  const other = await gather(seal(portions(content, 64 << 10), passphrase));
  assert.notDeepEqual(other.subarray(sealedLineBytes, 60), whole.subarray(sealedLineBytes, 60));
});

test('a backup sealed before headers had a checksum still opens', async () => {
  const sealedThen = Buffer.from(
    'cG9zdHJpZGVyLWVuY3J5cHRlZC1iYWNrdXAvMQoWpR4wdfiv8gJnpFAqKkinOZ+5WYtdJLWi2Mm9oFIEqz8YleSM8pMz+DXwhM3JqbFN59W4b1ZzGMKxNyb2z/oCS16yC7uwRi8=',
    'base64',
  );
  const opened = await gather(unseal(portions(sealedThen, 100), passphrase));
  assert.equal(opened.toString(), 'sealed in the first form');
  await assert.rejects(
    gather(unseal(portions(sealedThen, 100), 'another one')),
    /The passphrase is wrong, or the first bytes of the backup are damaged/,
  );
});

test('a changed byte is noticed wherever it is', async () => {
  for (const at of [0, chunk - 1, chunk, 2 * chunk + 5, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    await assert.rejects(opened(changed), /damaged/, `byte ${at}`);
  }
  await assert.rejects(opened(sealed, randomBytes(61)), /damaged/);
});

test('chunks cannot be cut off, reordered, repeated or added', async () => {
  const [first, second, last] = [0, 1, 2].map(number =>
    sealed.subarray(number * chunk, Math.min((number + 1) * chunk, sealed.length)),
  ) as [Buffer, Buffer, Buffer];
  const files: [string, Buffer[]][] = [
    ['nothing', []],
    ['without the last chunk', [first, second]],
    ['in the middle of a chunk', [first, second.subarray(0, 1000)]],
    ['a few bytes missing', [first, second, last.subarray(0, -3)]],
    ['another order', [second, first, last]],
    ['a chunk twice', [first, first, second, last]],
    ['a chunk left out', [first, last]],
    ['something after the end', [first, second, last, Buffer.from('more')]],
  ];
  for (const [name, parts] of files)
    await assert.rejects(opened(Buffer.concat(parts)), /damaged|cut off/, name);
});
