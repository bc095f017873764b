import { lookup as lookUp } from 'node:dns/promises';
import { day_ms } from '../platform/durations.ts';
import { parseNetworks } from '../platform/networks.ts';
import type { Lookup } from '../platform/safe-fetch/address.ts';
import { readRetryAfter } from '../platform/safe-fetch/retry-after.ts';
import { openSafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { refusalOf } from './address.ts';

const excerpt_bytes = 1000;
const longestWait = day_ms;

/** The result of one request. `status_code` is null if there was no response. */
export type Answer = {
  succeeded: boolean;
  status_code: number | null;
  /** The reason of the failure; empty on success. */
  reason: string;
  /** The headers, with names in lower case; empty if there was no response. */
  response_headers: Record<string, string>;
  response_body: string;
  /** How long the receiver asks us to wait, in milliseconds; 0 if it does not ask. */
  retry_after_ms: number;
};

export type WebhookClient = {
  /** Returns why no webhook may use this address, and what to do; null if one may. */
  refusalOf(url: string): Promise<string | null>;
  /**
   * Posts once, without following redirects. Takes at most `total_ms` and never throws for failures of the outside
   * world.
   */
  post(url: string, body: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
};

/** Opens the client for webhook endpoints: public addresses and `allowed_private_networks` only. */
export function openWebhookClient({
  allowed_private_networks,
  contact_url,
  connections_per_host,
  total_ms = 20_000,
  lookup = hostname => lookUp(hostname, { all: true }),
}: {
  allowed_private_networks: string[];
  contact_url: string;
  connections_per_host: number;
  total_ms?: number;
  lookup?: Lookup;
}): WebhookClient {
  const allowed = parseNetworks(allowed_private_networks);
  const safeFetch = openSafeFetch({ allowed_private_networks, contact_url, connections_per_host, lookup });
  return {
    refusalOf: url => refusalOf(url, allowed, lookup),
    async post(url, body, headers, signal) {
      // DNS changes: the name may no longer lead into the private network, as it did when the webhook was created.
      const refusal = url.startsWith('http:') ? await refusalOf(url, allowed, lookup) : null;
      if (refusal !== null) return unanswered(refusal);
      const outcome = await safeFetch.request(url, {
        method: 'POST',
        body,
        headers: { 'accept-encoding': 'identity', ...headers },
        limit_bytes: excerpt_bytes,
        only_start: true,
        total_ms,
        headers_ms: total_ms,
        redirects: 0,
        ...(signal && { signal }),
      });
      if (outcome.kind !== 'response') return unanswered(outcome.reason);
      const { status, headers: fields } = outcome;
      const succeeded = status >= 200 && status <= 299;
      return {
        succeeded,
        status_code: status,
        reason: succeeded ? '' : reasonOf(status),
        response_headers: fields,
        response_body: readable(outcome.body),
        retry_after_ms: succeeded ? 0 : retryAfter(fields['retry-after']),
      };
    },
    close: () => safeFetch.close(),
  };
}

function unanswered(reason: string): Answer {
  return {
    succeeded: false,
    status_code: null,
    reason,
    response_headers: {},
    response_body: '',
    retry_after_ms: 0,
  };
}

function reasonOf(status: number): string {
  if (status >= 300 && status <= 399) return sentence('webhooks.redirects', { status });
  if (status === 410) return sentence('webhooks.gone');
  return sentence('webhooks.answered', { status });
}

/** Returns the body as text that the database can store. */
function readable(body: Buffer): string {
  return body.toString().replaceAll('\0', '\ufffd');
}

/** Returns the wait in milliseconds from now, at most a day; 0 if the header is unreadable. */
function retryAfter(text: string | undefined): number {
  const now = new Date();
  return (readRetryAfter(text, now, longestWait) ?? now).getTime() - now.getTime();
}
