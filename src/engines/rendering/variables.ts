/** What a template can name, with what it says. Whatever is below `subscriber.metadata` depends on the newsletter. */
export const variables = [
  ['subscriber.email', 'The address of the reader'],
  ['subscriber.type', 'regular, premium, gifted …'],
  ['subscriber.tags', 'The names of the reader’s tags, as a list'],
  ['subscriber.metadata', 'Your own data about the reader'],
  ['newsletter.name', 'The name of the newsletter'],
  ['newsletter.description', 'Its description'],
  ['newsletter.postal_address', 'Its postal address'],
  ['email.subject', 'The subject as the reader gets it; only in the body'],
  ['email.absolute_url', 'The address of the public page'],
  ['email.secondary_id', 'The number of the issue, once sending has begun'],
  ['unsubscribe_url', 'Where the reader unsubscribes'],
  ['manage_subscription_url', 'Where the reader changes address, topics and more'],
  ['subscribe_url', 'Where others subscribe'],
  ['medium', 'email, or web on the public page'],
] as const;

/** The fields of each name, with those that only layouts can use; `true` for a name without fields. */
export const knownNames: Readonly<Record<string, string[] | true>> = fieldsByName([
  ...variables.map(([name]) => name),
  'email.description',
  'email.has_title',
  'email.byline',
  'email.picture',
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
