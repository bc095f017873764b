import { z } from 'zod';
import { ownNewsletter } from '../../accounts/authenticate.ts';
import { refuseBounded } from '../../accounts/content.ts';
import { created } from '../../accounts/fields.ts';
import { createdNewsletterSchema, newsletterCreate, showNewsletter } from '../../accounts/newsletter.ts';
import { createNewsletter } from '../../accounts/newsletters.ts';
import { holdRights } from '../../accounts/people/makers.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { ownersAccess } from '../parts.ts';
import { createDuplicate } from './change.ts';
import { duplicatedKinds } from './formats/duplicate.ts';

const duplicateRequest = z.strictObject({
  username: created.username,
  name: created.name,
  from_address: created.from_address.describe('The sender of the copy; by default that of the original'),
  include: z
    .array(z.enum(duplicatedKinds, sentence('input.one_of', { values: duplicatedKinds.join(', ') })))
    .default([])
    .describe(
      'What is copied in addition to settings, tags, segments, snippets, files and templates. drafts: drafts, and scheduled emails as drafts; emails: sent and imported emails, for the archive; automations: inactive, with all items of their feeds; people: subscribers in every state, their consent, and hashes of those who were erased',
    ),
});

const api = operations('Newsletters', {
  duplicate: {
    summary: 'Duplicate a newsletter',
    description:
      'Creates another newsletter here, and copies the content of this one into it in the background: an import of the format `newsletter`, which `import_id` names. Everything gets new ids. Nothing is sent, and API keys, webhooks, the team, DKIM keys and the captcha are not copied. Its first key has the permissions of the calling key except `installation`. A key with bounds cannot duplicate.',
    access: { ...ownersAccess, installation: 'write' },
    secret_fields: { api_key: '' },
    params: z.object({ id: z.string() }),
    body: duplicateRequest,
    answers: { 201: createdNewsletterSchema.extend({ import_id: z.string() }) },
    fails: [409],
  },
});

/** Adds the routes that duplicate a newsletter within its installation. */
export function duplicateRoutes(app: App, { base_url }: { base_url: string }): void {
  app.post('/v1/newsletters/:id/duplicate', api.duplicate, async request => {
    const { permissions, bounds, expiry_date, by } = request.caller;
    const source = ownNewsletter(request, request.params.id);
    refuseBounded({ bounds }, sentence('people.why_copy'));
    const { include, from_address = source.from_address, username, name } = request.body;
    const first_key = {
      permissions: { ...permissions, installation: 'none' as const },
      bounds,
      expiry_date,
      created_by: by,
    };
    const input = newsletterCreate.parse({ username, name, from_address, timezone: source.timezone });
    return inTransaction(request.db, async trx => {
      await holdRights(trx, request.caller);
      const newsletter = await createNewsletter(trx, base_url, input, first_key);
      const { id } = await createDuplicate(trx, { newsletter, by }, source, [...new Set(include)]);
      return { ...showNewsletter(newsletter), import_id: id };
    });
  });
}
