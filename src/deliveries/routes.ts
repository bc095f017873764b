import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import { analyticsSchema } from '../emails/email.ts';
import { findEmail } from '../emails/queries.ts';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import type { App } from '../platform/http/server.ts';
import { analyticsOf } from './analytics.ts';

export function deliveryRoutes(app: App): void {
  app.get(
    '/v1/emails/:id/analytics',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags: ['Emails'],
        summary: 'Retrieve the analytics of an email',
        description: 'Counted from the ledger of deliveries. All zeros before sending.',
        params: z.object({ id: z.string() }),
        response: { 200: analyticsSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const email = await findEmail(request.db, newsletterOf(request).key, request.params.id);
      if (!email) throw notFound('email');
      return (await analyticsOf(request.db, [email.key])).get(email.key)!;
    },
  );
}
