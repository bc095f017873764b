import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';

/** What can happen. Each is written in the transaction that makes it happen (docs/api.md lists them). */
export type EventType =
  | 'subscriber.created'
  | 'subscriber.confirmed'
  | 'subscriber.updated'
  | 'subscriber.unsubscribed'
  | 'subscriber.deleted'
  | 'subscriber.tags.changed'
  | 'subscriber.type.changed'
  | 'email.created'
  | 'email.updated'
  | 'email.status.changed'
  | 'email.send.started'
  | 'email.sent'
  | 'email.errored'
  | 'email.deleted'
  | 'automation.item.created'
  | 'automation.item.held'
  | 'automation.failing';

type Event = {
  event_type: EventType;
  subscriber_id?: string;
  email_id?: string;
  automation_id?: string;
  data?: object;
};

/** Writes one line of the newsletter's journal. `trx` is the transaction of the change it tells of. */
export async function recordEvent(trx: Database, newsletter_key: number, event: Event): Promise<void> {
  const { data = {}, ...rest } = event;
  await trx
    .insertInto('events')
    .values({ ...rest, id: newId(), newsletter_key, data: JSON.stringify(data) })
    .execute();
}
