import { inProgram } from '../src/platform/root.ts';

export const eventsFile = inProgram('integrations/n8n-nodes-postrider/nodes/Postrider/events.ts');

type Document = { webhooks: Record<string, { post: { summary: string; description: string } }> };

/** Returns the webhook events of the OpenAPI document as the options of n8n's trigger: the text of events.ts. */
export function generateEvents(openapi: string): string {
  const { webhooks } = JSON.parse(openapi) as Document;
  const options = Object.entries(webhooks)
    .map(
      ([value, { post }]) =>
        `  { name: '${inTitleCase(post.summary)}', value: '${value}', description: '${inShort(post.description)}' },\n`,
    )
    .toSorted();
  return `// Written from docs/openapi.json by npm run generate.
import type { INodePropertyOptions } from 'n8n-workflow';

export const events: INodePropertyOptions[] = [
${options.join('')}];
`;
}

/** Returns the words in title case, as n8n wants the names of options. */
function inTitleCase(words: string): string {
  return words.replace(/\b[a-z]/g, letter => letter.toUpperCase());
}

/** Returns the first sentence of the description without its full stop, as n8n wants descriptions. */
function inShort(description: string): string {
  return description
    .split(/\.(?:\s|$)/)[0]!
    .replaceAll('`', '')
    .replaceAll("'", '’');
}
