import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type Bytes, cutOff, openBytes } from './bytes.ts';
import { BackupError } from './error.ts';

/**
 * An encrypted backup is a header (the first line, 16 bytes of salt, 16 bytes that show whether the passphrase is right) and the
 * content in chunks of 64 KiB, each encrypted with AES-256-GCM. The nonce is the number of the chunk and whether it is the
 * last one, and the header is authenticated with each chunk, so nothing can be changed, reordered, repeated or cut off without notice
 * (STREAM: Hoang, Reyhanitabar, Rogaway, Vizár, 2015).
 */
export const sealedLine = Buffer.from('postrider-encrypted-backup/1\n');

const saltBytes = 16;
const checkBytes = 16;
const chunkBytes = 64 << 10;
const tagBytes = 16;
/** 64 MB and a quarter of a second per guess (RFC 7914; OWASP's second choice, since small servers have 1 GB). */
const cost = { N: 2 ** 16, r: 8, p: 2, maxmem: 128 << 20 };

/** Encrypts a stream to a passphrase. */
export async function* seal(content: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const { key, check } = await derive(passphrase, salt);
  const header = Buffer.concat([sealedLine, salt, check]);
  yield header;
  yield* sealChunks(openBytes(content), key, header);
}

/** Decrypts what seal wrote. Throws BackupError if the passphrase is wrong, or if anything was changed or cut off. */
export async function* unseal(content: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const bytes = openBytes(content);
  const header = await bytes.take(sealedLine.length + saltBytes + checkBytes);
  const salt = header.subarray(sealedLine.length, -checkBytes);
  const { key, check } = await derive(passphrase, salt);
  if (!timingSafeEqual(check, header.subarray(-checkBytes)))
    throw new BackupError(
      'The passphrase is wrong. Use the one that BACKUP_PASSPHRASE had when the backup was made.',
    );
  yield* unsealChunks(bytes, key, header);
}

/** The encrypted chunks that follow the header. */
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

/** The content of the encrypted chunks. Throws BackupError unless all are there as they were written. */
export async function* unsealChunks(sealed: Bytes, key: Buffer, header: Buffer): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const chunk = await sealed.takeUpTo(chunkBytes + tagBytes);
    if (chunk.length < tagBytes) throw cutOff();
    const last = await sealed.isAtEnd();
    yield open(chunk, key, nonce(number, last), header, last);
    if (last) return;
  }
}

function open(chunk: Buffer, key: Buffer, iv: Buffer, header: Buffer, last: boolean): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv)
      .setAAD(header)
      .setAuthTag(chunk.subarray(-tagBytes));
    const text = decipher.update(chunk.subarray(0, -tagBytes));
    decipher.final();
    return text;
  } catch {
    throw new BackupError(
      `The backup is damaged${last ? ' or cut off' : ''}: a part of it is not as it was written. Use another copy of it, or another backup.`,
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

function nonce(number: number, last: boolean): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeBigUInt64BE(BigInt(number), 3);
  iv[11] = last ? 1 : 0;
  return iv;
}
