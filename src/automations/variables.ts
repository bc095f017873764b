import { z } from 'zod';

/** What the subject and body of an automation can name, in addition to what emails can, with what it says. */
const feedVariables = [
  ['item.title', 'The title of the newest post'],
  ['item.url', 'Its address'],
  ['item.publish_date', 'Its date'],
  ['item.description', 'Its summary'],
  ['item.content', 'Its full text'],
  ['item.author', 'Who wrote it'],
  ['item.image', 'The address of its picture'],
  ['item.categories', 'Its categories, as a list'],
  ['item.enclosure.url', 'The address of its file, such as an episode'],
  ['item.enclosure.type', 'The type of that file, such as audio/mpeg'],
  ['item.enclosure.length', 'Its size in bytes'],
  ['item.feed.title', 'The title of the feed that the post comes from'],
  ['item.feed.url', 'The website of that feed'],
  ['items', 'All posts of a digest, oldest first: {% for item in items %} … {% endfor %}'],
  ['feed.title', 'The title of the feed'],
  ['feed.url', 'The website of the feed'],
] as const;

export const variablesSchema = z
  .object({ variables: z.array(z.object({ name: z.string(), description: z.string() })) })
  .meta({
    id: 'AutomationVariables',
    examples: [{ variables: [{ name: 'item.title', description: 'The title of the newest post' }] }],
  });

export function showVariables(): z.input<typeof variablesSchema> {
  return { variables: feedVariables.map(([name, description]) => ({ name, description })) };
}
