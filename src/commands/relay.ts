import { listNewsletters } from '../accounts/queries.ts';
import { nameOf, relayOf } from '../delivery/relays/in-use.ts';
import { findRelay, listRelays, type Relay } from '../delivery/relays/queries.ts';
import { reportUrl } from '../delivery/relays/reports.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { readRelays } from '../platform/mail/smtp/relays.ts';
import { tryRelays } from '../platform/mail/smtp/trial.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { CommandError } from './command.ts';

const withinMilliseconds = 20_000;

/** `postrider relay list`: prints each relay: its address, the mail it takes, and its faults. */
export async function printRelays({ BASE_URL }: Config, db: Database): Promise<void> {
  const usernames = new Map((await listNewsletters(db)).map(({ key, username }) => [key, username]));
  for (const relay of await listRelays(db)) {
    console.log([relay.id, relay.name, ...partsOf(relay, usernames, BASE_URL)].join('  '));
    if (relay.trouble !== null) console.log(`  ${relay.trouble}`);
  }
}

function partsOf(relay: Relay, usernames: Map<number, string>, base_url: string): string[] {
  const { host, port, newsletter_keys, from_domains, is_default, is_of_settings } = relay;
  const takes = [
    ...newsletter_keys.map(key => usernames.get(key) ?? ''),
    ...from_domains.map(domain => `@${domain}`),
    ...(is_default ? ['default'] : []),
  ];
  const reports = reportUrl(base_url, relay);
  return [
    is_of_settings ? 'SMTP_URL' : `${host}:${port}`,
    `takes ${takes.join(',') || 'nothing'}`,
    ...(relay.is_reserve ? ['reserve'] : []),
    `weight ${relay.weight}`,
    ...(relay.sending_rate > 0 ? [`${relay.sending_rate} a second`] : []),
    ...(relay.is_paused ? ['paused'] : []),
    ...(reports === '' ? [] : [`reports to ${reports}`]),
  ];
}

/** `postrider relay test`: prints the relay's answer at each step. The exit code is 1 if the relay would not take mail. */
export async function testRelay(config: Config, db: Database, id: string): Promise<number> {
  const row = await findRelay(db, id);
  if (!row) throw noRelay(id);
  const { vault } = await openSecrets(db, config);
  const relays = row.is_of_settings
    ? readRelays(config.SMTP_URL ?? '').filter(relay => nameOf(relay) === row.name)
    : [relayOf(row, vault)];
  const [trial] = await tryRelays(relays, withinMilliseconds);
  if (!trial) throw noRelay(id);
  for (const { step, state, words, detail } of trial.steps) {
    if (state === 'skipped') continue;
    console.log(`${step}: ${state}${detail && `. ${detail}`}`);
    for (const line of words) console.log(`  ${line}`);
  }
  return trial.state === 'failed' ? 1 : 0;
}

/** Returns the failure of a command whose id belongs to no relay. */
function noRelay(id: string): CommandError {
  return new CommandError(`There is no relay with the id ${id}. See: npx postrider relay list`);
}
