import { createHash, createPublicKey, generateKeyPair, hash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { openBodyRelaxer, relaxField } from './relaxed.ts';

export const algorithms = ['rsa-sha256', 'ed25519-sha256'] as const;
export type Algorithm = (typeof algorithms)[number];

/** A key that signs for a domain; its public half is in DNS at `<selector>._domainkey.<domain>`. */
export type DkimKey = { domain: string; selector: string; algorithm: Algorithm; private_key: KeyObject };

/** Fields that must not be added, changed or removed. They are signed once more often than they occur (RFC 6376 §5.4, §8.15). */
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
 * on other threads. Text that messages share is prepared once. Without keys, messages stay unsigned.
 */
export function openSigner(keys: readonly DkimKey[]): Signer {
  if (keys.length === 0) return async message => message;
  const relaxBody = openBodyRelaxer();
  let plan: Plan = { names: '', order: [], list: '' };
  return async (message, date) => {
    const { header, body } = split(message);
    const fields = header.split(/\r\n(?![ \t])/);
    const names = fields.map(field => field.slice(0, field.indexOf(':')).trim().toLowerCase());
    if (plan.names !== names.join(':')) plan = planFor(names);
    const { order, list } = plan;
    const body_hash = hash('sha256', relaxBody(body), 'base64');
    let header_form = '';
    for (const at of order) header_form += `${relaxField(fields[at]!)}\r\n`;
    const signatures = await Promise.all(
      keys.map(async key => {
        const unsigned = signatureField(key, list, body_hash, date);
        const data = Buffer.from(header_form + relaxField(unsigned));
        return `${unsigned}${foldBase64(await signWith(key, data))}\r\n`;
      }),
    );
    return [...signatures, ...message];
  };
}

/** Makes a new pair of keys: RSA with 2048 bits (RFC 8301 §3.2), or Ed25519. */
export async function makeDkimKey(algorithm: Algorithm): Promise<{ private_key: KeyObject }> {
  const { privateKey } =
    algorithm === 'rsa-sha256'
      ? await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      : await promisify(generateKeyPair)('ed25519', {});
  return { private_key: privateKey };
}

/** Returns the text of the key's TXT record (RFC 6376 §3.6.1, RFC 8463 §4). */
export function dkimRecord({ algorithm, private_key }: Pick<DkimKey, 'algorithm' | 'private_key'>): string {
  const der = createPublicKey(private_key).export({ type: 'spki', format: 'der' });
  // For an Ed25519 key, the record contains only the 32 bytes.
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

/** Splits a message into the header, without the line end of its last field, and the body in pieces. */
function split(message: readonly string[]): { header: string; body: readonly string[] } {
  const [first = '', ...rest] = message;
  const end = first.indexOf('\r\n\r\n');
  if (end >= 0) return { header: first.slice(0, end), body: [first.slice(end + 4), ...rest] };
  if (rest.length > 0) return split([message.join('')]);
  return { header: first, body: [] };
}

/** The fields of a header with these names that are signed. */
type Plan = {
  names: string;
  /** The positions of the fields, in the order of signing. */
  order: readonly number[];
  /** The tag h= with all names, including those of absent fields. */
  list: string;
};

/** Plans the fields to sign. Fields with the same name are signed from the last one up (§5.4.2). */
function planFor(names: readonly string[]): Plan {
  const placesOf = (name: string) =>
    names.flatMap((other, at) => (other === name.toLowerCase() ? [at] : [])).toReversed();
  const list = [
    ...sealed.flatMap(name => [...placesOf(name).map(() => name), name]),
    ...signed.flatMap(name => placesOf(name).map(() => name)),
  ];
  return {
    names: names.join(':'),
    order: [...sealed, ...signed].flatMap(placesOf),
    list: foldNames(`h=${list.join(':')};`),
  };
}

/** Returns the signature field without the signature itself. */
function signatureField(
  { domain, selector, algorithm }: DkimKey,
  list: string,
  body_hash: string,
  date: Date,
): string {
  const tags = [
    `v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain}; s=${selector};`,
    `t=${Math.floor(date.getTime() / 1000)};`,
    list,
    `bh=${body_hash};`,
    'b=',
  ];
  return `DKIM-Signature: ${tags.join('\r\n\t')}`;
}

// Folds h= at colons, where that is allowed (§3.5).
function foldNames(tag: string): string {
  return tag.replace(/.{1,70}(?::|$)/g, '$&\r\n\t').replace(/\r\n\t$/, '');
}

function foldBase64(text: string): string {
  return text.replace(/.{1,72}/g, '\r\n\t$&');
}
