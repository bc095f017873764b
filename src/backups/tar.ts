import { openBytes } from './bytes.ts';
import { damaged } from './error.ts';

/** One file of a tar archive. Its content must be read before the next file. */
export type TarMember = { name: string; size: number; content: AsyncIterable<Buffer> };

const blockBytes = 512;
/** The most bytes of a name that fit into the header's field `name`. */
const nameBytes = 100;

/** Yields the header, content and padding of one file (POSIX.1-1988 ustar). */
export function* tarFile(name: string, content: Buffer, date: Date): Generator<Buffer> {
  yield header(name, content.length, date);
  yield content;
  yield padding(content.length);
}

/** The bytes that end an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

/** Reads an archive from beginning to end. Throws BackupError unless it is whole and of the form that tarFile writes. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarMember> {
  const bytes = openBytes(source);
  for (;;) {
    const block = await bytes.take(blockBytes);
    if (block.every(byte => byte === 0)) break;
    const { name, size } = readHeader(block);
    let left = size;
    const content = (async function* () {
      while (left > 0) {
        const part = await bytes.takeSome(left);
        left -= part.length;
        yield part;
      }
    })();
    yield { name, size, content };
    for await (const _ of content); // what the caller has not read
    await bytes.take(padding(size).length);
  }
  if ((await bytes.take(blockBytes)).some(byte => byte !== 0) || !(await bytes.isAtEnd()))
    throw damaged('there is data after its end');
}

function header(name: string, size: number, date: Date): Buffer {
  const block = Buffer.alloc(blockBytes);
  const [prefix, last] = split(name);
  block.write(last, 0, nameBytes, 'utf8');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  block.write(`${octal(size, 11)}\0`, 124, 'latin1');
  block.write(`${octal(Math.floor(date.getTime() / 1000), 11)}\0`, 136, 'latin1');
  block.write('        ', 148, 'latin1'); // the sum is calculated with spaces in its own place
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write(prefix, 345, 155, 'utf8');
  block.write(`${octal(sumOf(block), 6)}\0 `, 148, 'latin1');
  return block;
}

function readHeader(block: Buffer): { name: string; size: number } {
  const field = (start: number, length: number) =>
    block.toString('utf8', start, start + length).replace(/\0.*$/s, '');
  const sum = Number.parseInt(field(148, 8), 8);
  const blank = Buffer.from(block);
  blank.fill(' ', 148, 156);
  const size = field(124, 12);
  if (sum !== sumOf(blank) || field(257, 6) !== 'ustar' || field(156, 1) !== '0' || !/^[0-7]{11}$/.test(size))
    throw damaged('a header in it cannot be read');
  const prefix = field(345, 155);
  return {
    name: prefix ? `${prefix}/${field(0, nameBytes)}` : field(0, nameBytes),
    size: Number.parseInt(size, 8),
  };
}

/** Names longer than 100 bytes are cut at a slash. */
function split(name: string): [prefix: string, last: string] {
  if (name.length <= nameBytes) return ['', name];
  const at = name.indexOf('/', name.length - nameBytes - 1);
  if (at < 0 || at > 155) throw new Error(`${name} is too long for a tar archive`);
  return [name.slice(0, at), name.slice(at + 1)];
}

function padding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function sumOf(block: Buffer): number {
  return block.reduce((sum, byte) => sum + byte, 0);
}
