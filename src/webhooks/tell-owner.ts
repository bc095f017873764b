import { ownerNotice } from '../domains/mail-owner.ts';
import type { Printer } from '../letters/letter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';

/** Prints the letter that tells the newsletter's owner that the service has disabled a webhook, unless it is enabled again. */
export function printDisabled({ db, clock }: { db: Database; clock: Clock }): Printer {
  return async ({ subject: webhook_id }) => {
    const webhook = await db
      .selectFrom('webhooks')
      .innerJoin('newsletters', 'newsletters.key', 'webhooks.newsletter_key')
      .select(['webhooks.url', 'disabled_reason', 'newsletter_key'])
      .select(['newsletters.id', 'name', 'from_name', 'from_address'])
      .where('webhooks.id', '=', webhook_id)
      .where('status', '=', 'disabled')
      .where('disabled_reason', '<>', '')
      .executeTakeFirst();
    if (!webhook) return undefined;
    const { name, disabled_reason } = webhook;
    const paragraphs = [
      `The webhook of ${name} to ${shown(webhook.url)} was disabled and receives no more events.`,
      disabled_reason,
      `Nothing is lost. Pending events are delivered when you enable it again (PATCH /v1/webhooks/${webhook_id} with status enabled). Events that happen meanwhile are listed at GET /v1/events.`,
    ];
    const newsletter = { ...webhook, key: webhook.newsletter_key };
    const notice = { about: 'webhook', subject: `A webhook of ${name} was disabled`, paragraphs };
    return ownerNotice(newsletter, notice, clock());
  };
}

/** Returns the address without its user name and password. */
function shown(address: string): string {
  const url = new URL(address);
  url.username = url.password = '';
  return url.href;
}
