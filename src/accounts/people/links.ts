import { sql } from 'kysely';
import { requestLetter } from '../../letters/request.ts';
import { personLinkAddress } from '../../links/people.ts';
import type { SignOn } from '../../platform/config/sign-on.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { day_ms, minute_ms } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { hasCredential, type Person } from './person.ts';
import {
  findPersonByAddress,
  findPersonByKey,
  insertLink,
  insertPerson,
  listInstallationOwners,
} from './queries.ts';

/** How long a mailed link is valid, and how long one that is printed for the machine's operator. */
const mailedFor = 30 * minute_ms;
const printedFor = day_ms;

type LinkContext = { base_url: string; secret: Secret; now: Date };

/**
 * Mails the person with this address a link that signs them in once. It does nothing for unknown addresses, and the caller
 * does not learn which they are.
 */
export async function mailSignInLink(db: Database, email_address: string, now: Date): Promise<void> {
  await inTransaction(db, async trx => {
    const person = await findPersonByAddress(trx, normalAddress(email_address));
    if (!person) return;
    const id = await makeLink(trx, person, now, { mailed_to: person.normal_address });
    await requestLetter(trx, 'mail_person', id);
  });
}

/** Returns a link that signs the person in once, for the machine's operator. Undefined for an unknown address. */
export async function printSignInLink(
  db: Database,
  { base_url, secret, now }: LinkContext,
  email_address: string,
): Promise<string | undefined> {
  const person = await findPersonByAddress(db, normalAddress(email_address));
  if (!person) return undefined;
  const id = await makeLink(db, person, now, { mailed_to: null });
  return personLinkAddress(base_url, secret, { id, kind: 'sign_in' });
}

/** Like printSignInLink, for the first owner of the installation. In a new installation this creates that owner. */
export async function printOwnersLink(db: Database, context: LinkContext): Promise<string> {
  return inTransaction(db, async trx => {
    const owner = await firstOwner(trx);
    const id = await makeLink(trx, owner, context.now, { mailed_to: null });
    return personLinkAddress(context.base_url, context.secret, { id, kind: 'sign_in' });
  });
}

/** Whether an owner of the installation can sign in without a link. */
export async function canOwnerSignIn(db: Database, sign_on: SignOn): Promise<boolean> {
  return (await listInstallationOwners(db)).some(owner => hasCredential(owner, sign_on));
}

async function firstOwner(trx: Database): Promise<Person> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first owner', 31))`.execute(trx);
  const [owner] = await listInstallationOwners(trx);
  if (owner) return owner;
  const { key } = await insertPerson(trx, { id: newId(), installation: 'write' });
  return (await findPersonByKey(trx, key))!;
}

async function makeLink(
  db: Database,
  { key }: Person,
  now: Date,
  { mailed_to }: { mailed_to: string | null },
): Promise<string> {
  const id = newId();
  const isMailed = mailed_to !== null;
  const end = new Date(now.getTime() + (isMailed ? mailedFor : printedFor));
  await insertLink(db, {
    id,
    person_key: key,
    normal_address: mailed_to,
    creation_date: now.toISOString(),
    end_date: end.toISOString(),
  });
  return id;
}
