import { relayOf } from '../../delivery/relays/in-use.ts';
import { listRelays, type Relay } from '../../delivery/relays/queries.ts';
import { servicesOf } from '../../links/provider-headers.ts';
import { type Config, ConfigError, isExposed } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connect.ts';
import { readRelays } from '../../platform/mail/smtp/relays.ts';
import { type Trial, tryRelays } from '../../platform/mail/smtp/trial.ts';
import { openSecretKeys } from '../../platform/secrets/secret-key.ts';
import { openVault, type Vault } from '../../platform/secrets/vault.ts';
import { refuseUnreadableSecrets } from '../../program/open-secrets.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, warning, wrong } = findingsOf('mail');

const relayMilliseconds = 10_000;

/** Tries each relay of SMTP_URL as for mail, with TLS and login, but sends nothing. */
export async function checkRelays({ SMTP_URL }: Config): Promise<Finding[]> {
  if (SMTP_URL === undefined) return [];
  return (await tryRelays(readRelays(SMTP_URL), relayMilliseconds)).map(trial =>
    describeTrial(`relay ${trial.name}`, trial),
  );
}

/** Does the same for the relays that people added, and checks whether mail leaves at all and whether returned mail is received. */
export async function checkAddedRelays(db: Database, config: Config): Promise<Finding[]> {
  const added = (await listRelays(db)).filter(({ is_of_settings }) => !is_of_settings);
  const active = added.filter(({ is_paused }) => !is_paused);
  const vault = active.length > 0 ? await findVault(db, config) : undefined;
  const used = vault ? active : [];
  const trials = await tryRelays(
    used.map(row => relayOf(row, vault!)),
    relayMilliseconds,
  );
  return [
    ...checkLeaving(config, added),
    ...trials.map((trial, place) => describeTrial(`relay ${used[place]!.name}`, trial)),
    ...added
      .filter(({ is_paused }) => is_paused)
      .map(({ name }) =>
        warning(`relay ${name}`, { detail: 'It is paused.', remedy: 'npx postrider relay resume ID' }),
      ),
  ];
}

/** Finds the vault; undefined if the key does not open the secrets, which the check of the database reports. */
async function findVault(db: Database, config: Config): Promise<Vault | undefined> {
  try {
    await refuseUnreadableSecrets(db, config);
    const keys = openSecretKeys(config);
    return keys && openVault(keys);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function checkLeaving(config: Config, added: Relay[]): Finding[] {
  const { SMTP_URL, BOUNCE_DOMAIN } = config;
  const findings: Finding[] = [];
  if (SMTP_URL === undefined && added.some(({ is_default }) => is_default))
    findings.push(
      good('SMTP_URL', { detail: 'It is not set: mail leaves through the relays that were added.' }),
    );
  else if (SMTP_URL === undefined) findings.push(describeInbox(isExposed(config), added.length > 0));
  const hasFeedback =
    BOUNCE_DOMAIN !== undefined ||
    servicesOf(config).length > 0 ||
    added.some(({ report_service }) => report_service !== null);
  if ((SMTP_URL !== undefined || added.length > 0) && !hasFeedback)
    findings.push(
      warning('BOUNCE_DOMAIN', {
        detail:
          'Nothing receives bounces and complaints, so mail continues to go to addresses that are gone.',
        remedy: 'Set BOUNCE_DOMAIN, or connect the webhook of your mail service: docs/bounces.md',
      }),
    );
  return findings;
}

function describeInbox(isPublic: boolean, hasRelays: boolean): Finding {
  const mail = hasRelays ? 'mail that no added relay takes' : 'all mail';
  return isPublic
    ? warning('SMTP_URL', {
        detail: `It is not set, so ${mail} stays in the built-in inbox.`,
        remedy: 'Set SMTP_URL to your mail server, or add a relay for it: docs/operations.md#relays',
      })
    : good('SMTP_URL', { detail: `It is not set: ${mail} stays in the built-in inbox.` });
}

function describeTrial(about: string, { state, steps, tls }: Trial): Finding {
  const worst = steps.find(step => step.state === state && state !== 'good');
  if (state === 'failed')
    return wrong(about, { detail: worst!.detail, remedy: 'docs/running/troubles.md#the-relay-refuses' });
  const logs_in = steps.some(({ step, state }) => step === 'login' && state === 'good');
  const taken = logs_in ? 'It accepts the login' : 'It accepts connections';
  if (state === 'warning') return warning(about, { detail: `${taken}. ${worst!.detail}` });
  return good(about, { detail: `${taken}${tls ? ` with ${tls.protocol}` : ''}.` });
}
