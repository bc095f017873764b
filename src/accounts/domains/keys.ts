import { createPrivateKey } from 'node:crypto';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { domainOf } from '../../platform/mail/address.ts';
import {
  type Algorithm,
  algorithms,
  type DkimKey,
  dkimRecord,
  makeDkimKey,
  openSigner,
  type Signer,
} from '../../platform/mail/dkim.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Newsletter } from '../newsletter.ts';
import type { DkimKeyRow } from './dkim-key.ts';
import { deleteDkimKeyRow, insertDkimKeys, listDkimKeys, moveDkimKey } from './queries.ts';

/** Pairs that may live side by side: one that signs, one that is to follow it, and one whose mail is still on its way. */
const mostKeys = 6;

/** Who receives Ed25519 has to be given RSA as well (RFC 8463 §3), so both are made. */
const made: readonly Algorithm[] = algorithms;

/**
 * Makes a new pair of keys (RSA and Ed25519) for the domain that the newsletter writes from. They wait, and sign nothing,
 * until DNS shows them. Throws `request_invalid` when there are many already.
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
      `This newsletter has ${present.length} DKIM keys. Delete a retired one whose mail has long arrived.`,
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

/** Signs with the key from now on, or no more. Throws `not_found`. */
export async function changeDkimKey(
  db: Database,
  newsletter_key: number,
  id: string,
  status: 'active' | 'retired',
): Promise<DkimKeyRow> {
  const moved = await moveDkimKey(db, newsletter_key, id, ['waiting', 'active', 'retired'], status);
  if (!moved) throw notFound('DKIM key');
  return moved;
}

/** Throws `not_found`. What the key has signed and is still on its way can be verified as long as DNS shows it. */
export async function deleteDkimKey(db: Database, newsletter_key: number, id: string): Promise<void> {
  if (!(await deleteDkimKeyRow(db, newsletter_key, id))) throw notFound('DKIM key');
}

/** The keys that sign what the newsletter mails: of each algorithm the newest that is active for the domain it writes from. */
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

/** Signs what the newsletter mails with its keys; without any it stays as it is. */
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
