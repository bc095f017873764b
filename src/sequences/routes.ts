import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findSubscriber } from '../audience/subscribers/queries.ts';
import { day_ms } from '../platform/durations.ts';
import { domainError, found, notFound } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters, params, textParameter } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { approveSequence } from './approve.ts';
import { attemptSchema, attemptsOf, findAttempt } from './attempts.ts';
import { heldDecision, invokeInput, runUpdate, sequenceCreate } from './definition/input.ts';
import { findEdition, findSequence } from './definition/queries.ts';
import { demandRights } from './definition/rights.ts';
import { explainPerson, explanationSchema } from './explain.ts';
import { figuresOf, figuresSchema } from './figures.ts';
import { decideHeld } from './held.ts';
import { invoke, invokedSchema } from './invoke.ts';
import { refuseForeign } from './own.ts';
import type { PublishContext } from './publish.ts';
import { rehearse } from './rehearse.ts';
import { runSchema, showRun } from './run.ts';
import { changeRun, findRun, listRuns, listRunsOf, skipStep } from './run-queries.ts';
import { sequenceSchema, showSequences } from './show.ts';
import { simulate } from './simulate.ts';
import { simulationSchema } from './simulation-schema.ts';

const sinceField = z
  .int(sentence('input.days'))
  .min(1)
  .max(365)
  .nullish()
  .transform(days => days ?? 90)
  .describe('How many days back');
const attemptParams = z.object({ id_or_email: z.string(), automation_attempt_id: z.string() });

const api = operations('Automations', {
  invoke: {
    summary: 'Start people in a sequence',
    description:
      'Starts them whatever has happened to them; the entry rule and the filters of the sequence still apply. With `dry_run`, the response only says who would enter. Only for event automations.',
    access: { automations: 'write', subscribers: 'read' },
    params,
    body: invokeInput,
    answers: invokedSchema,
  },
  analytics: {
    summary: 'Retrieve the analytics of a sequence',
    description:
      'The figures of all its mails together, and for each step how many people wait for it, have it behind them, or have left. Only for event automations.',
    access: { automations: 'read' },
    may_lag: true,
    params,
    answers: figuresSchema,
  },
  listRuns: {
    summary: 'List the passages through a sequence',
    description: 'Newest first.',
    access: { automations: 'read', subscribers: 'read' },
    may_lag: true,
    params,
    query: z.object({
      ...pageParameters,
      status: listParameter.describe('waiting, held, done, left, failed'),
      step: textParameter.describe('The id of a step; the passages that wait for it'),
      subscriber_id: textParameter,
    }),
    answers: listOf(runSchema),
  },
  updateRun: {
    summary: 'End a passage, or move its next step',
    access: { automations: 'write', subscribers: 'read' },
    params: params.extend({ run_id: z.string() }),
    body: runUpdate,
    answers: runSchema,
  },
  decideHeld: {
    summary: 'Decide about steps that came too late',
    description:
      'Applies to everybody whom this sequence holds because a step came too late, for example after an outage.',
    access: { automations: 'write', sending: 'write' },
    params,
    body: heldDecision,
    answers: z.object({ count: z.int().describe('How many passages this was decided for') }),
  },
  approve: {
    summary: 'Approve a sequence as it is now',
    description:
      'A key whose sends need approval can activate only what is approved. The approval covers what the sequence does, to whom and when, and the text of its mails.',
    access: { automations: 'write', sending: 'write' },
    secret_fields: { signing_key: '***' },
    params,
    answers: sequenceSchema,
  },
  explain: {
    summary: 'Explain a sequence for one person',
    description: 'Why they entered or not, where they are, what comes next, and why steps were skipped.',
    access: { automations: 'read', subscribers: 'read' },
    params: params.extend({ id_or_email: z.string() }),
    answers: explanationSchema,
  },
});

const simulationApi = operations('Automations', {
  simulate: {
    summary: 'Simulate a sequence',
    description:
      'Takes the body of a create, and shows what the sequence would have done in the last days: with what really happened then, and by the rules by which sequences run. Nothing is written or mailed. Conditions about people use today’s values.',
    access: { automations: 'read', subscribers: 'read' },
    codes: {
      trigger: 'trigger_action_invalid',
      actions: 'action_invalid',
      timing: 'delay_invalid',
      filters: 'filter_invalid',
    },
    body: sequenceCreate.extend({ since: sinceField }),
    answers: simulationSchema,
  },
  simulateOne: {
    summary: 'Simulate a sequence as it is',
    access: { automations: 'read', subscribers: 'read' },
    params,
    body: z.object({ since: sinceField }).nullish(),
    answers: simulationSchema,
  },
});

const subscribersApi = operations('Subscribers', {
  listAttempts: {
    summary: 'List what sequences have done and will do for a subscriber',
    description: 'One row for each step, the latest passages first.',
    access: { subscribers: 'read', automations: 'read' },
    params: z.object({ id_or_email: z.string() }),
    query: z.object(pageParameters),
    answers: listOf(attemptSchema),
  },
  skipAttempt: {
    summary: 'Leave out a step of a sequence for a subscriber',
    access: { subscribers: 'read', automations: 'write' },
    params: attemptParams,
    body: z.object({ status: z.literal('skipped', sentence('input.only_skipped')) }),
    codes: { status: 'invalid_status' },
    answers: attemptSchema,
  },
});

