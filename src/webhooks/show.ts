import { type Permissions, reaches } from '../accounts/permissions.ts';
import { type FilterGroup, filterGroup, hideAddresses } from '../audience/filter/filter.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { headersSchema, type Webhook, type WebhookAttempt } from './webhook.ts';

const masked = '***';
/** Headers that prove where a request comes from, and those with which a receiver identifies its client. */
const secretHeaders = ['webhook-signature', 'x-buttondown-signature', 'set-cookie'];

/** Shows the webhook to a caller with these permissions: only callers that may change it see its secrets. */
export function showWebhook(webhook: Webhook, permissions: Permissions, vault: Vault) {
  const group = webhook.filters === null ? everybody : filterGroup.parse(webhook.filters);
  const shown = { ...webhook, filters: hideAddresses(permissions, group) };
  if (!reaches(permissions, 'settings', 'write'))
    return { ...shown, url: withoutCredentials(webhook.url), signing_key: masked };
  return { ...shown, signing_key: vault.open('webhooks.signing_key', webhook.id, webhook.signing_key) };
}

const everybody: FilterGroup = { filters: [], groups: [], predicate: 'and' };

/** Shows the attempt with its request and response, but no secrets to callers that may not change the webhook. */
export function showAttempt(attempt: WebhookAttempt, { id }: Webhook, permissions: Permissions) {
  const show = reaches(permissions, 'settings', 'write') ? headersSchema.parse : hideSecrets;
  return {
    ...attempt,
    webhook_id: id,
    request_headers: show(attempt.request_headers),
    response_headers: show(attempt.response_headers),
  };
}

function hideSecrets(headers: unknown): Record<string, string> {
  const shown = Object.entries(headersSchema.parse(headers)).map(([name, value]) => [
    name,
    secretHeaders.includes(name) ? masked : value,
  ]);
  return Object.fromEntries(shown);
}
