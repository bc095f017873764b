import { z } from 'zod';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { createSegment, deleteSegment, updateSegment } from './change.ts';
import { findSegment, listSegments } from './queries.ts';
import { segmentCreate, segmentSchema, segmentUpdate, showSegment } from './segment.ts';

const codes = { filters: 'filter_invalid' } as const;

const api = operations('Segments', {
  list: {
    summary: 'List segments',
    access: { subscribers: 'read' },
    query: z.object(pageParameters),
    answers: listOf(segmentSchema),
  },
  create: {
    summary: 'Create a segment',
    description:
      'A segment is a filter with a name. Other filters use it as `subscriber.segment` `equals` its id or name.',
    access: { subscribers: 'write' },
    codes,
    body: segmentCreate,
    answers: { 201: segmentSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a segment',
    access: { subscribers: 'read' },
    params,
    answers: segmentSchema,
  },
  update: {
    summary: 'Update a segment',
    description:
      'Unsent emails that use it get its new filters. Approved emails among them must be approved again.',
    access: { subscribers: 'write' },
    codes,
    params,
    body: segmentUpdate,
    answers: segmentSchema,
  },
  delete: {
    summary: 'Delete a segment',
    access: { subscribers: 'write' },
    params,
    fails: [400],
  },
});

export function segmentRoutes(app: App): void {
  app.get('/v1/segments', api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listSegments(db, newsletter.key, query), showSegment),
  );

  app.post('/v1/segments', api.create, async ({ db, caller, body }) =>
    showSegment(await createSegment(db, caller.newsletter.key, body, caller)),
  );

  app.get('/v1/segments/:id', api.retrieve, async ({ db, newsletter, params }) =>
    showSegment(found(await findSegment(db, newsletter.key, params.id), 'segment')),
  );

  app.patch('/v1/segments/:id', api.update, async ({ db, caller, params, body }) => {
    const { id } = params;
    return showSegment(await updateSegment(db, caller.newsletter.key, id, body, caller));
  });

  app.delete('/v1/segments/:id', api.delete, async ({ db, newsletter, params }) => {
    await deleteSegment(db, newsletter.key, params.id);
  });
}
