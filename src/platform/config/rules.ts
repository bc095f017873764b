import { createPublicKey } from 'node:crypto';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { readRelays } from '../mail/smtp/relays.ts';
import { readAddresses } from './addresses.ts';
import { readCron } from './cron.ts';

// These are the rules for the values of settings, as texts in the environment. The message of each says which values are valid.

/** Returns the 32 bytes of a key in base64; null for anything else. */
export function readKeyText(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return /^[A-Za-z0-9+/]{43}=$/.test(text) && bytes.length === 32 ? bytes : null;
}

/** Returns the entries of a list with commas, without spaces around them. */
export function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean);
}

export const port = wholeNumber(0, 65_535);

/** IP addresses and networks. */
export const networks = z
  .string()
  .default('')
  .transform(entriesOf)
  .refine(
    list => list.every(isNetwork),
    'use a comma-separated list of networks such as 10.0.0.0/8,192.168.1.5',
  );

/** The name of a domain, in ASCII. */
export const domain = z
  .string()
  .transform(text => domainToASCII(text.trim()))
  .refine(
    text => /^(?=.{1,180}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text),
    'use a domain such as bounces.example.org',
  );

/** One key, or several keys, of which all but the first are only used to decrypt. */
export const secretKeys = z.string().transform((list, context) => {
  const keys = list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readKeyText);
  if (keys.length > 0 && keys.every(key => key !== null)) return keys;
  context.addIssue(
    'use 32 random bytes in base64, as printed by `openssl rand -base64 32`; separate several with commas',
  );
  return z.NEVER;
});

/** A secret that somebody else has as well. */
export const secretWord = z.string().min(16, 'use at least 16 characters').max(500);

/** An address with one of these schemes, such as `example`. */
export const url = (schemes: string[], example: string) =>
  z.string().refine(text => {
    const parsed = URL.parse(text);
    return parsed !== null && schemes.includes(parsed.protocol);
  }, `use an address such as ${example}`);

/** Text that `read` can read. Its error says what is wrong. */
const readableBy = (read: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      read(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: messageOf(error) });
    }
  });

/** The address of PostgreSQL. */
export const addresses = readableBy(readAddresses);

/** The mail servers to which mail is handed over. */
export const relays = readableBy(readRelays);

/** A time in cron's notation. */
export const cron = readableBy(readCron).transform(readCron);

/** A number for each domain; `*` stands for all other domains. */
export const domainLimits = z
  .string()
  .default('')
  .transform((list, context) => {
    const limits = new Map<string, number>();
    for (const entry of entriesOf(list)) {
      const [, name = '', number] = /^([^\s=]+)\s*=\s*(\d+(?:\.\d+)?)$/.exec(entry) ?? [];
      const domain = name === '*' ? name : domainToASCII(name);
      if (!/^(?:\*|[a-z0-9-]+(?:\.[a-z0-9-]+)*)$/.test(domain) || !(Number(number) > 0)) {
        context.addIssue('use a comma-separated list such as gmail.com=20,*=50, with numbers above 0');
        return z.NEVER;
      }
      limits.set(domain, Number(number));
    }
    return limits;
  });

/** A percentage from 0 to 100. */
export const percent = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'use a number from 0 to 100')
  .transform(Number)
  .refine(number => number <= 100, 'use a number from 0 to 100');

/** Returns the rule for a whole number within these limits. */
export function wholeNumber(least: number, most: number) {
  const range = `use a whole number from ${least} to ${most}`;
  return z
    .union([z.number(), z.string().regex(/^\d+$/, range).transform(Number)], range)
    .pipe(z.number(range).int(range).min(least, range).max(most, range));
}

/** Whether the text is a public key on an elliptic curve: DER in base64. */
export function isPublicKey(base64: string): boolean {
  try {
    const der = Buffer.from(base64, 'base64');
    return createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.isValid(text);
}
