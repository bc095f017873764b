import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findEmail } from '../../emails/queries.ts';
import { findSurvey, listSurveysNamed } from '../../emails/surveys/queries.ts';
import { showSurveys } from '../../emails/surveys/routes.ts';
import { askedIn, type Survey, surveySchema, surveysIn } from '../../emails/surveys/survey.ts';
import { domainError, found, notFound } from '../../platform/errors.ts';
import { expand, type Things, thingsIn } from '../../platform/http/expand.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import {
  hasEmptyFilter,
  listParameter,
  pageParameters,
  params,
  periodParameters,
  showParameter,
} from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { countAnswers, listAnsweredIn, listResponses, updateText } from './queries.ts';
import {
  type Listed,
  responseCreate,
  responseSchema,
  responseUpdate,
  resultsSchema,
  showResponse,
} from './response.ts';
import { takeAnswer } from './take.ts';

const names = ['subscriber', 'email', 'automation'] as const;

const [survey] = surveySchema.meta()!.examples as [z.output<typeof surveySchema>];
const [results] = resultsSchema.meta()!.examples as [z.output<typeof resultsSchema>];
const askedSchema = z
  .object({ results: z.array(surveySchema.extend({ results: resultsSchema }).meta({ id: 'AskedSurvey' })) })
  .meta({ id: 'AskedSurveys', examples: [{ results: [{ ...survey, results }] }] });

function operationsOf(things: Things) {
  const shownSchema = responseSchema
    .extend({
      ...thingsIn(things, ['subscriber']),
      survey: surveySchema.nullable().describe('With expand=survey'),
      ...thingsIn(things, ['email', 'automation']),
    })
    .meta({ id: 'ExpandedResponse' });
  return operations('Surveys', {
    list: {
      summary: 'List responses',
      description: 'Latest first: what readers answered.',
      access: { subscribers: 'read' },
      may_lag: true,
      query: z.object({
        ...pageParameters,
        survey_id: listParameter,
        subscriber_id: listParameter,
        email_id: listParameter,
        automation_id: listParameter,
        source: listParameter,
        ...periodParameters('creation_date'),
        expand: showParameter.describe('Any of subscriber, survey, email and automation'),
      }),
      answers: listOf(shownSchema),
    },
    create: {
      summary: 'Answer a survey for a subscriber',
      description: 'Replaces what they answered before.',
      access: { subscribers: 'write' },
      body: responseCreate,
      answers: { 201: shownSchema },
      fails: [404],
    },
    update: {
      summary: 'Change the text of a response',
      access: { subscribers: 'write' },
      params,
      body: responseUpdate,
      answers: shownSchema,
    },
    results: {
      summary: 'Count the answers of a survey',
      access: { emails: 'read' },
      may_lag: true,
      params,
      query: z.object({ email_id: z.string().optional().describe('Only the answers to this email') }),
      answers: resultsSchema,
    },
    ofEmail: {
      summary: 'List the surveys of an email with the answers to it',
      access: { emails: 'read' },
      params,
      answers: askedSchema,
    },
  });
}

export function answerRoutes(app: App, things: Things): void {
  const api = operationsOf(things);

  app.get('/v1/survey_responses', api.list, async (request, reply) => {
    const { page, page_size, expand: wanted, ...filters } = request.query;
    const listed = hasEmptyFilter(filters)
      ? { results: [], count: 0 }
      : await listResponses(request.db, request.newsletter.key, filters, { page, page_size });
    return sendPage(reply, { ...listed, results: await show(request, listed.results, wanted) });
  });

  app.post('/v1/survey_responses', api.create, async request => {
    const { db, newsletter, body } = request;
    const survey = found(await findSurvey(db, newsletter.key, body.survey_id), 'survey');
    const subscriber = found(await findSubscriber(db, newsletter.key, body.subscriber_id), 'subscriber');
    const email = body.email_id ? found(await findEmail(db, newsletter.key, body.email_id), 'email') : null;
    const numbers = body.answer == null ? [] : [body.answer];
    const answer = { numbers, text: body.text ?? '', source: 'api' as const };
    const taken = await takeAnswer(db, { survey, subscriber, email }, answer);
    if (taken === 'closed') throw domainError('status_invalid', 'audience.survey_closed');
    if (taken === 'empty')
      throw domainError('request_invalid', 'audience.no_such_answer', { most: survey.answers.length });
    return one(request, taken.id);
  });

  app.patch('/v1/survey_responses/:id', api.update, async request => {
    const { db, newsletter, params, body } = request;
    const isThere = await updateText(db, newsletter.key, params.id, body.text ?? '');
    if (!isThere) throw notFound('response');
    return one(request, params.id);
  });

  app.get('/v1/surveys/:id/results', api.results, async ({ db, newsletter, params, query }) => {
    const survey = found(await findSurvey(db, newsletter.key, params.id), 'survey');
    if (query.email_id === undefined) return countAnswers(db, survey);
    const email = found(await findEmail(db, newsletter.key, query.email_id), 'email');
    return countAnswers(db, survey, email.key);
  });

  app.get('/v1/emails/:id/surveys', api.ofEmail, async request => {
    const { db, newsletter, params } = request;
    const email = found(await findEmail(db, newsletter.key, params.id), 'email');
    const text = `${email.body}\n${JSON.stringify(email.mailed ?? '')}`;
    const surveys = await listSurveysNamed(db, newsletter.key, {
      identifiers: surveysIn(text),
      ids: [...askedIn(text), ...(await listAnsweredIn(db, email.key))],
    });
    const shown = await showSurveys(request, surveys);
    const count = (survey: Survey) => countAnswers(db, survey, email.key);
    return {
      results: await Promise.all(
        surveys.map(async (survey, at) => ({ ...shown[at]!, results: await count(survey) })),
      ),
    };
  });

  async function one(request: FastifyRequest, id: string) {
    const page = { page: 1, page_size: 1 };
    const { results } = await listResponses(request.db, request.newsletter.key, { id }, page);
    const [shown] = await show(request, results);
    return found(shown, 'response');
  }

  async function show(request: FastifyRequest, responses: Listed[], wanted: string[] = []) {
    const surveys = wanted.includes('survey')
      ? await listSurveysNamed(request.db, request.newsletter.key, {
          ids: [...new Set(responses.map(({ survey_id }) => survey_id))],
        })
      : [];
    const known = new Map((await showSurveys(request, surveys)).map(survey => [survey.id, survey]));
    const expanded = await expand(request, things, names, responses.map(showResponse), wanted);
    return expanded.map(response => ({ ...response, survey: known.get(response.survey_id) ?? null }));
  }
}
