import { onlyChanges } from '../../platform/changes.ts';
import type { MailService } from '../../platform/config/config.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError, domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import {
  findRelay,
  insertRelay,
  listRelays,
  listStrangers,
  lockRelays,
  type Relay,
  removeRelay,
  updateRelay,
} from './queries.ts';
import { faultOf, mostRelays, type RelayCreate, type RelayUpdate } from './relay.ts';
import { reportFault } from './reports.ts';

type ChangeContext = { vault: Vault };

/** Adds a relay, which every worker process uses within seconds. Throws `request_invalid`. */
export async function createRelay(
  db: Database,
  { vault }: ChangeContext,
  { user, password, report_secret, ...input }: RelayCreate,
): Promise<Relay> {
  const id = newId();
  return inTransaction(db, async trx => {
    await lockRelays(trx);
    const own = (await listRelays(trx)).filter(({ is_of_settings }) => !is_of_settings);
    if (own.length >= mostRelays) refuse(sentence('delivery.too_many_relays', { most: mostRelays }));
    await refuseStrangers(trx, input.newsletter_ids);
    refuse(faultOf({ ...input, user, has_password: password !== '' }));
    refuse(reportFault(input.report_service, report_secret));
    await insertRelay(trx, {
      ...input,
      id,
      login_name: user,
      password: await vault.seal(trx, 'relays.password', id, password),
      report_secret: await vault.seal(trx, 'relays.report_secret', id, report_secret),
    });
    return found(await findRelay(trx, id), 'relay');
  });
}

/**
 * Applies `changes`. Messages that wait for the relay continue with its new settings, or over the relay that now takes their mail. Throws
 * `not_found`, `request_invalid`, and `conflict` for one of SMTP_URL.
 */
export async function changeRelay(
  db: Database,
  { vault }: ChangeContext,
  id: string,
  { user: login_name, password: given, report_secret: given_report, ...input }: RelayUpdate,
): Promise<Relay> {
  return inTransaction(db, async trx => {
    await lockRelays(trx);
    const before = own(await findRelay(trx, id));
    const password = given ?? (mayKeepPassword(before, { ...input, login_name }) ? undefined : '');
    const wanted = onlyChanges(before, { ...input, login_name });
    const after = { ...before, ...wanted };
    const has_password = password === undefined ? before.password !== '' : password !== '';
    refuse(faultOf({ ...after, user: after.login_name, has_password }));
    if (wanted.newsletter_ids) await refuseStrangers(trx, wanted.newsletter_ids);
    // The secret proves the reports of one service only.
    const report_secret = given_report ?? (wanted.report_service === undefined ? undefined : '');
    if (report_secret !== undefined)
      refuse(reportFault(after.report_service as MailService | null, report_secret));
    const secrets = {
      ...(password !== undefined && { password: await vault.seal(trx, 'relays.password', id, password) }),
      ...(report_secret !== undefined && {
        report_secret: await vault.seal(trx, 'relays.report_secret', id, report_secret),
      }),
    };
    if (Object.keys({ ...wanted, ...secrets }).length === 0) return before;
    await updateRelay(trx, before.key, { ...wanted, ...secrets });
    return found(await findRelay(trx, id), 'relay');
  });
}

/**
 * Whether the relay may keep its password. A password is for one login at one server: it must not go to another server, or to one that
 * answers in its place without a certificate.
 */
function mayKeepPassword(
  before: Relay,
  { host, tls, login_name }: Partial<Pick<Relay, 'host' | 'tls' | 'login_name'>>,
): boolean {
  const isWeaker = tls !== undefined && mayBePlain(tls) && !mayBePlain(before.tls);
  return (
    login_name !== '' && Object.keys(onlyChanges(before, { host, login_name })).length === 0 && !isWeaker
  );
}

function mayBePlain(tls: string): boolean {
  return tls === 'opportunistic' || tls === 'none';
}

/**
 * Takes the relay out of use; messages that have begun to leave over it still get their answers. Throws the same errors as `changeRelay`.
 */
export async function deleteRelay(db: Database, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    await lockRelays(trx);
    await removeRelay(trx, own(await findRelay(trx, id)).key);
  });
}

function own(relay: Relay | undefined): Relay {
  const known = found(relay, 'relay');
  if (known.is_of_settings)
    throw domainError('request_invalid', 'delivery.relay_of_settings', { name: known.name });
  return known;
}

async function refuseStrangers(trx: Database, newsletter_ids: string[]): Promise<void> {
  const [id] = await listStrangers(trx, newsletter_ids);
  if (id !== undefined) refuse(sentence('input.relay_newsletter', { id }));
}

/** Throws `request_invalid` with the fault if there is one. */
function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new DomainError('request_invalid', fault);
}
