import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { openSecretKeys } from '../platform/secrets/secret-key.ts';
import { keyIdOf, openVault, type SealedColumn } from '../platform/secrets/vault.ts';
import { listStored, type Stored } from './open-secrets.ts';

/** The consequence of losing a secret, and the remedy. */
const losses: Record<SealedColumn, string> = {
  'link_secrets.value':
    'links in mails already sent no longer work: unsubscribe, manage, confirm and tracked links; nor do bounces of those mails, reader sessions and ping addresses of feeds',
  'dkim_keys.private_key':
    'DKIM keys are deleted; create new ones and publish them: npx postrider domain check',
  'webhooks.signing_key':
    'webhooks get new signing keys; give them to the receivers: GET /v1/webhooks shows them',
  'webhooks.former_signing_key': 'webhooks whose key was replaced in the last day sign with the new one only',
  'sequence_signing_keys.signing_key':
    'requests of sequences are no longer signed until their actions get new signing keys: PATCH /v1/automations/{id}',
  'newsletters.captcha_secret':
    'forms do not ask for a captcha until captcha_secret is set again: PATCH /v1/newsletters/{id}',
  'payment_accounts.restricted_key':
    'payments are not read any more until each newsletter has its key again: PUT /v1/payments',
  'payment_accounts.webhook_secret':
    'notices of Stripe are refused, and changes become known by asking every five minutes: PUT /v1/payments with the key',
  'people.password_hash':
    'people have no password, and sign in by link until they set one: npx postrider sign-in',
  'people.totp_secret': 'people sign in without a code until they set up their authenticator app again',
  'postmaster_access.private_key':
    'figures of Gmail are read no more until the key of the service account is entered again: PUT /v1/postmaster',
  'relays.report_secret':
    'reports of the mail services of relays are refused until their secrets are entered again: PATCH /v1/relays/{id}',
  'relays.password': 'relays with a password take no mail until it is entered again: PATCH /v1/relays/{id}',
};

/** Lists the secrets in the database that no key here can decrypt. */
export async function listLost(
  db: Database,
  place: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'FILES_URL' | 'SECRET_KEY'>,
): Promise<Stored[]> {
  const keys = openSecretKeys(place);
  return (await listStored(db)).filter(
    ({ stored }) => !(keys ? openVault(keys).canOpen(stored) : keyIdOf(stored) === undefined),
  );
}

/** Returns one sentence for each kind of lost secret: how many there are, and what no longer works. */
export function describeLosses(lost: Stored[]): string[] {
  return [...new Set(lost.map(({ column }) => column))].map(
    column => `${lost.filter(one => one.column === column).length} lost: ${losses[column]}.`,
  );
}
