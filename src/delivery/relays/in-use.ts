import type { Database } from '../../platform/database/connect.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { relaysFor } from '../../platform/mail/smtp/choices.ts';
import {
  forEverybody,
  ownName,
  type RelayInUse,
  readRelays,
  type Relay as Server,
} from '../../platform/mail/smtp/relays.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { listRelays, type Relay } from './queries.ts';

/**
 * Reads the relays that take this installation's mail: those of SMTP_URL (`ofSettings`) with their keys in the ledger, and those that
 * people have added. If `ofSettings` is the built-in inbox, it takes only mail that no other relay takes.
 */
export async function readRelaysInUse(
  db: Database,
  vault: Vault,
  { ofSettings, keys, has_inbox }: { ofSettings: Server[]; keys: Map<string, number>; has_inbox: boolean },
): Promise<RelayInUse[]> {
  const rows = (await listRelays(db)).filter(({ is_of_settings }) => !is_of_settings);
  const added = rows.map(row => relayOf(row, vault));
  if (has_inbox && added.some(({ is_default }) => is_default)) return added;
  return [...ofSettings.map(server => forEverybody(server, keys.get(nameOf(server)) ?? null)), ...added];
}

type Sender = { key: number; from_address: string };

/** Lists the relays that take the newsletter's mail, with everything needed to connect to them; none while its mail stays in the inbox. */
export async function relaysOf(
  db: Database,
  { vault, smtp_url }: { vault: Vault; smtp_url: string | undefined },
  newsletter: Sender,
): Promise<RelayInUse[]> {
  const rows = await listRelays(db);
  return choose(
    smtp_url,
    rows.filter(({ is_of_settings }) => !is_of_settings).map(row => relayOf(row, vault)),
    newsletter,
  );
}

/** Lists the hosts of the relays that take the newsletter's mail. */
export async function listHosts(
  db: Database,
  smtp_url: string | undefined,
  newsletter: Sender,
): Promise<{ host: string }[]> {
  const rows = await listRelays(db);
  return choose(
    smtp_url,
    rows.filter(({ is_of_settings }) => !is_of_settings),
    newsletter,
  );
}

function choose<Added extends Parameters<typeof relaysFor>[0][number]>(
  smtp_url: string | undefined,
  added: Added[],
  { key, from_address }: Sender,
): (Added | RelayInUse)[] {
  const ofSettings = smtp_url === undefined ? [] : readRelays(smtp_url).map(server => forEverybody(server));
  return relaysFor<Added | RelayInUse>([...ofSettings, ...added], { key, domain: domainOf(from_address) });
}

/** Returns the name of a relay of SMTP_URL. */
export function nameOf({ host, port }: Server): string {
  return `${host}:${port}`;
}

/** Returns the relay in the form that the transport uses. */
export function relayOf(row: Relay, vault: Vault): RelayInUse {
  const { key, host, port, weight, is_reserve, connections, sending_rate } = row;
  const { newsletter_keys, from_domains, is_default } = row;
  const login = openLogin(row, vault);
  return {
    key,
    host,
    port,
    weight,
    tls: row.tls as Server['tls'],
    login: login ?? null,
    client_name: row.client_name || ownName(),
    is_reserve,
    connections,
    sending_rate,
    newsletter_keys,
    from_domains,
    is_default,
    is_paused: row.is_paused,
    unusable: login === undefined ? sentence('delivery.relay_password_sealed') : null,
  };
}

/**
 * Returns the decrypted login; null if the relay has none. Undefined if the key that encrypted the password is not available, or was not
 * available when secrets were reset.
 */
function openLogin(
  { id, login_name, login_method, password }: Relay,
  vault: Vault,
): Server['login'] | undefined {
  if (login_name === '') return null;
  if (password === '' || !vault.canOpen(password)) return undefined;
  const mechanism = (login_method ?? undefined) as NonNullable<Server['login']>['mechanism'];
  return { user: login_name, password: vault.open('relays.password', id, password), mechanism };
}
