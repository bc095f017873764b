import { z } from 'zod';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import { copyExample, mailedExample } from '../../emails/examples.ts';
import { demandKept } from '../../emails/kept.ts';
import { findEmail } from '../../emails/queries.ts';
import { found } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { statuses } from '../ledger/counts.ts';
import { showMailed } from './mailed.ts';
import { type CopyContext, makeCopyAgain } from './make-again.ts';

const copySchema = z
  .object({
    subscriber_id: z.string(),
    email_address: z.string().describe('Its value when the copy was made'),
    status: z.enum(statuses).describe('Of the delivery'),
    status_date: timestamp.nullable(),
    proved: z
      .boolean()
      .describe(
        'Whether the hash on record matches this copy, which proves that these bytes were handed over',
      ),
    explanation: z.string().describe('What proves it, or why there is no proof'),
    explanation_sentence: sentenceSchema,
    copy_hash: z
      .string()
      .nullable()
      .describe('The hash on record: the first 6 bytes of a SHA-256 without the field Date, in hexadecimal'),
    message: z.string().describe('The message (RFC 5322). Its Date is status_date, and it is not signed'),
  })
  .meta({ id: 'CopyAgain', examples: [copyExample] });

const mailedSchema = z
  .object({
    subject: z.string(),
    html: z.string().describe('Empty for a message of text only'),
    text: z.string(),
    teaser_html: z.string().nullable().describe('The HTML for those who got the teaser; null if nobody did'),
    is_kept: z
      .boolean()
      .describe(
        'Whether the mailed version was kept. Otherwise it is made from the current email, which may have been corrected since',
      ),
  })
  .meta({ id: 'MailedEmail', examples: [mailedExample] });

const api = operations('Emails', {
  showIssue: {
    summary: 'Show an email as it was mailed',
    description:
      'Filled in for a reader without any data, and without tracking, so its links have the addresses that GET /v1/emails/{id}/analytics/links counts.',
    access: { emails: 'read' },
    params: z.object({ id: z.string() }),
    answers: mailedSchema,
    fails: [400],
  },
  showCopy: {
    summary: 'Show the copy of an email that a subscriber was sent',
    description:
      'Makes the copy again as it was sent, even if something has changed since, and says whether its hash proves it. Its links work: treat it like the subscriber’s mail. Each request is recorded in the audit log.',
    access: { emails: 'read', subscribers: 'read' },
    params: z.object({ id: z.string(), subscriber: z.string().describe('The id or the address') }),
    answers: copySchema,
    fails: [400, 410],
  },
});

export function copyRoutes(app: App, context: Omit<CopyContext, 'db'>): void {
  app.get('/v1/emails/:id/mailed', api.showIssue, async ({ db, newsletter, params }) => {
    const email = found(await findEmail(db, newsletter.key, params.id), 'email');
    return showMailed({ ...context, db }, newsletter, email);
  });

  app.get('/v1/emails/:id/deliveries/:subscriber/message', api.showCopy, async request => {
    const { db, newsletter, params } = request;
    const email = found(await findEmail(db, newsletter.key, params.id), 'email');
    demandKept(email);
    const subscriber = found(await findSubscriber(db, newsletter.key, params.subscriber), 'subscriber');
    request.audited_id = subscriber.id;
    return {
      subscriber_id: subscriber.id,
      ...(await makeCopyAgain({ ...context, db }, newsletter, email, subscriber)),
    };
  });
}
