import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { domainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

const longest = 200;

export const newPassword = z
  .string()
  .transform(text => text.normalize('NFKC'))
  .pipe(
    z
      .string()
      .min(12, sentence('input.password_short'))
      .max(longest, sentence('input.most_characters', { count: longest }))
      .refine(text => new Set(text).size >= 5, sentence('input.password_simple')),
  );
/** A new password. */
export const password = z.string().max(longest, sentence('input.most_characters', { count: longest }));

// 270 ms and 32 MB per attempt, on a libuv thread (OWASP password storage cheat sheet).
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 };
const atOnce = 2;
const mostWaiting = 30;

/** Returns what to store for a new password. It goes into the vault. */
export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(text, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether this is the password. Without a stored one the check takes just as long. Throws `rate_limited` if many wait. */
export async function isPassword(text: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', right = ''] = stored.split('$');
  const isStored = stored !== '';
  const options = isStored ? { ...cost, N: Number(N), r: Number(r), p: Number(p) } : cost;
  const hash = await derive(text.normalize('NFKC'), Buffer.from(salt, 'base64url'), options);
  const expected = Buffer.from(right, 'base64url');
  return isStored && expected.length === hash.length && timingSafeEqual(hash, expected);
}

const waiting: (() => void)[] = [];
let running = 0;

/** Leaves threads and memory for others: two checks at a time, and a bounded queue. */
async function derive(text: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  if (waiting.length >= mostWaiting) throw domainError('rate_limited', 'people.too_many_sign_ins');
  if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve));
  else running += 1;
  try {
    return await new Promise((resolve, reject) =>
      scrypt(text, salt, 32, options, (error, hash) => (error ? reject(error) : resolve(hash))),
    );
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
