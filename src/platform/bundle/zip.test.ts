import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bytes } from '../storage/pieces.ts';
import { readContent, readZip, ZipError } from './zip-reader.ts';
import { openZip } from './zip-writer.ts';

async function* once(bytes: Buffer) {
  yield bytes;
}

async function zip(files: Iterable<[name: string, content: Buffer]>, store = false): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const writer = openZip(async bytes => void pieces.push(bytes));
  for (const [name, content] of files) await writer.add(name, once(content), { store });
  await writer.end();
  return Buffer.concat(pieces);
}

function bytesOf(zip: Buffer): Bytes {
  return {
    size: zip.length,
    async *read(start, end) {
      // The zip comes in small pieces, as from a disk.
      for (let at = start; at < end; at += 1000) yield zip.subarray(at, Math.min(end, at + 1000));
    },
  };
}

async function contentOf(zip: Buffer, name: string): Promise<Buffer> {
  const bytes = bytesOf(zip);
  const file = (await readZip(bytes)).find(file => file.name === name)!;
  const pieces: Buffer[] = [];
  for await (const piece of readContent(bytes, file)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('a written zip can be read, compressed or stored, and the same files give the same bytes', async () => {
  const files: [string, Buffer][] = [
    ['a.txt', Buffer.from('Hello')],
    ['märz/größe.bin', Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251))],
    ['empty', Buffer.alloc(0)],
  ];
  for (const store of [false, true]) {
    const made = await zip(files, store);
    for (const [name, content] of files) assert.ok((await contentOf(made, name)).equals(content), name);
    assert.ok((await zip(files, store)).equals(made));
  }
});

test('a zip with more files than the old format can count is written and read as zip64', async () => {
  const count = 66_000;
  const made = await zip(
    Array.from({ length: count }, (_, at) => [`f/${at}`, Buffer.from([at & 255])]),
    true,
  );
  assert.equal((await readZip(bytesOf(made))).length, count);
  assert.deepEqual(await contentOf(made, 'f/65999'), Buffer.from([65_999 & 255]));
});

test('a file that inflates to more than its directory says is refused once it exceeds that size', async () => {
  const made = await zip([['a.txt', Buffer.alloc(1_000_000, 'x')]]);
  const directory = made.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  made.writeUInt32LE(10, directory + 24);
  await assert.rejects(contentOf(made, 'a.txt'), (error: Error) => {
    assert.ok(error instanceof ZipError);
    assert.match(error.message, /larger than the zip's directory says/);
    return true;
  });
});

test('files that share bytes, have a name twice, or are encrypted are refused', async () => {
  const twice = await zip([
    ['a', Buffer.from('x')],
    ['a', Buffer.from('y')],
  ]);
  await assert.rejects(readZip(bytesOf(twice)), /contains it twice/);
  const shared = await zip([
    ['a', Buffer.from('x')],
    ['b', Buffer.from('y')],
  ]);
  const second = shared.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  shared.writeUInt32LE(0, second + 42);
  await assert.rejects(readZip(bytesOf(shared)), /overlaps/);
  const locked = await zip([['a', Buffer.from('x')]]);
  const only = locked.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  locked.writeUInt16LE(locked.readUInt16LE(only + 8) | 1, only + 8);
  await assert.rejects(readZip(bytesOf(locked)), /encrypted/);
});
