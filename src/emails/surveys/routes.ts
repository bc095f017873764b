import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, orderingParameter, pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { createSurvey, deleteSurvey, updateSurvey } from './change.ts';
import { countResponses, findSurvey, listSurveys } from './queries.ts';
import { type Survey, surveyCreate, surveySchema, surveyStatuses, surveyUpdate } from './survey.ts';

const orderings = ['creation_date', '-creation_date'] as const;
const statuses = listParameter.pipe(z.array(z.enum(surveyStatuses, eitherOf(...surveyStatuses))).optional());

const api = operations('Surveys', {
  list: {
    summary: 'List surveys',
    access: { emails: 'read' },
    query: z.object({
      ...pageParameters,
      status: statuses,
      '-status': statuses.describe('Not these'),
      ordering: orderingParameter.pipe(z.enum(orderings, eitherOf(...orderings)).default('-creation_date')),
    }),
    answers: listOf(surveySchema),
  },
  create: {
    summary: 'Create a survey',
    description:
      'An email asks it where its body says {{ survey.IDENTIFIER }}. Each answer becomes a link to a page with one button.',
    access: { emails: 'write' },
    body: surveyCreate,
    answers: { 201: surveySchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a survey',
    access: { emails: 'read' },
    params,
    answers: surveySchema,
  },
  update: {
    summary: 'Update a survey',
    description: 'The answers can change until somebody has answered.',
    access: { emails: 'write' },
    params,
    body: surveyUpdate,
    answers: surveySchema,
  },
  delete: {
    summary: 'Delete a survey with its answers',
    access: { emails: 'write', subscribers: 'write' },
    params,
  },
});

export function surveyRoutes(app: App): void {
  app.get('/v1/surveys', api.list, async (request, reply) => {
    const { results, count } = await listSurveys(request.db, request.newsletter.key, request.query);
    return sendPage(reply, { results: await showSurveys(request, results), count });
  });

  app.post('/v1/surveys', api.create, async request => {
    const { db, newsletter, body, caller } = request;
    return one(request, await createSurvey(db, newsletter.key, body, caller));
  });

  app.get('/v1/surveys/:id', api.retrieve, async request => {
    const { db, newsletter, params } = request;
    return one(request, found(await findSurvey(db, newsletter.key, params.id), 'survey'));
  });

  app.patch('/v1/surveys/:id', api.update, async request => {
    const { db, newsletter, params, body, caller } = request;
    return one(request, await updateSurvey(db, newsletter.key, params.id, body, caller));
  });

  app.delete('/v1/surveys/:id', api.delete, async ({ db, newsletter, params, caller }) =>
    deleteSurvey(db, newsletter.key, params.id, caller),
  );
}

/** Returns the surveys as the API shows them. */
export async function showSurveys({ db }: Pick<FastifyRequest, 'db'>, surveys: Survey[]) {
  const counts = await countResponses(
    db,
    surveys.map(({ key }) => key),
  );
  return surveys.map(survey => ({ ...survey, response_count: counts.get(survey.key) ?? 0 }));
}

async function one(request: FastifyRequest, survey: Survey) {
  const [shown] = await showSurveys(request, [survey]);
  return shown!;
}
