import { signerOf } from '../domains/keys.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { markup } from '../platform/http/markup.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { prepareMessage } from '../platform/mail/message.ts';
import type { Transport } from '../platform/mail/transport.ts';

type Context = { db: Database; transport: Transport; clock: Clock; log: Log };

/**
 * Mails the newsletter's own address that the service has disabled the webhook; nothing when that is no longer so. A
 * server that is away is tried again, a refusal is not.
 */
export async function deliverNotice(
  { db, transport, clock, log }: Context,
  webhook_id: string,
): Promise<void> {
  const webhook = await db
    .selectFrom('webhooks')
    .innerJoin('newsletters', 'newsletters.key', 'webhooks.newsletter_key')
    .select(['webhooks.url', 'disabled_reason', 'name', 'from_name', 'from_address', 'newsletter_key'])
    .where('webhooks.id', '=', webhook_id)
    .where('status', '=', 'disabled')
    .where('disabled_reason', '<>', '')
    .executeTakeFirst();
  if (!webhook) return;
  const { name, from_name, from_address, disabled_reason } = webhook;
  const paragraphs = [
    `The webhook of ${name} to ${shown(webhook.url)} was disabled, and is told of nothing more.`,
    disabled_reason,
    `Nothing is lost: what it was still to be told goes out when you enable it again (PATCH /v1/webhooks/${webhook_id} with status enabled), and what happens meanwhile is at GET /v1/events.`,
  ];
  const print = prepareMessage({
    from: { name: from_name || name, address: from_address },
    to: () => from_address,
    reply_to: '',
    subject: [`A webhook of ${name} was disabled`],
    text: [paragraphs.join('\n\n')],
    html: [markup`${paragraphs.map(paragraph => markup`<p>${paragraph}</p>`)}`.html],
    message_id: () => `webhook.${newId()}@${from_address.slice(from_address.lastIndexOf('@') + 1)}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [],
  });
  const sign = await signerOf(db, { key: webhook.newsletter_key, from_address });
  const message = await sign(print({}, clock()), clock());
  const result = await transport.handOver({ from: from_address, to: from_address }, message, {
    priority: true,
  });
  if (result.status === 'unreachable' || result.status === 'temporary')
    throw new Error(`the notice waits: ${result.reply}`);
  if (result.status !== 'accepted')
    log.warn({ webhook: webhook_id, reply: result.reply }, 'a notice was refused');
}

/** An address may hold a password. */
function shown(address: string): string {
  const url = new URL(address);
  url.username = url.password = '';
  return url.href;
}
