import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { createSegment, deleteSegment, updateSegment } from './change.ts';
import { findSegment, listSegments } from './queries.ts';
import { segmentCreate, segmentSchema, segmentUpdate, showSegment } from './segment.ts';

const tags = ['Segments'];
const params = z.object({ id: z.string() });
const codes = { filters: 'filter_invalid' } as const;

export function segmentRoutes(app: App, { base_url }: { base_url: string }): void {
  app.get(
    '/v1/segments',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List segments',
        querystring: z.object(pageParameters),
        response: { 200: listOf(segmentSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listSegments(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, { results: results.map(showSegment), count });
    },
  );

  app.post(
    '/v1/segments',
    {
      config: { access: { subscribers: 'write' }, codes },
      schema: {
        tags,
        summary: 'Create a segment',
        description:
          'A segment is a filter with a name. Other filters use it as `subscriber.segment` `equals` its id or name.',
        body: segmentCreate,
        response: { 201: segmentSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return showSegment(await createSegment(request.db, newsletterOf(request).key, request.body));
    },
  );

  app.get(
    '/v1/segments/:id',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a segment',
        params,
        response: { 200: segmentSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const segment = await findSegment(request.db, newsletterOf(request).key, request.params.id);
      if (!segment) throw notFound('segment');
      return showSegment(segment);
    },
  );

  app.patch(
    '/v1/segments/:id',
    {
      config: { access: { subscribers: 'write' }, codes },
      schema: {
        tags,
        summary: 'Update a segment',
        description:
          'Unsent emails that use it get its new filters. Approved emails among them must be approved again.',
        params,
        body: segmentUpdate,
        response: { 200: segmentSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request =>
      showSegment(
        await updateSegment(request.db, newsletterOf(request).key, request.params.id, request.body),
      ),
  );

  app.delete(
    '/v1/segments/:id',
    {
      config: { access: { subscribers: 'write' } },
      schema: {
        tags,
        summary: 'Delete a segment',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteSegment(request.db, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );
}
