import { z } from 'zod';
import { reaches } from '../accounts/permissions.ts';
import { listMetadataKeys } from '../audience/subscribers/metadata-keys.ts';
import { variables } from '../engines/rendering/variables.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { variablesExample } from './examples.ts';

const variableList = z
  .object({
    variables: z.array(
      z.object({ name: z.string(), description: z.string(), description_sentence: sentenceSchema }),
    ),
    metadata: z
      .array(
        z.object({
          key: z.string(),
          name: z.string().describe('Its name in templates'),
          count: z
            .int()
            .nullable()
            .describe('How many subscribers have a value; null without the permission subscribers: read'),
          example: z
            .string()
            .nullable()
            .describe('An example of a value; null without the permission subscribers: read'),
        }),
      )
      .describe('The keys of the subscribers’ metadata, most used first; at most 200'),
    is_sample: z
      .boolean()
      .describe(
        'Whether only a sample of the subscribers was read: counts are then estimates, and rare keys may be missing',
      ),
  })
  .meta({ id: 'TemplateVariables', examples: [variablesExample] });

const api = operations('Emails', {
  list: {
    summary: 'List what templates can name',
    description: 'The Liquid variables of subjects and bodies, with the metadata keys of the newsletter.',
    access: { emails: 'read' },
    answers: variableList,
  },
});

export function variableRoutes(app: App): void {
  app.get('/v1/emails/variables', api.list, async ({ db, newsletter, caller }) => {
    const { keys, is_sample } = await listMetadataKeys(db, newsletter.key);
    const sees = reaches(caller.permissions, 'subscribers', 'read');
    return {
      variables: variables.map(([name, description]) => ({ name, description })),
      // Liquid has no escapes in strings, so a key with both kinds of quotes cannot be named.
      metadata: keys
        .filter(({ key }) => !/".*'|'.*"/s.test(key))
        .map(({ key, count, example }) => ({
          key,
          name: nameOf(key),
          count: sees ? count : null,
          example: sees ? example : null,
        })),
      is_sample,
    };
  });
}

function nameOf(key: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(key)) return `subscriber.metadata.${key}`;
  const quote = key.includes('"') ? "'" : '"';
  return `subscriber.metadata[${quote}${key}${quote}]`;
}
