import { z } from 'zod';
import { emailStatuses } from '../emails/email.ts';
import { timestamp } from '../platform/http/fields.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** At most this many of each kind are listed; `email_count` counts all emails. */
export const mostListed = 100;

export const usesSchema = z
  .object({
    emails: z
      .array(z.object({ id: z.string(), subject: z.string(), status: z.enum(emailStatuses) }))
      .describe(`The emails that use it, latest first; at most ${mostListed}`),
    email_count: z.int().describe('How many emails use it'),
    automations: z.array(named.extend({ kind: z.enum(['feed', 'event']).describe('event: a sequence') })),
    segments: z.array(named),
    snippets: z.array(named),
    templates: z.array(named),
  })
  .meta({
    id: 'Uses',
    examples: [
      {
        emails: [
          {
            id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
            subject: 'What the sea leaves on a Tuesday',
            status: 'scheduled',
          },
        ],
        email_count: 1,
        automations: [
          { id: '019a2c5f-0c3e-7d01-8a55-5b7f1d2c9e60', name: 'Tide log', kind: 'feed' as const },
        ],
        segments: [],
        snippets: [],
        templates: [],
      },
    ],
  });
export type Uses = z.output<typeof usesSchema>;

export const tagCountsSchema = z
  .object({
    results: z.array(
      z.object({ id: z.string(), subscriber_count: z.int().describe('How many subscribers have the tag') }),
    ),
  })
  .meta({
    id: 'TagCounts',
    examples: [{ results: [{ id: '019a2c5d-90aa-7f0e-8a11-6b3f2d9c7e10', subscriber_count: 412 }] }],
  });

export const fileSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['image', 'attachment']),
    name: z.string(),
    address: z.string(),
    size: z.int().describe('In bytes'),
    use_count: z
      .int()
      .describe(
        'How many emails (except deleted ones), automations, snippets and templates use it; the newsletter counts, too',
      ),
    creation_date: timestamp,
  })
  .meta({
    id: 'StoredFile',
    examples: [
      {
        id: '019a2c5e-1111-7c43-9f0a-2e6d1b8c4f55',
        kind: 'image',
        name: 'wreck.jpg',
        size: 184_220,
        address: 'https://news.example.org/files/019a2c5e-1111-7c43-9f0a-2e6d1b8c4f55/wreck.jpg',
        use_count: 2,
        creation_date: '2026-11-18T08:00:00.000Z',
      },
    ],
  });
