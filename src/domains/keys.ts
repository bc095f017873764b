import { createPrivateKey } from 'node:crypto';
import type { Newsletter } from '../accounts/newsletter.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, found, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { domainOf } from '../platform/mail/address.ts';
import {
  type Algorithm,
  algorithms,
  type DkimKey,
  dkimRecord,
  makeDkimKey,
  openSigner,
  type Signer,
} from '../platform/mail/dkim.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { DkimKeyRow } from './dkim-key.ts';
import { deleteDkimKeyRow, insertDkimKeys, listDkimKeys, moveDkimKey } from './queries.ts';

/** Pairs that can exist at once: one that signs, its successor, and one whose mail is still in transit. */
const mostKeys = 6;

/** Mail signed with Ed25519 needs an RSA signature as well (RFC 8463 §3), so both keys are created. */
const made: readonly Algorithm[] = algorithms;

/**
 * Creates a pair of keys (RSA and Ed25519) for the domain the newsletter sends from. They wait, and sign nothing, until
 * DNS shows them. Throws `request_invalid` if there are too many keys already.
 */
export async function makeDkimKeys(
  db: Database,
  vault: Vault,
  newsletter: Newsletter,
  now: Date,
): Promise<DkimKeyRow[]> {
  const present = await listDkimKeys(db, newsletter.key);
  if (present.length >= mostKeys) {
    throw new DomainError(
      'request_invalid',
      sentence('delivery.too_many_dkim_keys', { count: present.length }),
    );
  }
  const domain = domainOf(newsletter.from_address);
  const date = now.toISOString().slice(0, 10).replaceAll('-', '');
  const pairs = await Promise.all(
    made.map(async algorithm => ({ algorithm, ...(await makeDkimKey(algorithm)) })),
  );
  return inTransaction(db, async trx => {
    const rows = [];
    for (const { algorithm, private_key } of pairs) {
      const id = newId();
      const pem = private_key.export({ type: 'pkcs8', format: 'pem' }) as string;
      rows.push({
        id,
        newsletter_key: newsletter.key,
        domain,
        selector: freeSelector(`pr${date}${algorithm === 'rsa-sha256' ? 'r' : 'e'}`, present),
        algorithm,
        private_key: await vault.seal(trx, 'dkim_keys.private_key', id, pem),
        record: dkimRecord({ algorithm, private_key }),
      });
    }
    return insertDkimKeys(trx, rows);
  });
}

/** Activates or retires the key. Throws `not_found`. */
export async function changeDkimKey(
  db: Database,
  newsletter_key: number,
  id: string,
  status: 'active' | 'retired',
): Promise<DkimKeyRow> {
  return found(
    await moveDkimKey(db, newsletter_key, id, ['waiting', 'active', 'retired'], status),
    'DKIM key',
  );
}

/** Throws `not_found`. Mail in transit that this key signed verifies for as long as its DNS record exists. */
export async function deleteDkimKey(db: Database, newsletter_key: number, id: string): Promise<void> {
  if (!(await deleteDkimKeyRow(db, newsletter_key, id))) throw notFound('DKIM key');
}

/**
 * The keys that sign this newsletter's mail: for each algorithm, the newest active key for the domain it sends from.
 */
export async function signingKeys(
  db: Database,
  vault: Vault,
  newsletter: Pick<Newsletter, 'key' | 'from_address'>,
): Promise<DkimKey[]> {
  const domain = domainOf(newsletter.from_address);
  const active = (await listDkimKeys(db, newsletter.key)).filter(
    key => key.status === 'active' && key.domain === domain,
  );
  return algorithms.flatMap(algorithm => {
    const newest = active.find(key => key.algorithm === algorithm);
    if (!newest) return [];
    const pem = vault.open('dkim_keys.private_key', newest.id, newest.private_key);
    return { domain, selector: newest.selector, algorithm, private_key: createPrivateKey(pem) };
  });
}

/** Signs the message with the newsletter's keys; without keys, returns it unchanged. */
export async function signerOf(
  db: Database,
  vault: Vault,
  newsletter: Pick<Newsletter, 'key' | 'from_address'>,
): Promise<Signer> {
  return openSigner(await signingKeys(db, vault, newsletter));
}

function freeSelector(base: string, present: DkimKeyRow[]): string {
  const taken = new Set(present.map(({ selector }) => selector));
  for (let number = 1; ; number += 1) {
    const selector = number === 1 ? base : `${base}${number}`;
    if (!taken.has(selector)) return selector;
  }
}
