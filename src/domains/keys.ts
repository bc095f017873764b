import { createPrivateKey } from 'node:crypto';
import type { Newsletter } from '../accounts/newsletter.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError, notFound } from '../platform/errors.ts';
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
import { aliasesFor, type DkimKeyRow } from './dkim-key.ts';
import {
  deleteDkimKeyRow,
  insertDkimKeys,
  listDkimKeys,
  listSelectors,
  lockDkimKeys,
  moveDkimKey,
} from './queries.ts';

/** The most pairs that can exist at once: one that signs, its successor, and one whose mail is still in transit. */
const mostKeys = 6;

/** Mail signed with Ed25519 needs an RSA signature as well (RFC 8463 §3), so both keys are created. */
const pair: readonly Algorithm[] = algorithms;

/** The kind of key for delegated domains: every receiver understands RSA, and each further kind would need two more aliases. */
const delegated: readonly Algorithm[] = ['rsa-sha256'];

type Wish = {
  now: Date;
  /** The operator's zone, if the keys' records are to be published there. */
  zone?: string | undefined;
  /** Whether the calendar asks for the keys. Then none are made while others wait. */
  is_planned?: boolean;
};

/**
 * Creates keys for the domain the newsletter sends from: a pair (RSA and Ed25519) whose records are published in the domain, or an RSA
 * key whose record is published in the zone. They wait, and sign nothing, until DNS shows them. Throws `request_invalid` if there are too
 * many keys already.
 */
export async function makeDkimKeys(
  db: Database,
  vault: Vault,
  newsletter: Pick<Newsletter, 'key' | 'id' | 'from_address'>,
  { now, zone, is_planned = false }: Wish,
): Promise<DkimKeyRow[]> {
  const domain = domainOf(newsletter.from_address);
  const made = await Promise.all(
    (zone === undefined ? pair : delegated).map(async algorithm => ({
      algorithm,
      ...(await makeDkimKey(algorithm)),
    })),
  );
  return inTransaction(db, async trx => {
    await lockDkimKeys(trx, newsletter.key);
    const present = await listDkimKeys(trx, newsletter.key);
    if (is_planned && present.some(key => key.domain === domain && key.status === 'waiting')) return [];
    const nameOf = await namesFor(trx, newsletter, present, { domain, now, zone });
    const rows = [];
    for (const { algorithm, private_key } of made) {
      const id = newId();
      const pem = private_key.export({ type: 'pkcs8', format: 'pem' }) as string;
      rows.push({
        id,
        newsletter_key: newsletter.key,
        domain,
        ...nameOf(algorithm),
        algorithm,
        private_key: await vault.seal(trx, 'dkim_keys.private_key', id, pem),
        record: dkimRecord({ algorithm, private_key }),
        is_planned,
      });
    }
    return insertDkimKeys(trx, rows);
  });
}

/** Returns the selector, and the target if there is a zone, for a key of each kind. Makes room for it, or throws `request_invalid`. */
async function namesFor(
  trx: Database,
  { key, id }: Pick<Newsletter, 'key' | 'id'>,
  present: DkimKeyRow[],
  { domain, now, zone }: Pick<Wish, 'now' | 'zone'> & { domain: string },
): Promise<(algorithm: Algorithm) => { selector: string; target: string }> {
  if (zone !== undefined) {
    const alias = freeAlias(present, aliasesFor({ id }, domain, zone));
    if (!alias) throw domainError('request_invalid', 'domains.aliases_in_use');
    const former = present.find(one => one.domain === domain && one.selector === alias.selector);
    if (former) await deleteDkimKeyRow(trx, key, former.id);
    return () => alias;
  }
  const count = present.filter(({ private_key }) => private_key !== '').length;
  if (count >= mostKeys) throw domainError('request_invalid', 'delivery.too_many_dkim_keys', { count });
  const taken = new Set(await listSelectors(trx, domain));
  const date = now.toISOString().slice(0, 10).replaceAll('-', '');
  return algorithm => ({
    selector: freeSelector(`pr${date}${algorithm === 'rsa-sha256' ? 'r' : 'e'}`, taken),
    target: '',
  });
}

/** Returns an alias that no key needs: no key there signs or waits, and none is retired with mail still on its way. */
export function freeAlias<Alias extends { selector: string }>(
  keys: DkimKeyRow[],
  aliases: Alias[],
): Alias | undefined {
  return aliases.find(
    ({ selector }) => !keys.some(key => key.selector === selector && key.private_key !== ''),
  );
}

/** Activates or retires the key. Throws `not_found`, or `request_invalid` if its private half is destroyed. */
export async function changeDkimKey(
  db: Database,
  newsletter_key: number,
  id: string,
  status: 'active' | 'retired',
): Promise<DkimKeyRow> {
  const moved = await moveDkimKey(db, newsletter_key, id, ['waiting', 'active', 'retired'], status);
  if (moved) return moved;
  const isThere = (await listDkimKeys(db, newsletter_key)).some(key => key.id === id);
  if (isThere) throw domainError('request_invalid', 'domains.key_destroyed');
  throw notFound('DKIM key');
}

/** Deletes the key. Mail in transit that it signed verifies for as long as its DNS record exists. Throws `not_found`. */
export async function deleteDkimKey(db: Database, newsletter_key: number, id: string): Promise<void> {
  if (!(await deleteDkimKeyRow(db, newsletter_key, id))) throw notFound('DKIM key');
}

/** Returns the keys that sign this newsletter's mail: for each algorithm, the newest active key for the domain it sends from. */
export async function signingKeys(
  db: Database,
  vault: Vault,
  newsletter: Pick<Newsletter, 'key' | 'from_address'>,
): Promise<DkimKey[]> {
  const domain = domainOf(newsletter.from_address);
  const active = (await listDkimKeys(db, newsletter.key)).filter(
    key => key.status === 'active' && key.domain === domain && key.private_key !== '',
  );
  return algorithms.flatMap(algorithm => {
    const newest = active.find(key => key.algorithm === algorithm);
    if (!newest) return [];
    const pem = vault.open('dkim_keys.private_key', newest.id, newest.private_key);
    return { domain, selector: newest.selector, algorithm, private_key: createPrivateKey(pem) };
  });
}

/** Returns a function that signs messages with the newsletter's keys; without keys, it returns them unchanged. */
export async function signerOf(
  db: Database,
  vault: Vault,
  newsletter: Pick<Newsletter, 'key' | 'from_address'>,
): Promise<Signer> {
  return openSigner(await signingKeys(db, vault, newsletter));
}

function freeSelector(base: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const selector = number === 1 ? base : `${base}${number}`;
    if (!taken.has(selector)) return selector;
  }
}
