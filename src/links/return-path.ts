import { hour_ms } from '../platform/durations.ts';
import { domainOf } from '../platform/mail/address.ts';
import { isMac, mac, type Secret } from '../platform/secrets/signed-tokens.ts';

/** The content of one of our addresses for returned mail: whose mail it is about, and when it was created. */
export type ReturnAddress = { email_key: number; subscriber_key: number; date: Date };

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const keyBytes = 6;
const hourBytes = 3;
const payloadBytes = 2 * keyBytes + hourBytes;
const newsletterBytes = 5;
const macBytes = 10;

const prefixes = { bounce: 'b', unsubscribe: 'unsub', reply: 'reply' } as const;
/** The purposes of mail to our signed addresses about a delivery. */
type Purpose = Exclude<keyof typeof prefixes, 'reply'>;

/**
 * Returns the envelope sender of one message (RFC 5321 §4.5.5, VERP), which identifies its delivery. Nobody else can create it (80 bits of
 * HMAC-SHA-256), and it survives servers that change the case of letters.
 */
export function returnPath(secret: Secret, domain: string, address: ReturnAddress): string {
  return sign(secret, domain, 'bounce', address);
}

/** Returns the mailbox for unsubscribing (RFC 2369 §3.2). No matter who sends to it, the owner of the mailbox is unsubscribed. */
export function unsubscribeMailbox(secret: Secret, domain: string, address: ReturnAddress): string {
  return sign(secret, domain, 'unsubscribe', address);
}

/** Returns the domain that receives mail about the newsletter's mail: its own, or else the installation's; undefined if none does. */
export function bounceDomainOf(
  installation: string | undefined,
  newsletter: { bounce_domain: string },
): string | undefined {
  return installation === undefined ? undefined : newsletter.bounce_domain || installation;
}

/**
 * Returns the address where receivers may report complaints about mail of this From address, for its CFBL-Address field; '' if there is
 * none. The signature of the mail proves that the address is ours only if it is in the From address's own domain or below (RFC 9477 §3.1).
 */
export function complaintsAddress(from_address: string, bounce_domain: string | undefined): string {
  const isOwn = `.${bounce_domain}`.endsWith(`.${domainOf(from_address)}`);
  return bounce_domain !== undefined && isOwn ? `fbl@${bounce_domain}` : '';
}

/**
 * Returns the mailbox where readers reply to a newsletter. It is the same for everybody, so that all copies share it; the In-Reply-To of a
 * reply says which mail it answers. The signature keeps strangers from trying numbers.
 */
export function replyMailbox(secret: Secret, domain: string, newsletter_key: number): string {
  const payload = Buffer.alloc(newsletterBytes);
  payload.writeUIntBE(newsletter_key, 0, newsletterBytes);
  return signPayload(secret, domain, 'reply', payload);
}

/** Returns the mailbox where receivers send their reports about a domain: for the `rua` of its DMARC record, or of its TLS-RPT record. */
export function reportMailbox(about: 'dmarc' | 'tls', bounce_domain: string): string {
  return `${about}@${bounce_domain}`;
}

export type ReadAddress =
  | ({ purpose: Purpose } & ReturnAddress)
  | { purpose: 'reply'; newsletter_key: number }
  /** Mail to this address reports about a domain. */
  | { purpose: 'domain_report' }
  /** The address looks like ours but is not: altered, made up, or from another installation. */
  | { purpose: 'forged' }
  /** Any other address. */
  | { purpose: 'other' };

/** Returns the meaning of the local part of an address in BOUNCE_DOMAIN. Never throws. */
export function readReturnPath(secret: Secret, address: string): ReadAddress {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase();
  if (local === 'dmarc' || local === 'tls') return { purpose: 'domain_report' };
  const [, prefix, rest = ''] = /^(b|unsub|reply)\+(.*)$/s.exec(local) ?? [];
  if (prefix === undefined) return { purpose: 'other' };
  const purpose = prefix === 'b' ? 'bounce' : prefix === 'unsub' ? 'unsubscribe' : 'reply';
  const form = purpose === 'reply' ? /^([a-z2-7]{8})-([a-z2-7]{16})$/ : /^([a-z2-7]{24})-([a-z2-7]{16})$/;
  const [, words, mac] = form.exec(rest) ?? [];
  if (words === undefined || mac === undefined) return { purpose: 'forged' };
  const payload = fromBase32(words);
  if (!isMac(secret, purpose, payload, fromBase32(mac))) return { purpose: 'forged' };
  if (purpose === 'reply') return { purpose, newsletter_key: payload.readUIntBE(0, newsletterBytes) };
  return {
    purpose,
    email_key: payload.readUIntBE(0, keyBytes),
    subscriber_key: payload.readUIntBE(keyBytes, keyBytes),
    date: new Date(payload.readUIntBE(2 * keyBytes, hourBytes) * hour_ms),
  };
}

/** Finds the first of our bounce addresses in a text, such as the Return-Path of a returned message. */
export function findReturnPath(secret: Secret, text: string): ReturnAddress | null {
  for (const [address] of text.slice(0, 4096).matchAll(/\bb\+[a-z2-7]{24}-[a-z2-7]{16}@/gi)) {
    const read = readReturnPath(secret, address);
    if (read.purpose === 'bounce') return read;
  }
  return null;
}

function sign(
  secret: Secret,
  domain: string,
  purpose: Purpose,
  { email_key, subscriber_key, date }: ReturnAddress,
): string {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUIntBE(email_key, 0, keyBytes);
  payload.writeUIntBE(subscriber_key, keyBytes, keyBytes);
  payload.writeUIntBE(Math.floor(date.getTime() / hour_ms), 2 * keyBytes, hourBytes);
  return signPayload(secret, domain, purpose, payload);
}

function signPayload(
  secret: Secret,
  domain: string,
  purpose: keyof typeof prefixes,
  payload: Buffer,
): string {
  return `${prefixes[purpose]}+${toBase32(payload)}-${toBase32(mac(secret, purpose, payload).subarray(0, macBytes))}@${domain}`;
}

/** Encodes in base32 (RFC 4648 §6), in lower case. The length is a multiple of five bytes, so there is no padding. */
function toBase32(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    let group = bytes.readUIntBE(at, 5);
    let letters = '';
    for (let place = 0; place < 8; place++) {
      letters = alphabet[group % 32] + letters;
      group = Math.floor(group / 32);
    }
    text += letters;
  }
  return text;
}

function fromBase32(text: string): Buffer {
  const bytes = Buffer.alloc((text.length / 8) * 5);
  for (let at = 0; at < text.length; at += 8) {
    let group = 0;
    for (const letter of text.slice(at, at + 8)) group = group * 32 + alphabet.indexOf(letter);
    bytes.writeUIntBE(group, (at / 8) * 5, 5);
  }
  return bytes;
}
