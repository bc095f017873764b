import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findNewsletterOf } from '../../accounts/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { endPlan, pausePlan, resumePlan, setPlan } from './change.ts';
import { planExample } from './examples.ts';
import { planFields } from './plan.ts';
import { readWarmUp, stateSchema } from './state.ts';

const planInput = z
  .object({
    start_date: planFields.start_date.optional().describe('The first day of the plan; without it, today'),
    first_day: planFields.first_day,
    growth: planFields.growth.default(1.5),
    ceiling: planFields.ceiling,
    per: planFields.per.default('domain'),
  })
  .refine(({ first_day, ceiling }) => first_day <= ceiling, {
    path: ['ceiling'],
    message: sentence('input.not_below_first_day'),
  })
  .meta({ examples: [planExample] });

const read = { settings: 'read' } as const;
const write = { settings: 'write' } as const;

const api = operations('Newsletters', {
  retrieve: {
    summary: 'Retrieve the warm-up plan and its progress',
    description:
      'Without a plan, `proposal` has one made from the size of the list. docs/deliverability.md explains what counts.',
    access: read,
    answers: stateSchema,
  },
  set: {
    summary: 'Begin or change the warm-up plan',
    description:
      'Applies immediately, also to emails in flight. Copies that do not fit into a day go out on the next one. A paused plan stays paused.',
    access: write,
    body: planInput,
    answers: stateSchema,
  },
  pause: {
    summary: 'Pause the growth of the warm-up plan: the number stays that of today',
    access: write,
    answers: stateSchema,
    fails: [404, 409],
  },
  resume: {
    summary: 'Continue the warm-up plan where it was paused',
    access: write,
    answers: stateSchema,
    fails: [404, 409],
  },
  end: {
    summary: 'End the warm-up plan',
    description: 'The limit ends, and everybody who waits is served now.',
    access: write,
    fails: [404],
  },
});

export function warmUpRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/warm_up', api.retrieve, request => show(request));

  app.put('/v1/warm_up', api.set, request => after(request, (db, key) => setPlan(db, key, request.body)));

  app.post('/v1/warm_up/pause', api.pause, request => after(request, pausePlan));

  app.post('/v1/warm_up/resume', api.resume, request => after(request, resumePlan));

  app.delete('/v1/warm_up', api.end, async ({ db, newsletter }) => {
    await endPlan(db, newsletter.key);
  });

  async function after(request: FastifyRequest, act: (db: Database, key: number) => Promise<void>) {
    await act(request.db, request.newsletter.key);
    return show(request);
  }

  async function show({ db, newsletter }: FastifyRequest) {
    const present = await findNewsletterOf(db, { newsletter_key: newsletter.key });
    return readWarmUp(db, present, clock());
  }
}
