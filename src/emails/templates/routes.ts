import { z } from 'zod';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './change.ts';
import { findTemplate, listTemplates } from './queries.ts';
import { templateCreate, templateSchema, templateUpdate } from './template.ts';

const api = operations('Templates', {
  list: {
    summary: 'List templates of emails',
    access: { emails: 'read' },
    query: z.object(pageParameters),
    answers: listOf(templateSchema),
  },
  create: {
    summary: 'Create a template of emails',
    access: { emails: 'write' },
    body: templateCreate,
    answers: { 201: templateSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a template of emails',
    access: { emails: 'read' },
    params,
    answers: templateSchema,
  },
  update: {
    summary: 'Update a template of emails',
    access: { emails: 'write' },
    params,
    body: templateUpdate,
    answers: templateSchema,
  },
  delete: {
    summary: 'Delete a template of emails',
    access: { emails: 'write' },
    params,
  },
});

/** Adds the routes of the templates with which new emails can begin. */
export function templateRoutes(app: App): void {
  app.get('/v1/templates', api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listTemplates(db, newsletter.key, query)),
  );

  app.post('/v1/templates', api.create, async ({ db, newsletter, body }) =>
    createTemplate(db, newsletter.key, body),
  );

  app.get('/v1/templates/:id', api.retrieve, async ({ db, newsletter, params }) =>
    found(await findTemplate(db, newsletter.key, params.id), 'template'),
  );

  app.patch('/v1/templates/:id', api.update, async ({ db, newsletter, params, body }) =>
    updateTemplate(db, newsletter.key, params.id, body),
  );

  app.delete('/v1/templates/:id', api.delete, async ({ db, newsletter, params }) =>
    deleteTemplate(db, newsletter.key, params.id),
  );
}
