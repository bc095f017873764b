import { z } from 'zod';
import { demandSight, filterGroup } from '../../audience/filter/filter.ts';
import { findEmail } from '../../emails/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { asked } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { abTestFigures, readAbTest } from './ab-test-figures.ts';
import { decideByHand } from './decide.ts';

const params = z.object({ id: z.string() });
const variantRule = sentence('input.variant_number');

const api = operations('Emails', {
  retrieve: {
    summary: 'Retrieve the A/B test of an email',
    description:
      'Before sending: how many people each variant goes to, and how small a difference that many can show. Afterwards: what each variant did, with intervals and the probability of being the best, and what the rest did.',
    access: { emails: 'read' },
    params,
    answers: abTestFigures,
    fails: [400],
  },
  decide: {
    summary: 'Decide the A/B test of an email by hand',
    description:
      'The rest gets the `variant` at once, or with `split` each variant goes to a part of it. This can be done only once.',
    access: { emails: 'write', sending: 'write' },
    params,
    body: z
      .object({
        variant: z.union(
          [z.int(variantRule).min(1, variantRule).max(4, variantRule), z.literal('split')],
          variantRule,
        ),
      })
      .meta(asked({ variant: 2 })),
    answers: abTestFigures,
    fails: [400, 409],
  },
});

export function abTestRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/emails/:id/ab-test', api.retrieve, async ({ db, newsletter, caller, params }) => {
    const email = found(await findEmail(db, newsletter.key, params.id), 'email');
    if (email.filters !== null) demandSight(caller.permissions, filterGroup.parse(email.filters));
    return readAbTest(db, email);
  });

  app.post('/v1/emails/:id/ab-test/decide', api.decide, async ({ db, newsletter, caller, params, body }) => {
    await decideByHand(db, newsletter.key, params.id, body.variant, caller.by, clock());
    return readAbTest(db, found(await findEmail(db, newsletter.key, params.id), 'email'));
  });
}
