import { getsTeaser } from '../deliveries/audience.ts';
import type { Email } from '../emails/email.ts';
import type { EmailSource } from '../emails/templates.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import type { MessageSource } from '../rendering/message.ts';
import { teaserOf } from '../rendering/teaser.ts';

/** The parts of an email that its copies depend on. */
export type Draft = Pick<
  Email,
  | 'id'
  | 'slug'
  | 'secondary_id'
  | 'subject'
  | 'body'
  | 'description'
  | 'email_type'
  | 'should_send_teaser'
  | 'custom_teaser'
>;

/** What the reader of this type gets of a draft: all of it, or its teaser. */
export function sourceFor(draft: Draft, source: EmailSource, type: string): MessageSource {
  return getsTeaser(draft, type as SubscriberType)
    ? { ...source, body: teaserBody(source.body, source.custom_teaser) }
    : source;
}

/** The teaser, or a line that says why there is so little where nothing stands above the paywall. */
export function teaserBody(body: string, custom_teaser: string): string {
  return teaserOf(body, custom_teaser).trim() || 'This issue is for paying subscribers.';
}
