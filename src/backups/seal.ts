import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Bytes, cutOff, openBytes } from './bytes.ts';
import { BackupError, damaged } from './error.ts';

/**
 * An encrypted backup is a header and the content. The header is the first line, 16 bytes of salt, 16 bytes that show whether the
 * passphrase is right, and the first 16 bytes of the SHA-256 of all this, which tell a damaged header from a wrong passphrase; the first
 * form lacks these. The content is in chunks of 64 KiB, each encrypted with AES-256-GCM. The nonce is the number of the chunk and whether
 * it is the last one, and the header is authenticated with each chunk, so nothing can be changed, reordered, repeated or cut off without
 * notice (STREAM: Hoang, Reyhanitabar, Rogaway, Vizár, 2015).
 */
const sealedLine = Buffer.from('postrider-encrypted-backup/2\n');
/** The first line of encrypted backups that were made before the first release. */
const firstSealedLine = Buffer.from('postrider-encrypted-backup/1\n');
export const sealedLineBytes = sealedLine.length;

const saltBytes = 16;
const checkBytes = 16;
const sumBytes = 16;
const chunkBytes = 64 << 10;
const tagBytes = 16;
/** 64 MB and a quarter of a second per guess (RFC 7914; OWASP's second choice, since small servers have 1 GB). */
const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 << 20 };

/** Whether a file with this first line is an encrypted backup. */
export function isSealed(line: Buffer): boolean {
  return line.equals(sealedLine) || line.equals(firstSealedLine);
}

/** Encrypts a stream with a passphrase. */
export async function* seal(content: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const { key, check } = await derive(passphrase, salt);
  const checked = Buffer.concat([sealedLine, salt, check]);
  const header = Buffer.concat([checked, sumOf(checked)]);
  yield header;
  yield* sealChunks(openBytes(content), key, header);
}

/** Decrypts the output of seal. Throws BackupError if the passphrase is wrong, or if anything was changed or cut off. */
export async function* unseal(content: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const bytes = openBytes(content);
  const checked = await bytes.take(sealedLineBytes + saltBytes + checkBytes);
  const hasSum = checked.subarray(0, sealedLineBytes).equals(sealedLine);
  const sum = hasSum ? await bytes.take(sumBytes) : Buffer.alloc(0);
  if (hasSum && !sum.equals(sumOf(checked))) throw damaged('its header was changed');
  const { key, check } = await derive(passphrase, checked.subarray(sealedLineBytes, -checkBytes));
  if (!timingSafeEqual(check, checked.subarray(-checkBytes)))
    throw new BackupError(
      `The passphrase is wrong${hasSum ? '' : ', or the first bytes of the backup are damaged'}. Use the one that BACKUP_PASSPHRASE had when the backup was made.`,
    );
  yield* unsealChunks(bytes, key, Buffer.concat([checked, sum]));
}

/** Yields the encrypted chunks that follow the header. */
export async function* sealChunks(content: Bytes, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const chunk = await content.takeUpTo(chunkBytes);
    const last = await content.isAtEnd();
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number, last)).setAAD(header);
    yield cipher.update(chunk);
    cipher.final();
    yield cipher.getAuthTag();
    if (last) return;
  }
}

/** Yields the content of the encrypted chunks. Throws BackupError unless all chunks are there and unchanged. */
export async function* unsealChunks(sealed: Bytes, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const chunk = await sealed.takeUpTo(chunkBytes + tagBytes);
    if (chunk.length < tagBytes) throw cutOff();
    const last = await sealed.isAtEnd();
    yield open(chunk, key, { number, last }, header);
    if (last) return;
  }
}

function open(
  chunk: Buffer,
  key: Buffer,
  { number, last }: { number: number; last: boolean },
  header: Buffer,
): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, last))
      .setAAD(header)
      .setAuthTag(chunk.subarray(-tagBytes));
    const text = decipher.update(chunk.subarray(0, -tagBytes));
    decipher.final();
    return text;
  } catch {
    const from = header.length + number * (chunkBytes + tagBytes);
    throw damaged(
      `${last ? 'it is cut off, or ' : ''}bytes ${from} to ${from + chunk.length - 1} were changed`,
    );
  }
}

async function derive(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const derived = await promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)(
    passphrase.normalize('NFKC'),
    salt,
    32 + checkBytes,
    cost,
  );
  return { key: derived.subarray(0, 32), check: derived.subarray(32) };
}

function sumOf(checked: Buffer): Buffer {
  return createHash('sha256').update(checked).digest().subarray(0, sumBytes);
}

function nonce(number: number, last: boolean): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeBigUInt64BE(BigInt(number), 3);
  iv[11] = last ? 1 : 0;
  return iv;
}
