import type { Newsletter } from '../../accounts/newsletter.ts';
import { bounceDomainOf, replyMailbox } from '../../links/return-path.ts';
import { domainError } from '../../platform/errors.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';

export type ReplyContext = {
  secret: Secret;
  /** The domain where mail is received; undefined: nowhere. */
  bounce_domain: string | undefined;
};

/** Returns the address to which readers reply: our own if the newsletter wants replies in its inbox, or else `reply_to`. */
export function replyAddress(
  { secret, bounce_domain }: ReplyContext,
  newsletter: Pick<Newsletter, 'key' | 'replies' | 'reply_to' | 'bounce_domain'>,
): string {
  const domain = bounceDomainOf(bounce_domain, newsletter);
  return newsletter.replies === 'mailbox' || domain === undefined
    ? newsletter.reply_to
    : replyMailbox(secret, domain, newsletter.key);
}

/** Throws `request_invalid` if the newsletter wants replies or bounces here and this installation receives no mail. */
export function demandInbox(
  { bounce_domain }: Pick<ReplyContext, 'bounce_domain'>,
  wanted: { replies?: unknown; bounce_domain?: unknown },
): void {
  if (bounce_domain !== undefined) return;
  if (wanted.replies !== undefined && wanted.replies !== 'mailbox')
    throw domainError('request_invalid', 'audience.no_inbox');
  if (wanted.bounce_domain) throw domainError('request_invalid', 'audience.no_bounces');
}
