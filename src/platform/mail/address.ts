import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { sentence } from '../sentences/sentence.ts';

// This is HTML's grammar for an e-mail input (html.spec.whatwg.org, "valid e-mail address"), with letters of any script before the @ (RFC
// 6531). The domain is checked in its ASCII form.
const localPart = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u;
const domain =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

// domainToASCII treats its input as the host of a URL: it drops line ends and anything after a slash, decodes %61, and turns 1 into
// 0.0.0.1. So it must receive only text that can be a domain in some script: letters, marks, digits, hyphens, joiners and full stops.
const anyDomain = /^(?:[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]|\p{Join_Control})+$/u;

/** Matches domains that domainToASCII, which takes long, would not change: plain labels, of which the last is not a number. */
const plainTop = /(?:^|\.)[a-z][a-z0-9-]*$/;

const longestInput = 1000;

/**
 * Returns the address as we store it: trimmed, its domain in lower-case ASCII (UTS #46), its local part as the person wrote it. Returns
 * null if it is not an address (at most 64 octets before the @, 254 in all: RFC 5321 §4.5.3.1). Nothing inside it is dropped or decoded.
 */
export function parseMailAddress(input: string): string | null {
  if (input.length > longestInput) return null;
  const trimmed = input.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0)).normalize('NFC');
  const unicodeHost = trimmed.slice(at + 1);
  if (!localPart.test(local)) return null;
  const host = isPlain(unicodeHost) ? unicodeHost : toAscii(unicodeHost);
  if (host === null) return null;
  const address = `${local}@${host}`;
  return Buffer.byteLength(local) <= 64 && Buffer.byteLength(address) <= 254 ? address : null;
}

function isPlain(host: string): boolean {
  return domain.test(host) && plainTop.test(host) && !host.includes('xn--');
}

function toAscii(unicodeHost: string): string | null {
  if (!anyDomain.test(unicodeHost)) return null;
  const host = domainToASCII(unicodeHost);
  return domain.test(host) && isIP(host) === 0 ? host : null;
}

/**
 * Returns the normal form: two addresses are the same person's if their normal forms are equal. It ignores case. `address` must come from
 * parseMailAddress.
 */
export function normalAddress(address: string): string {
  return address.toLowerCase();
}

/** Returns the domain of an address that parseMailAddress returned. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

export const mailAddress = z
  .string()
  .transform((input, context) => {
    const address = parseMailAddress(input);
    if (address !== null) return address;
    context.addIssue({ code: 'custom', message: sentence('input.one_address_such_as') });
    return z.NEVER;
  })
  .meta({ format: 'idn-email' });
