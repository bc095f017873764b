/** Matches an address in running text. The caller decides whether it means anything. Letters may be of any script (RFC 6531). */
const local = String.raw`(?:"[^"\s]{1,64}"|[\p{L}\p{N}!#$%&'*+/=?^_\x60{|}~.-]{1,128})`;
const domain = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,62}[\p{L}\p{N}])?\.){0,10}[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}[\p{L}\p{N}])?`;
export const addressSource = `${local}@${domain}`;

// The match begins only at the beginning of a word. Otherwise a long word would be scanned again from each of its letters.
const anyAddress = new RegExp(String.raw`(?<![\p{L}\p{N}!#$%&'*+/=?^_\x60{|}~.-])${addressSource}`, 'gu');

/** Finds the first addresses in a text, in order, without duplicates, within 64 KiB and at most 100. */
export function findAddresses(text: string): string[] {
  const found = new Set<string>();
  for (const [address] of text.slice(0, 64 * 1024).matchAll(anyAddress)) {
    found.add(trimAddress(address));
    if (found.size === 100) break;
  }
  return [...found];
}

export function firstAddress(text: string): string | null {
  return findAddresses(text)[0] ?? null;
}

/** Returns the addresses, and their domains, without duplicates. */
export function withDomains(addresses: string[]): string[] {
  return [...new Set(addresses.flatMap(address => [address, address.slice(address.lastIndexOf('@') + 1)]))];
}

/** Removes quotes around an address, as in Exchange's `'ann@example.org'`. */
export function trimAddress(address: string): string {
  return address.replace(/^['`*=]+/, '').replace(/['`.]+$/, '');
}

/**
 * Returns the address of a Final-Recipient or Original-Recipient field (RFC 3464 §2.3.1–2.3.2), without its type, and with `\x{…}` of utf-8
 * addresses (RFC 6533 §3) and xtext of + and = (RFC 3461 §4) decoded. Null if it is not a mailbox.
 */
export function readRecipientField(value: string): string | null {
  const bare = value
    .replace(/^[\w.-]{1,30}\s*;\s*/, '')
    .replace(/\\x\{([0-9a-f]{1,6})\}/gi, (whole, hex) => {
      const point = Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    })
    .replace(/\+(2B|3D)/g, (_, hex) => (hex === '2B' ? '+' : '='));
  return firstAddress(bare);
}
