import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** The data that the zip records about one of its files. */
export type ZipEntry = { name: string; size: number; sha256: string };

/** Writes a zip file (APPNOTE 6.3.10) from beginning to end, without seeking and without knowing sizes in advance. */
export type ZipWriter = {
  /** Adds a file. Its content is compressed, unless `store` says that it is compressed already. */
  add(name: string, content: AsyncIterable<Uint8Array>, options?: { store?: boolean }): Promise<ZipEntry>;
  /** Writes the directory. Nothing can be added afterwards. */
  end(): Promise<void>;
};

type Written = { name: Buffer; method: number; crc: number; packed: number; size: number; offset: number };

const most32 = 0xffff_ffff;
const most16 = 0xffff;
/** Bit 3: sizes follow the content. Bit 11: the name is UTF-8. */
const flags = 0x0808;
/** 1980-01-01 for every file, so that the same content gives the same bytes. */
const dosDate = 0x0021;

/** Starts a zip file. `write` receives its bytes in order; it gets the next ones only after its promise has resolved. */
export function openZip(write: (bytes: Buffer) => Promise<void>): ZipWriter {
  const entries: Written[] = [];
  let offset = 0;
  const put = async (bytes: Buffer) => {
    offset += bytes.length;
    await write(bytes);
  };
  return {
    async add(name, content, { store = false } = {}) {
      const entry = { name: Buffer.from(name), method: store ? 0 : 8, crc: 0, packed: 0, size: 0, offset };
      await put(localHeader(entry));
      const hash = createHash('sha256');
      const read = async function* () {
        for await (const bytes of content) {
          hash.update(bytes);
          entry.crc = crc32(bytes, entry.crc);
          entry.size += bytes.length;
          yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        }
      };
      for await (const bytes of store ? read() : deflate(read())) {
        entry.packed += bytes.length;
        await put(bytes);
      }
      await put(descriptor(entry));
      entries.push(entry);
      return { name, size: entry.size, sha256: hash.digest('hex') };
    },
    async end() {
      const start = offset;
      for (const entry of entries) await put(directoryHeader(entry));
      await put(endOfDirectory(entries.length, start, offset - start));
    },
  };
}

async function* deflate(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const feed = async () => {
    for await (const bytes of content) if (!packer.write(bytes)) await once(packer, 'drain');
    packer.end();
  };
  feed().catch(error => packer.destroy(error));
  yield* packer;
}

function localHeader({ name, method }: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4); // version needed
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** Returns the sizes that follow the content, in 64 bits if necessary. */
function descriptor({ crc, packed, size }: Written): Buffer {
  const isLarge = packed > most32 || size > most32;
  const bytes = Buffer.alloc(isLarge ? 24 : 16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  if (isLarge) {
    bytes.writeBigUInt64LE(BigInt(packed), 8);
    bytes.writeBigUInt64LE(BigInt(size), 16);
  } else {
    bytes.writeUInt32LE(packed, 8);
    bytes.writeUInt32LE(size, 12);
  }
  return bytes;
}

function directoryHeader({ name, method, crc, packed, size, offset }: Written): Buffer {
  const large = [size, packed, offset].filter(number => number >= most32);
  const extra = Buffer.alloc(large.length > 0 ? 4 + 8 * large.length : 0);
  if (large.length > 0) {
    extra.writeUInt16LE(1, 0); // zip64
    extra.writeUInt16LE(8 * large.length, 2);
    for (const [at, number] of large.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * at);
  }
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(0x032d, 4); // made by: version 4.5 on Unix
  header.writeUInt16LE(large.length > 0 ? 45 : 20, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt16LE(dosDate, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(Math.min(packed, most32), 20);
  header.writeUInt32LE(Math.min(size, most32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE((0o100600 << 16) >>> 0, 38); // a file that its owner can read and write
  header.writeUInt32LE(Math.min(offset, most32), 42);
  return Buffer.concat([header, name, extra]);
}

function endOfDirectory(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(length, most32), 12);
  end.writeUInt32LE(Math.min(start, most32), 16);
  if (count < most16 && start < most32 && length < most32) return end;
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(0x032d, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(start + length), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, end]);
}
