import { z } from 'zod';
import { found } from '../../platform/errors.ts';
import { collisionOf } from '../../platform/http/collision.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { createTag, deleteTag, updateTag } from './change.ts';
import { findTag, listTags } from './queries.ts';
import { showTag, tagCreate, tagSchema, tagUpdate } from './tag.ts';

const api = operations('Tags', {
  list: {
    summary: 'List tags',
    access: { subscribers: 'read' },
    query: z.object({ ...pageParameters, ids: listParameter }),
    answers: listOf(tagSchema),
  },
  create: {
    summary: 'Create a tag',
    description:
      'With the header `X-Buttondown-Collision-Behavior`, an existing tag of the same name is changed and returned with status 200: `add` changes only the fields you send, `overwrite` changes all fields.',
    access: { subscribers: 'write' },
    body: tagCreate,
    answers: { 200: tagSchema, 201: tagSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a tag',
    access: { subscribers: 'read' },
    params,
    answers: tagSchema,
  },
  update: {
    summary: 'Update a tag',
    access: { subscribers: 'write' },
    params,
    body: tagUpdate,
    answers: tagSchema,
  },
  delete: {
    summary: 'Delete a tag',
    access: { subscribers: 'write' },
    params,
    fails: [400],
  },
});

export function tagRoutes(app: App): void {
  app.get('/v1/tags', api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listTags(db, newsletter.key, query), showTag),
  );

  app.post('/v1/tags', api.create, async (request, reply) => {
    const caller = request.caller;
    const { key } = caller.newsletter;
    const { tag, created } = await createTag(request.db, key, request.body, collisionOf(request), caller);
    reply.code(created ? 201 : 200);
    return showTag(tag);
  });

  app.get('/v1/tags/:id', api.retrieve, async ({ db, newsletter, params }) =>
    showTag(found(await findTag(db, newsletter.key, params.id), 'tag')),
  );

  app.route({
    method: ['PATCH', 'PUT'],
    url: '/v1/tags/:id',
    ...api.update,
    handler: async ({ db, caller, params, body }) => {
      const { id } = params;
      return showTag(await updateTag(db, caller.newsletter.key, id, body, caller));
    },
  });

  app.delete('/v1/tags/:id', api.delete, async ({ db, newsletter, caller, params }) => {
    await deleteTag(db, newsletter.key, params.id, caller);
  });
}
