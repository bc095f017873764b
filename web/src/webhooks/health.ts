import type { Webhook } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { soonOf } from '../platform/time.ts';
import { words } from '../words.ts';
import { isLimited, onlyOf } from './only.ts';

const said = words.webhooks;

/** Returns the address without https and its credentials. */
export function addressOf({ url }: Webhook): string {
  const { protocol, host, pathname, search } = new URL(url);
  const path = pathname === '/' ? '' : pathname;
  return `${protocol === 'https:' ? '' : `${protocol}//`}${host}${path}${search}`;
}

/** Returns its state in a word, if it needs attention. */
export function troubleOf({ status, failing_since }: Webhook): string | undefined {
  if (status === 'disabled') return said.paused;
  return failing_since ? said.is_failing : undefined;
}

/** Says how long it has worked, failed or been paused. */
export function healthOf(webhook: Webhook, here: Here): string {
  const { status, disabled_date, failing_since, last_success_date } = webhook;
  const at = (date: string) => soonOf(new Date(date), here.newsletter.timezone);
  if (status === 'disabled' && disabled_date) return said.paused_since(at(disabled_date));
  if (failing_since) return said.failing(at(failing_since));
  return last_success_date ? said.works(at(last_success_date)) : said.unused;
}

/** Says in a few words which events it gets. */
export function eventsOf(webhook: Webhook): string {
  const { length } = webhook.event_types;
  const kinds = length === 0 ? said.all_events : said.some_events(length);
  return isLimited(onlyOf(webhook)) ? said.limited(kinds) : kinds;
}
