import { callbackUrl, hubSecrets } from '../../links/push.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Outcome, SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type HubRow, leaseDueHubs, noteHubError } from './queries.ts';
import { leaseSeconds } from './websub.ts';

export type SubscribeContext = {
  db: Database;
  safe_fetch: SafeFetch;
  clock: Clock;
  log: Log;
  base_url: string;
  secret: Secret;
};

const atOnce = 8;
const mostRedirects = 3;

/**
 * Subscribes to the hubs that are due (WebSub §5.1); returns how many. The hubs then verify the request
 * (push-routes.ts). If a hub does not respond, polling continues as usual.
 */
export async function subscribeRound(context: SubscribeContext, signal?: AbortSignal): Promise<number> {
  const { db, clock, log } = context;
  let count = 0;
  for (;;) {
    const hubs = signal?.aborted ? [] : await leaseDueHubs(db, { now: clock(), most: atOnce });
    if (hubs.length === 0) return count;
    count += hubs.length;
    await Promise.all(
      hubs.map(async hub => {
        const last_error = await subscribe(context, hub, signal);
        if (last_error === '') return;
        log.debug({ hub: hub.hub_url, last_error }, 'a request to a hub failed');
        await noteHubError(db, hub.feed_key, last_error);
      }),
    );
  }
}

/** Returns the error in a sentence; undefined if the hub accepted the request. */
async function subscribe(
  { safe_fetch, ...context }: SubscribeContext,
  { feed_key, hub_url, topic_url }: HubRow,
  signal?: AbortSignal,
): Promise<string> {
  const body = new URLSearchParams({
    'hub.callback': callbackUrl(feed_key, context),
    'hub.mode': 'subscribe',
    'hub.topic': topic_url,
    'hub.lease_seconds': String(leaseSeconds),
    'hub.secret': hubSecrets(feed_key, hub_url, context.secret)[0]!,
  }).toString();
  let url = hub_url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const outcome: Outcome = await safe_fetch.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'identity' },
      body,
      limit_bytes: 1000,
      only_start: true,
      total_ms: 20_000,
      headers_ms: 15_000,
      redirects: 0,
      ...(signal && { signal }),
    });
    if (outcome.kind !== 'response') return outcome.reason;
    const { status, headers } = outcome;
    if (status >= 200 && status < 300) return '';
    const next = status === 307 || status === 308 ? URL.parse(headers.location ?? '', url) : null;
    if (!next) return sentence('feeds.hub_answered', { status });
    url = next.href;
  }
  return sentence('feeds.hub_redirects', { most: mostRedirects });
}
