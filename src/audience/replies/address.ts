import type { Newsletter } from '../../accounts/newsletter.ts';
import { replyMailbox } from '../../links/return-path.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

export type ReplyContext = {
  secret: Secret;
  /** Where mail is received; undefined: nowhere. */
  bounce_domain: string | undefined;
};

/** Where readers reply to mails of the newsletter: our own address if it wants replies in its inbox, or else `reply_to`. */
export function replyAddress(
  { secret, bounce_domain }: ReplyContext,
  { key, replies, reply_to }: Pick<Newsletter, 'key' | 'replies' | 'reply_to'>,
): string {
  return replies === 'mailbox' || bounce_domain === undefined
    ? reply_to
    : replyMailbox(secret, bounce_domain, key);
}

/** Throws `request_invalid` if the newsletter is to get replies here and this installation receives no mail. */
export function demandInbox(
  { bounce_domain }: Pick<ReplyContext, 'bounce_domain'>,
  { replies }: { replies?: unknown },
): void {
  if (bounce_domain === undefined && replies !== undefined && replies !== 'mailbox')
    throw new DomainError('request_invalid', sentence('audience.no_inbox'));
}
