import { sentence } from '../../platform/sentences/sentence.ts';
/** The names that a template can use, with their meanings. Names below `subscriber.metadata` depend on the newsletter. */
export const variables = [
  ['subscriber.email', sentence('variables.subscriber_email')],
  ['subscriber.type', sentence('variables.subscriber_type')],
  ['subscriber.tags', sentence('variables.subscriber_tags')],
  ['subscriber.metadata', sentence('variables.subscriber_metadata')],
  ['newsletter.name', sentence('variables.newsletter_name')],
  ['newsletter.description', sentence('variables.newsletter_description')],
  ['newsletter.postal_address', sentence('variables.newsletter_postal_address')],
  ['email.subject', sentence('variables.email_subject')],
  ['email.absolute_url', sentence('variables.email_absolute_url')],
  ['email.secondary_id', sentence('variables.email_secondary_id')],
  ['unsubscribe_url', sentence('variables.unsubscribe_url')],
  ['manage_subscription_url', sentence('variables.manage_subscription_url')],
  ['answer_url', sentence('variables.answer_url')],
  ['referral_url', sentence('variables.referral_url')],
  ['subscribe_url', sentence('variables.subscribe_url')],
  ['medium', sentence('variables.medium')],
] as const;

/** The fields of each name, with those that only layouts can use; `true` for a name without fields. */
export const knownNames: Readonly<Record<string, string[] | true>> = fieldsByName([
  ...variables.map(([name]) => name),
  'email.description',
  'email.preview',
  'email.has_title',
  'email.byline',
  'email.picture',
  'email.comments_url',
  'newsletter.header_image',
  'newsletter.logo',
]);

function fieldsByName(names: string[]): Record<string, string[] | true> {
  const roots = Object.groupBy(names, name => name.split('.')[0]!);
  const fields = (below: string[]) => below.map(name => name.split('.')[1]!);
  return Object.fromEntries(
    Object.entries(roots).map(([root, below = []]) => [root, below.includes(root) ? true : fields(below)]),
  );
}
