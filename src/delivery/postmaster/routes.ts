import { z } from 'zod';
import { ownNewsletter } from '../../accounts/authenticate.ts';
import { demandProofOf } from '../../accounts/people/me.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { connectPostmaster, disconnectPostmaster } from './connect.ts';
import { gmailFiguresSchema, readGmailFigures } from './figures.ts';
import { keyInput, readKey } from './key-file.ts';
import { type Access, figureDays, findAccess } from './queries.ts';
import type { PostmasterContext } from './sync.ts';

const accessSchema = z
  .object({
    is_connected: z.boolean(),
    client_email: z
      .string()
      .describe(
        'The service account: the owner of the domain at Google gives this address access. Empty if none',
      ),
    trouble: z.string().describe('Why nothing can be read; empty if it can'),
    trouble_sentence: sentenceSchema,
    trouble_since: timestamp.nullable(),
    fetched_date: timestamp.nullable().describe('When the figures were last read'),
  })
  .meta({
    id: 'PostmasterAccess',
    examples: [
      {
        is_connected: true,
        client_email: 'postrider@tide-log.iam.gserviceaccount.com',
        trouble: '',
        trouble_since: null,
        fetched_date: '2026-11-20T09:31:07.000Z',
      },
    ],
  });

const connection = z.object({ key: keyInput }).meta({
  examples: [
    {
      key: {
        type: 'service_account',
        client_email: 'postrider@tide-log.iam.gserviceaccount.com',
        private_key: '-----BEGIN PRIVATE KEY-----…',
      },
    },
  ],
});

const rule = sentence('input.days_up_to', { most: figureDays });

const api = operations('Relays', {
  retrieve: {
    summary: 'Retrieve the connection with Gmail’s Postmaster Tools',
    access: { installation: 'read' },
    answers: accessSchema,
  },
  connect: {
    summary: 'Connect Gmail’s Postmaster Tools',
    description:
      'Send the key of a Google service account: the file that Google offers for download. It replaces any earlier key. The figures are read within a minute, and then every six hours. People can do this only within 15 minutes of signing in (403 `sign_in_again`).',
    access: { installation: 'write' },
    body: connection,
    answers: accessSchema,
  },
  disconnect: {
    summary: 'Disconnect Gmail’s Postmaster Tools',
    description:
      'Deletes the key and all figures. People can do this only within 15 minutes of signing in (403 `sign_in_again`).',
    access: { installation: 'write' },
  },
});

const figures = operations('Newsletters', {
  retrieveGmailFigures: {
    summary: 'Show how Gmail sees the mail of a newsletter',
    description:
      'What Gmail’s Postmaster Tools say about the domain, the newsletter and its emails in the last days. Gmail publishes figures a day late, and none for days with little mail.',
    access: { settings: 'read', emails: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object({
      days: z.coerce
        .number(rule)
        .int(rule)
        .min(1, rule)
        .max(figureDays, rule)
        .default(30)
        .describe(`How many of the last days; at most ${figureDays}`),
    }),
    answers: gmailFiguresSchema,
  },
});

/**
 * Adds the routes for the connection with Gmail’s Postmaster Tools, for owners of the installation, and for the figures of each newsletter.
 */
export function postmasterRoutes(
  app: App,
  { vault, clock }: Pick<PostmasterContext, 'vault' | 'clock'>,
): void {
  app.get('/v1/postmaster', api.retrieve, async ({ db }) => show(await findAccess(db)));

  app.put('/v1/postmaster', api.connect, async request => {
    await demandProofOf(request, clock());
    return show(await connectPostmaster(request.db, vault, readKey(request.body.key)));
  });

  app.delete('/v1/postmaster', api.disconnect, async request => {
    await demandProofOf(request, clock());
    await disconnectPostmaster(request.db);
  });

  app.get('/v1/newsletters/:id/gmail_figures', figures.retrieveGmailFigures, async request =>
    readGmailFigures(request.db, ownNewsletter(request, request.params.id), {
      days: request.query.days,
      now: clock(),
    }),
  );
}

function show(access: Access | undefined) {
  return {
    is_connected: access !== undefined,
    client_email: access?.client_email ?? '',
    trouble: access?.trouble ?? '',
    trouble_since: access?.trouble_since ?? null,
    fetched_date: access?.fetched_date ?? null,
  };
}