/** Registers the operations that only sequences have. Automations of feeds and sequences share the other operations of /v1/automations. */
export function sequenceRoutes(app: App, context: PublishContext): void {
  const { clock, vault } = context;

  app.post('/v1/automations/:id/invoke', api.invoke, async ({ db, caller, params, body }) =>
    invoke(db, caller, params.id, body, clock()),
  );

  app.get('/v1/automations/:id/analytics', api.analytics, async request =>
    figuresOf(request.db, await sequenceOf(request)),
  );

  app.get('/v1/automations/:id/runs', api.listRuns, async (request, reply) => {
    const { status, step, subscriber_id } = request.query;
    const filters = { status, step: step || undefined, subscriber_id: subscriber_id || undefined };
    return sendPage(
      reply,
      await listRuns(request.db, await sequenceOf(request), filters, request.query),
      showRun,
    );
  });

  app.patch('/v1/automations/:id/runs/:run_id', api.updateRun, async request => {
    const sequence = await sequenceOf(request);
    const { db, body, params, caller } = request;
    if (body.due_date !== undefined) refuseForeign(caller, sequence);
    const run = found(await findRun(db, sequence, params.run_id), 'run');
    if (body.due_date !== undefined) demandRights(caller.permissions, run.edition_steps);
    const change = body.due_date === undefined ? { status: 'left' as const } : { due_date: body.due_date };
    if (!(await changeRun(db, sequence, run.key, change)))
      throw domainError('status_invalid', 'sequences.passage_over', { status: run.status });
    return showRun((await findRun(db, sequence, params.run_id))!);
  });

  app.post('/v1/automations/:id/held', api.decideHeld, async ({ db, caller, params, body }) => ({
    count: await decideHeld(db, caller, params.id, body.decision, clock()),
  }));

  app.post('/v1/automations/:id/approval', api.approve, async ({ db, caller, params }) => {
    const sequence = await approveSequence(db, caller, params.id);
    return (await showSequences(db, vault, caller, [sequence]))[0]!;
  });

  app.get('/v1/automations/:id/explain/:id_or_email', api.explain, async request =>
    explainPerson(
      request.db,
      request.newsletter,
      await sequenceOf(request),
      request.params.id_or_email,
      clock(),
    ),
  );

  simulationRoutes(app, context);
  attemptRoutes(app);
}

function simulationRoutes(app: App, context: PublishContext): void {
  const span = (since: number) => {
    const now = context.clock();
    return { since: new Date(now.getTime() - since * day_ms), now };
  };

  app.post('/v1/automations/simulate', simulationApi.simulate, async ({ db, caller, body }) =>
    rehearse(db, context, caller, body, (trx, edition, sequence) =>
      simulate(trx, caller.newsletter, edition, sequence, span(body.since)),
    ),
  );

  app.post('/v1/automations/:id/simulate', simulationApi.simulateOne, async request => {
    const sequence = await sequenceOf(request);
    const edition = await findEdition(request.db, sequence.key, sequence.edition);
    return simulate(request.db, request.newsletter, edition, sequence, span(request.body?.since ?? 90));
  });
}

function attemptRoutes(app: App): void {
  app.get('/v1/subscribers/:id_or_email/automations', subscribersApi.listAttempts, async (request, reply) => {
    const { db, newsletter, params, query } = request;
    const subscriber = found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber');
    const all = (await listRunsOf(db, subscriber.key)).flatMap(run => attemptsOf(run, newsletter));
    const { page, page_size } = query;
    return sendPage(reply, {
      results: all.slice((page - 1) * page_size, page * page_size),
      count: all.length,
    });
  });

  app.patch(
    '/v1/subscribers/:id_or_email/automations/:automation_attempt_id',
    subscribersApi.skipAttempt,
    async ({ db, newsletter, params }) => {
      const { id_or_email, automation_attempt_id } = params;
      const subscriber = found(await findSubscriber(db, newsletter.key, id_or_email), 'subscriber');
      const attempt = findAttempt(await listRunsOf(db, subscriber.key), automation_attempt_id);
      if (!attempt)
        throw domainError('automation_attempt_not_found', 'sequences.no_attempt', {
          id_or_email: '{id_or_email}',
        });
      if (!(await skipStep(db, attempt.run.key, attempt.step_id)))
        throw domainError('invalid_status', 'sequences.step_done');
      const [run] = (await listRunsOf(db, subscriber.key)).filter(({ key }) => key === attempt.run.key);
      return attemptsOf(run!, newsletter).find(({ id }) => id === automation_attempt_id)!;
    },
  );
}

/** Returns the sequence that the path names. Throws `not_found`, and `request_invalid` for an automation of a feed. */
async function sequenceOf(
  request: FastifyRequest,
): Promise<NonNullable<Awaited<ReturnType<typeof findSequence>>>> {
  const { id } = request.params as { id: string };
  const sequence = await findSequence(request.db, request.newsletter.key, id);
  if (!sequence) throw notFound('sequence');
  return sequence;
}
