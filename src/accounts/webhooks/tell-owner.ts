import type { MailContext } from '../domains/mail-one.ts';
import { mailOwner } from '../domains/mail-owner.ts';

/**
 * Mails the newsletter's own address that the service has disabled the webhook, unless it is enabled again. Retries if
 * the mail server is unavailable, but not after a refusal.
 */
export async function deliverNotice(context: MailContext, webhook_id: string): Promise<void> {
  const webhook = await context.db
    .selectFrom('webhooks')
    .innerJoin('newsletters', 'newsletters.key', 'webhooks.newsletter_key')
    .select(['webhooks.url', 'disabled_reason', 'newsletter_key'])
    .select(['newsletters.id', 'name', 'from_name', 'from_address'])
    .where('webhooks.id', '=', webhook_id)
    .where('status', '=', 'disabled')
    .where('disabled_reason', '<>', '')
    .executeTakeFirst();
  if (!webhook) return;
  const { name, disabled_reason } = webhook;
  const paragraphs = [
    `The webhook of ${name} to ${shown(webhook.url)} was disabled and receives no more events.`,
    disabled_reason,
    `Nothing is lost. Pending events are delivered when you enable it again (PATCH /v1/webhooks/${webhook_id} with status enabled). Events that happen meanwhile are listed at GET /v1/events.`,
  ];
  await mailOwner(
    context,
    { ...webhook, key: webhook.newsletter_key },
    { about: 'webhook', subject: `A webhook of ${name} was disabled`, paragraphs },
  );
}

/** The address may contain a password. */
function shown(address: string): string {
  const url = new URL(address);
  url.username = url.password = '';
  return url.href;
}
