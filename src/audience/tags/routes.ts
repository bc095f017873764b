import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import { notFound } from '../../platform/errors.ts';
import { collisionOf } from '../../platform/http/collision.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { createTag, deleteTag, updateTag } from './change.ts';
import { findTag, listTags } from './queries.ts';
import { showTag, tagCreate, tagSchema, tagUpdate } from './tag.ts';

const tags = ['Tags'];
const params = z.object({ id: z.string() });

export function tagRoutes(app: App, { base_url }: { base_url: string }): void {
  app.get(
    '/v1/tags',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List tags',
        querystring: z.object({ ...pageParameters, ids: listParameter }),
        response: { 200: listOf(tagSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listTags(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, { results: results.map(showTag), count });
    },
  );

  app.post(
    '/v1/tags',
    {
      config: { access: { subscribers: 'write' } },
      schema: {
        tags,
        summary: 'Create a tag',
        description:
          'With the header `X-Buttondown-Collision-Behavior`, an existing tag of the same name is changed and returned with status 200: `add` changes only the fields you send, `overwrite` changes all fields.',
        body: tagCreate,
        response: { 200: tagSchema, 201: tagSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const { key } = newsletterOf(request);
      const { tag, created } = await createTag(request.db, key, request.body, collisionOf(request));
      reply.code(created ? 201 : 200);
      return showTag(tag);
    },
  );

  app.get(
    '/v1/tags/:id',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a tag',
        params,
        response: { 200: tagSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const tag = await findTag(request.db, newsletterOf(request).key, request.params.id);
      if (!tag) throw notFound('tag');
      return showTag(tag);
    },
  );

  app.route({
    method: ['PATCH', 'PUT'],
    url: '/v1/tags/:id',
    config: { access: { subscribers: 'write' } },
    schema: {
      tags,
      summary: 'Update a tag',
      params,
      body: tagUpdate,
      response: { 200: tagSchema, ...failures(400, 401, 403, 404) },
    },
    handler: async request =>
      showTag(await updateTag(request.db, newsletterOf(request).key, request.params.id, request.body)),
  });

  app.delete(
    '/v1/tags/:id',
    {
      config: { access: { subscribers: 'write' } },
      schema: {
        tags,
        summary: 'Delete a tag',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteTag(request.db, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );
}
