import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { demand, reaches } from '../../accounts/permissions.ts';
import { type Email, isUnsent } from '../../emails/email.ts';
import { renderedExample, sendDraftExample } from '../../emails/examples.ts';
import { emailCodes, emailPreview } from '../../emails/input.ts';
import { findEmail } from '../../emails/queries.ts';
import { findingKinds, findingParts, severities } from '../../engines/rendering/finding.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { failures, toErrorBody } from '../../platform/http/errors.ts';
import { asked } from '../../platform/http/fields.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { openMissingCounter } from './missing-values.ts';
import { requestPreview } from './preview.ts';
import { renderDraft } from './render.ts';
import { sendToOne } from './send-to.ts';
import { type Draft, unwritten } from './source.ts';

const tags = ['Emails'];
const params = z.object({ id: z.string() });

export const previewRequest = z
  .object({
    subscribers: z
      .array(z.string())
      .max(100, 'use at most 100 subscribers')
      .nullish()
      .transform(ids => ids ?? [])
      .describe('Ids of subscribers'),
    recipients: z
      .array(z.string())
      .max(100, 'use at most 100 addresses')
      .nullish()
      .transform(list => list ?? [])
      .describe('Email addresses'),
  })
  .meta(asked(sendDraftExample));

export const rendered = z
  .object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    size: z
      .int()
      .describe('Bytes of the message as sent, tracked if the newsletter tracks, without attachments'),
    html_size: z.int().describe('Bytes of its HTML; Gmail cuts what is over 102,000'),
    inbox: z
      .object({
        from: z.string(),
        subject: z.string(),
        preview: z.string().describe('The description, or the first words'),
      })
      .describe('What the list of an inbox shows'),
    web: z
      .string()
      .nullable()
      .describe('The public page; null unless asked for with `page`, or without a page'),
    findings: z.array(
      z.object({
        kind: z.enum(findingKinds),
        severity: z.enum(severities),
        detail: z.string(),
        part: z.enum(findingParts).nullable().describe('Where it is; null if it concerns no single part'),
        line: z.int().nullable().describe('From 1, as the author wrote it; null if unknown'),
        column: z.int().nullable(),
      }),
    ),
  })
  .meta({ examples: [renderedExample] });

type SendingRoutes = {
  jobs: Jobs;
  theme: Theme;
  pages: Pages;
  secret: Secret;
  clock: Clock;
  base_url: string;
};

export function sendingRoutes(app: App, context: SendingRoutes): void {
  const { jobs, theme, clock } = context;
  const countMissing = openMissingCounter();

  app.post(
    '/v1/emails/:id/send-draft',
    {
      config: { access: { emails: 'write', sending: 'write' } },
      schema: {
        tags,
        summary: 'Send a draft for review',
        description:
          'Sends it to the named subscribers and addresses, or to the newsletter itself; never to the audience. The subject begins with [PREVIEW], and nothing is counted.',
        params,
        body: previewRequest,
        response: { 200: z.object({}), ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      await requestPreview(request.db, jobs, callerOf(request), request.params.id, request.body);
      return {};
    },
  );

  app.post(
    '/v1/subscribers/:id_or_email/emails/:email_id',
    {
      config: { access: { subscribers: 'write', emails: 'write', sending: 'write' } },
      schema: {
        tags,
        summary: 'Send an email to one subscriber',
        description:
          'Only once: if the subscriber already has the email or will get it, the response is `email_duplicate`. The email may be a draft, which then goes only to this person, in_flight, or sent.',
        params: z.object({ id_or_email: z.string(), email_id: z.string() }),
        response: { 200: z.object({}), ...failures(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { id_or_email, email_id } = request.params;
      const { newsletter, by } = callerOf(request);
      const refusal = await sendToOne(request.db, { theme, clock, by }, newsletter, id_or_email, email_id);
      if (!refusal) return {};
      reply.code(403);
      return toErrorBody(refusal);
    },
  );

  app.post(
    '/v1/emails/:id/preview',
    {
      config: { access: { emails: 'read' }, codes: emailCodes, is_typed: true },
      schema: {
        tags,
        summary: 'Preview an email',
        description:
          'Renders the email as a subscriber would get it, with the fields of this request in place of its own, and lists what to check: as mail, text, row of an inbox and, with `page`, public page. With `lines`, blocks say at which line of the source they begin. Until the email is sent, `value_missing` says how many people of its audience lack a value that has no default; the number needs `subscribers: read`.',
        params,
        body: emailPreview,
        response: { 200: rendered, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const email = await findEmail(request.db, newsletterOf(request).key, request.params.id);
      if (!email) throw notFound('email');
      return render(request, email, request.body, isUnsent(email.status));
    },
  );

  app.post(
    '/v1/emails/preview',
    {
      config: { access: { emails: 'read' }, codes: emailCodes, is_typed: true },
      schema: {
        tags,
        summary: 'Preview an email that does not exist yet',
        body: emailPreview,
        response: { 200: rendered, ...failures(400, 401, 403, 409) },
      },
    },
    async request => render(request, unwritten, request.body, true),
  );

  function render(
    request: FastifyRequest,
    email: Draft,
    { subscriber, lines = false, page = false, ...changes }: z.output<typeof emailPreview>,
    has_audience: boolean,
  ) {
    const { newsletter, permissions } = callerOf(request);
    if (subscriber !== undefined) demand(permissions, 'subscribers', 'read');
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as Partial<Email>;
    const draft = { ...email, ...given };
    const addressed = { ...draft, newsletter_key: newsletter.key };
    const missing = has_audience
      ? {
          count: (keys: string[]) => countMissing(request.db, addressed, keys),
          sees: reaches(permissions, 'subscribers', 'read'),
        }
      : undefined;
    return renderDraft(request.db, context, newsletter, draft, { reader: subscriber, lines, page, missing });
  }
}
