import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { failures } from '../../platform/http/errors.ts';
import type { App } from '../../platform/http/server.ts';
import { endPlan, pausePlan, resumePlan, setPlan } from './change.ts';
import { planExample } from './examples.ts';
import { planFields } from './plan.ts';
import { readWarmUp, stateSchema } from './state.ts';

const tags = ['Newsletters'];
const path = '/v1/warm_up';

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
    message: 'must not be less than first_day',
  })
  .meta({ examples: [planExample] });

export function warmUpRoutes(app: App, { clock }: { clock: Clock }): void {
  const read = { access: { settings: 'read' } } as const;
  const write = { access: { settings: 'write' } } as const;

  app.get(
    path,
    {
      config: read,
      schema: {
        tags,
        summary: 'Retrieve the warm-up plan and where it stands',
        description:
          'Without a plan, `proposal` has one made from the size of the list. docs/deliverability.md explains what counts.',
        response: { 200: stateSchema, ...failures(401, 403) },
      },
    },
    request => show(request),
  );

  app.put(
    path,
    {
      config: write,
      schema: {
        tags,
        summary: 'Begin or change the warm-up plan',
        description:
          'Applies immediately, also to emails in flight: what does not fit into a day goes out on the next one. A paused plan stays paused.',
        body: planInput,
        response: { 200: stateSchema, ...failures(400, 401, 403) },
      },
    },
    request => after(request, (db, key) => setPlan(db, key, request.body)),
  );

  const acts = [
    {
      verb: 'pause',
      summary: 'Pause the growth of the warm-up plan: its number stays that of today',
      act: pausePlan,
    },
    { verb: 'resume', summary: 'Continue the warm-up plan where it was paused', act: resumePlan },
  ];
  for (const { verb, summary, act } of acts)
    app.post(
      `${path}/${verb}`,
      {
        config: write,
        schema: { tags, summary, response: { 200: stateSchema, ...failures(401, 403, 404, 409) } },
      },
      request => after(request, act),
    );

  app.delete(
    path,
    {
      config: write,
      schema: {
        tags,
        summary: 'End the warm-up plan',
        description: 'Nothing is limited any more. Everybody who waits is served now.',
        response: { 204: z.null(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await endPlan(request.db, newsletterOf(request).key);
      reply.code(204);
    },
  );

  async function after(request: FastifyRequest, act: (db: Database, key: number) => Promise<void>) {
    await act(request.db, newsletterOf(request).key);
    return show(request);
  }

  async function show(request: FastifyRequest) {
    const newsletter_key = newsletterOf(request).key;
    return readWarmUp(request.db, await findNewsletterOf(request.db, { newsletter_key }), clock());
  }
}
