import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { type Area, reaches } from '../accounts/permissions.ts';
import { findSegment, findUsesOfSegment } from '../audience/segments/queries.ts';
import { findTag, findUsesOfTag, listTagIds } from '../audience/tags/queries.ts';
import { fileAddress } from '../emails/files/file.ts';
import { findFile } from '../emails/files/queries.ts';
import { findSnippet } from '../emails/snippets/queries.ts';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { choiceParameter, listParameter, pageParameters } from '../platform/http/query.ts';
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

/** What uses tags, segments, snippets and files, so that nobody has to delete one to find out. */
export function usesRoutes(app: App, { base_url }: { base_url: string }): void {
  app.get(
    '/v1/tags/counts',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags: ['Tags'],
        summary: 'Count the subscribers with each tag',
        description: 'Reads the tags of every subscriber, which takes about a second for a million of them.',
        response: { 200: tagCountsSchema, ...failures(401, 403) },
      },
    },
    async request => {
      const { key } = newsletterOf(request);
      const [tags, counts] = await Promise.all([
        listTagIds(request.db, { newsletter_key: key }),
        countTagged(request.db, key),
      ]);
      return { results: tags.map(tag => ({ id: tag.id, subscriber_count: counts.get(tag.key) ?? 0 })) };
    },
  );

  const sources: Source[] = [
    {
      path: '/v1/tags/:id/uses',
      tag: 'Tags',
      area: 'subscribers',
      what: 'a tag',
      except: 'sent emails, which no longer need it',
      async find(request, id) {
        const { key } = newsletterOf(request);
        const tag = await findTag(request.db, key, id);
        if (!tag) throw notFound('tag');
        return findUsesOfTag(request.db, key, tag);
      },
    },
    {
      path: '/v1/segments/:id/uses',
      tag: 'Segments',
      area: 'subscribers',
      what: 'a segment',
      except: 'sent emails, which no longer need it',
      async find(request, id) {
        const segment = await findSegment(request.db, newsletterOf(request).key, id);
        if (!segment) throw notFound('segment');
        return findUsesOfSegment(request.db, segment);
      },
    },
    {
      path: '/v1/snippets/:id/uses',
      tag: 'Snippets',
      area: 'emails',
      what: 'a snippet',
      except: 'deleted emails',
      async find(request, id) {
        const { key } = newsletterOf(request);
        const snippet = await findSnippet(request.db, key, id);
        if (!snippet) throw notFound('snippet');
        return findUsesOfSnippet(request.db, key, snippet.identifier);
      },
    },
    {
      path: '/v1/files/:id/uses',
      tag: 'Files',
      area: 'emails',
      what: 'an image or attachment',
      except: 'deleted emails',
      async find(request, id) {
        const { key } = newsletterOf(request);
        const file = await findFile(request.db, id);
        if (file?.newsletter_key !== key) throw notFound('file');
        return findUsesOfFile(request.db, key, file.id);
      },
    },
  ];
  for (const source of sources) sourceRoute(app, source);

  app.get(
    '/v1/files',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags: ['Files'],
        summary: 'List images and attachments',
        description:
          'Latest first, with how often each is used. Reads the text of every email. `/v1/images` and `/v1/attachments` change and delete them.',
        querystring: z.object({
          ...pageParameters,
          kind: listParameter.describe('`image`, `attachment` or both'),
          unused: choiceParameter.describe(
            '`true`: only files that nothing uses. `false`: only those that are used',
          ),
        }),
        response: {
          200: listOf(fileSchema).extend({ size: z.number().describe('Bytes of all that are listed') }),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const { kind, unused, ...page } = request.query;
      const { results, count, size } = await listFiles(request.db, newsletterOf(request).key, {
        ...page,
        kind: unused === '' ? [] : kind,
        unused: unused === '' ? undefined : unused,
      });
      const shown = results.map(file => ({ ...file, address: fileAddress(base_url, file) }));
      return { ...sendPage(request, reply, base_url, page, { results: shown, count }), size };
    },
  );
}

type Source = {
  path: string;
  tag: string;
  area: Area;
  what: string;
  except: string;
  find: (request: FastifyRequest, id: string) => Promise<UseIds>;
};

function sourceRoute(app: App, { path, tag, area, what, except, find }: Source): void {
  app.get(
    path,
    {
      config: { access: { [area]: 'read' } },
      schema: {
        tags: [tag],
        summary: `List what uses ${what}`,
        description: `Except ${except}. Each kind is listed only with the permission to read it.`,
        params: z.object({ id: z.string() }),
        response: { 200: usesSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const { id } = request.params as { id: string };
      const uses = await nameUses(request.db, newsletterOf(request).key, await find(request, id));
      return onlyReadable(request, uses);
    },
  );
}

/** Names and subjects only for whoever may read what they belong to. */
function onlyReadable(request: FastifyRequest, uses: Uses): Uses {
  const { permissions } = callerOf(request);
  return {
    ...uses,
    emails: reaches(permissions, 'emails', 'read') ? uses.emails : [],
    snippets: reaches(permissions, 'emails', 'read') ? uses.snippets : [],
    automations: reaches(permissions, 'automations', 'read') ? uses.automations : [],
    segments: reaches(permissions, 'subscribers', 'read') ? uses.segments : [],
  };
}
