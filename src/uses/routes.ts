import { z } from 'zod';
import type { Caller } from '../accounts/caller.ts';
import { reaches } from '../accounts/permissions.ts';
import { findSegment, findUsesOfSegment } from '../audience/segments/queries.ts';
import { findTag, findUsesOfTag, listTagIds } from '../audience/tags/queries.ts';
import { fileAddress } from '../emails/files/file.ts';
import { findFile } from '../emails/files/queries.ts';
import { findSnippet } from '../emails/snippets/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { found, notFound } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { choiceParameter, listParameter, pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import {
  countTagged,
  findUsesOfFile,
  findUsesOfSnippet,
  listFiles,
  nameUses,
  type UseIds,
} from './queries.ts';
import { fileSchema, tagCountsSchema, type Uses, usesSchema } from './use.ts';

const ofTags = operations('Tags', {
  count: {
    summary: 'Count the subscribers with each tag',
    description: 'Reads the tags of every subscriber, which takes about a second for a million of them.',
    access: { subscribers: 'read' },
    may_lag: true,
    answers: tagCountsSchema,
  },
  listUses: {
    summary: 'List what uses a tag',
    description: usesExcept('sent emails, which no longer need it'),
    access: { subscribers: 'read' },
    params,
    answers: usesSchema,
  },
});
const ofSegments = operations('Segments', {
  listUses: {
    summary: 'List what uses a segment',
    description: usesExcept('sent emails, which no longer need it'),
    access: { subscribers: 'read' },
    params,
    answers: usesSchema,
  },
});
const ofSnippets = operations('Snippets', {
  listUses: {
    summary: 'List what uses a snippet',
    description: usesExcept('deleted emails'),
    access: { emails: 'read' },
    params,
    answers: usesSchema,
  },
});
const ofFiles = operations('Files', {
  listUses: {
    summary: 'List what uses an image or attachment',
    description: usesExcept('deleted emails'),
    access: { emails: 'read' },
    params,
    answers: usesSchema,
  },
  list: {
    summary: 'List images and attachments',
    description:
      'Latest first, with how often each is used. Reads the text of every email. `/v1/images` and `/v1/attachments` change and delete them.',
    access: { emails: 'read' },
    query: z.object({
      ...pageParameters,
      kind: listParameter.describe('`image`, `attachment` or both'),
      unused: choiceParameter.describe(
        '`true`: only files that nothing uses. `false`: only those that are used',
      ),
    }),
    answers: listOf(fileSchema).extend({
      size: z.number().describe('Total size of the listed files, in bytes'),
    }),
  },
});

function usesExcept(exception: string): string {
  return `Except ${exception}. Each kind is listed only with the permission to read it.`;
}

/** Adds the routes that list what uses tags, segments, snippets and files, so that nobody has to delete one to find out. */
export function usesRoutes(
  app: App,
  { base_url, images_url }: { base_url: string; images_url: string },
): void {
  app.get('/v1/tags/counts', ofTags.count, async ({ db, newsletter }) => {
    const [tags, counts] = await Promise.all([
      listTagIds(db, { newsletter_key: newsletter.key }),
      countTagged(db, newsletter.key),
    ]);
    return { results: tags.map(tag => ({ id: tag.id, subscriber_count: counts.get(tag.key) ?? 0 })) };
  });

  app.get('/v1/tags/:id/uses', ofTags.listUses, async ({ db, caller, newsletter, params }) => {
    const tag = found(await findTag(db, newsletter.key, params.id), 'tag');
    return show(db, caller, await findUsesOfTag(db, newsletter.key, tag));
  });

  app.get('/v1/segments/:id/uses', ofSegments.listUses, async ({ db, caller, newsletter, params }) => {
    const segment = found(await findSegment(db, newsletter.key, params.id), 'segment');
    return show(db, caller, await findUsesOfSegment(db, segment));
  });

  app.get('/v1/snippets/:id/uses', ofSnippets.listUses, async ({ db, caller, newsletter, params }) => {
    const snippet = found(await findSnippet(db, newsletter.key, params.id), 'snippet');
    return show(db, caller, await findUsesOfSnippet(db, newsletter.key, snippet.identifier));
  });

  app.get('/v1/files/:id/uses', ofFiles.listUses, async ({ db, caller, newsletter, params }) => {
    const file = await findFile(db, params.id);
    if (file?.newsletter_key !== newsletter.key) throw notFound('file');
    return show(db, caller, await findUsesOfFile(db, newsletter.key, file.id));
  });

  app.get('/v1/files', ofFiles.list, async ({ db, newsletter, query }, reply) => {
    const { kind, unused, ...page } = query;
    const listed = await listFiles(db, newsletter.key, {
      ...page,
      kind: unused === '' ? [] : kind,
      unused: unused === '' ? undefined : unused,
    });
    const shown = sendPage(reply, listed, file => ({
      ...file,
      address: fileAddress(file.kind === 'image' ? images_url : base_url, file),
    }));
    return { ...shown, size: listed.size };
  });
}

/** Shows names and subjects only to callers that may read the objects they belong to. */
async function show(db: Database, { newsletter, permissions }: Caller, ids: UseIds): Promise<Uses> {
  const uses = await nameUses(db, newsletter.key, ids);
  return {
    ...uses,
    emails: reaches(permissions, 'emails', 'read') ? uses.emails : [],
    snippets: reaches(permissions, 'emails', 'read') ? uses.snippets : [],
    templates: reaches(permissions, 'emails', 'read') ? uses.templates : [],
    automations: reaches(permissions, 'automations', 'read') ? uses.automations : [],
    segments: reaches(permissions, 'subscribers', 'read') ? uses.segments : [],
  };
}
