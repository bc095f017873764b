import { z } from 'zod';
import { ownNewsletter } from '../../accounts/authenticate.ts';
import { homeAddress, readersAddress } from '../../links/site.ts';
import type { Clock } from '../../platform/clock.ts';
import { day_ms } from '../../platform/durations.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { countSignUps, periodOf, signUpCountsSchema } from './counts.ts';
import { countRefusals, refusedSchema } from './refusals.ts';

const signUpFormSchema = z
  .object({
    page_url: z.string().describe('The public page with the form'),
    frame_url: z.string().describe('The form alone, for a frame on any site'),
    post_url: z.string().describe('Where a form on any site sends its fields'),
    since: timestamp.describe('The beginning of the period'),
    ...signUpCountsSchema,
    refused: refusedSchema,
  })
  .meta({ id: 'SignUpForm' });

const api = operations('Newsletters', {
  retrieve: {
    summary: 'Retrieve the addresses of the sign-up form, and who signed up',
    description:
      'The counts are exact. Views of a form are not counted: pages do not track visitors, and a form on another site sends nothing until somebody fills it in.',
    access: { settings: 'read' },
    params: z.object({ id: z.string() }),
    query: periodOf,
    answers: signUpFormSchema,
  },
});

/** Adds the routes for where people sign up, and how many did. */
export function signUpFormRoutes(app: App, { base_url, clock }: { base_url: string; clock: Clock }): void {
  app.get('/v1/newsletters/:id/sign_up_form', api.retrieve, async request => {
    const newsletter = ownNewsletter(request, request.params.id);
    const since = new Date(clock().getTime() - request.query.days * day_ms);
    const page_url = homeAddress(base_url, newsletter);
    return {
      page_url,
      frame_url: `${page_url}?as_embed=true`,
      post_url: `${readersAddress(base_url, newsletter)}/api/emails/embed-subscribe/${newsletter.username}`,
      since: since.toISOString(),
      ...(await countSignUps(request.db, newsletter, since)),
      refused: await countRefusals(request.db, { newsletter_key: newsletter.key, form_key: null }, since),
    };
  });
}
