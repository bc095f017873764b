import { createHash, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

export const algorithms = ['rsa-sha256', 'ed25519-sha256'] as const;
export type Algorithm = (typeof algorithms)[number];

/** A key that signs for a domain; its public half is in DNS at `<selector>._domainkey.<domain>`. */
export type DkimKey = { domain: string; selector: string; algorithm: Algorithm; private_key: KeyObject };

/**
 * Fields that must not be added, changed or removed, so they are signed once more than they occur (RFC 6376 §5.4,
 * §8.15).
 */
const sealed = [
  'From',
  'To',
  'Cc',
  'Sender',
  'Subject',
  'Date',
  'Message-ID',
  'Reply-To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
];

/** Fields that are signed if they occur. */
const signed = [
  'List-Id',
  'List-Archive',
  'List-Help',
  'Feedback-ID',
  'Precedence',
  'Auto-Submitted',
  'CFBL-Address',
];

const signAsync = promisify(sign) as (
  algorithm: string | null,
  data: Buffer,
  key: KeyObject,
) => Promise<Buffer>;

/** Puts signatures before the pieces of a finished message (RFC 5322 text with CRLF line ends). */
export type Signer = (message: readonly string[], date: Date) => Promise<readonly string[]>;

/**
 * Signs messages with each of the keys, relaxed/relaxed (RFC 6376 §3.4), with RSA-SHA256 or Ed25519-SHA256 (RFC 8463),
 * on other threads. Without keys, messages stay unsigned.
 */
export function openSigner(keys: readonly DkimKey[]): Signer {
  if (keys.length === 0) return async message => message;
  return async (message, date) => {
    const bytes = Buffer.from(message.join('')).toString('latin1'); // the UTF-8 form is signed
    const end = bytes.indexOf('\r\n\r\n');
    const fields = readFields(bytes.slice(0, end));
    const names = namesToSign(fields);
    const header = names.map(({ field }) => (field === undefined ? '' : `${relaxField(field)}\r\n`)).join('');
    const body_hash = createHash('sha256')
      .update(relaxBody(bytes.slice(end + 4)), 'latin1')
      .digest('base64');
    const signatures = await Promise.all(
      keys.map(async key => {
        const unsigned = signatureField(key, names, body_hash, date);
        const data = Buffer.from(header + relaxField(unsigned), 'latin1');
        return `${unsigned}${foldBase64(await signWith(key, data))}\r\n`;
      }),
    );
    return [...signatures, ...message];
  };
}

/** A new pair of keys: RSA with 2048 bits (RFC 8301 §3.2), or Ed25519. */
export async function makeDkimKey(algorithm: Algorithm): Promise<{ private_key: KeyObject }> {
  const { privateKey } =
    algorithm === 'rsa-sha256'
      ? await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      : await promisify(generateKeyPair)('ed25519', {});
  return { private_key: privateKey };
}

/** The text of the key's TXT record (RFC 6376 §3.6.1, RFC 8463 §4). */
export function dkimRecord({ algorithm, private_key }: Pick<DkimKey, 'algorithm' | 'private_key'>): string {
  const der = createPublicKey(private_key).export({ type: 'spki', format: 'der' });
  // For an Ed25519 key the record has only the 32 bytes.
  const [type, bytes] = algorithm === 'rsa-sha256' ? ['rsa', der] : ['ed25519', der.subarray(-32)];
  return `v=DKIM1; k=${type}; p=${bytes.toString('base64')}`;
}

async function signWith({ algorithm, private_key }: DkimKey, data: Buffer): Promise<string> {
  const signature =
    algorithm === 'rsa-sha256'
      ? await signAsync('sha256', data, private_key)
      : await signAsync(null, createHash('sha256').update(data).digest(), private_key);
  return signature.toString('base64');
}

type Named = { name: string; field: string | undefined };

function readFields(header: string): string[] {
  return header.split(/\r\n(?![ \t])/);
}

/** The fields in signing order: repeated names from the last one up (§5.4.2). */
function namesToSign(fields: readonly string[]): Named[] {
  const byName = new Map<string, string[]>();
  for (const field of fields) {
    const name = field.slice(0, field.indexOf(':')).trim().toLowerCase();
    byName.set(name, [field, ...(byName.get(name) ?? [])]);
  }
  const occurring = (name: string): Named[] =>
    (byName.get(name.toLowerCase()) ?? []).map(field => ({ name, field }));
  return [
    ...sealed.flatMap(name => [...occurring(name), { name, field: undefined }]),
    ...signed.flatMap(occurring),
  ];
}

function signatureField(
  { domain, selector, algorithm }: DkimKey,
  names: readonly Named[],
  body_hash: string,
  date: Date,
): string {
  const tags = [
    `v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain}; s=${selector};`,
    `t=${Math.floor(date.getTime() / 1000)};`,
    `h=${names.map(({ name }) => name).join(':')};`,
    `bh=${body_hash};`,
    'b=',
  ];
  return `DKIM-Signature: ${tags.map(foldNames).join('\r\n\t')}`;
}

// h= can be folded at a colon (§3.5).
function foldNames(tag: string): string {
  return tag.replace(/.{1,70}(?::|$)/g, '$&\r\n\t').replace(/\r\n\t$/, '');
}

function foldBase64(text: string): string {
  return text.replace(/.{1,72}/g, '\r\n\t$&');
}

function relaxField(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
}

function relaxBody(body: string): string {
  const relaxed = body.replace(/[ \t]+(?=\r\n|$)/g, '').replace(/[ \t]{2,}|\t/g, ' ');
  let end = relaxed.length;
  while (end >= 2 && relaxed.startsWith('\r\n', end - 2)) end -= 2;
  return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`;
}
