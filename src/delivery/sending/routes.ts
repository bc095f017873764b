import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demand, reaches } from '../../accounts/permissions.ts';
import { countLacking, findLongestValues } from '../../emails/audience.ts';
import { type Email, isUnsent } from '../../emails/email.ts';
import { renderedExample, sendDraftExample } from '../../emails/examples.ts';
import { emailCodes } from '../../emails/fields.ts';
import { emailPreview } from '../../emails/input.ts';
import { findEmail } from '../../emails/queries.ts';
import { findingKinds, findingParts, severities } from '../../engines/rendering/finding.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Clock } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { toErrorBody } from '../../platform/http/errors.ts';
import { asked } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import { params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { openAudienceLook } from './audience-look.ts';
import { requestPreview } from './preview.ts';
import { nextIssueNumber, numberOf } from './queries.ts';
import { renderDraft } from './render.ts';
import { sendToOne } from './send-to.ts';
import { type Draft, unwritten } from './source.ts';

export const previewRequest = z
  .object({
    subscribers: z
      .array(z.string())
      .max(100, sentence('input.most_subscribers'))
      .nullish()
      .transform(ids => ids ?? [])
      .describe('Ids of subscribers'),
    recipients: z
      .array(z.string())
      .max(100, sentence('input.most_addresses'))
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
    html_size: z
      .int()
      .describe(
        'Bytes of its HTML as mailed; from 50,000 on, with the longest values that anybody in its audience has. Gmail cuts off everything after 102,000',
      ),
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
      .describe('The public page; null without `page` in the request, or if the email has no page'),
    findings: z.array(
      z.object({
        kind: z.enum(findingKinds),
        severity: z.enum(severities),
        detail: z.string(),
        detail_sentence: sentenceSchema,
        part: z.enum(findingParts).nullable().describe('Where it is; null if it concerns no single part'),
        line: z.int().nullable().describe('From 1, in the source as written; null if unknown'),
        column: z.int().nullable(),
      }),
    ),
  })
  .meta({ examples: [renderedExample] });

type SendingRoutes = {
  theme: Theme;
  pages: Pages;
  secret: Secret;
  clock: Clock;
  base_url: string;
};

const api = operations('Emails', {
  sendDraft: {
    summary: 'Send a draft for review',
    description:
      'Sends it to the named subscribers and addresses, or to the newsletter itself; never to the audience. The subject begins with [PREVIEW], and nothing is counted. Of an email with an A/B test, everybody named gets each variant: [PREVIEW A], [PREVIEW B] and so on.',
    access: { emails: 'write', sending: 'write' },
    params,
    body: previewRequest,
    answers: z.object({}),
    fails: [409],
  },
  sendToOne: {
    summary: 'Send an email to one subscriber',
    description:
      'Only once: if the subscriber already has the email or will get it, the response is `email_duplicate`. The email may be a draft, which then goes only to this person, in_flight, or sent.',
    access: { subscribers: 'write', emails: 'write', sending: 'write' },
    params: z.object({ id_or_email: z.string(), email_id: z.string() }),
    answers: z.object({}),
    fails: [400, 409],
  },
  preview: {
    summary: 'Preview an email',
    description:
      'Renders the email as a subscriber would get it, with the fields of this request in place of its own, and lists what to check: as mail, text, row of an inbox and, with `page`, public page. With `lines`, each block has the line of the source at which it begins. Until the email is sent, `value_missing` says how many people of its audience lack a value that has no default; the number needs `subscribers: read`.',
    access: { emails: 'read' },
    codes: emailCodes,
    is_typed: true,
    params,
    body: emailPreview,
    answers: rendered,
    fails: [409],
  },
  renders: {
    summary: 'Render an email',
    description: 'The HTML of the email as a made-up reader gets it. The preview also lists what to check.',
    access: { emails: 'read' },
    params,
    query: z.object({
      target: z
        .enum(['email', 'web'], eitherOf('email', 'web'))
        .default('email')
        .describe('web: its public page'),
    }),
    answers: z
      .object({ content: z.string() })
      .meta({ id: 'Render', examples: [{ content: '<!doctype html>' }] }),
  },
  previewNew: {
    summary: 'Preview an email that does not exist yet',
    access: { emails: 'read' },
    codes: emailCodes,
    is_typed: true,
    body: emailPreview,
    answers: rendered,
    fails: [409],
  },
});

export function sendingRoutes(app: App, context: SendingRoutes): void {
  const { theme, clock } = context;
  const countMissing = openAudienceLook(countLacking);
  const findLongest = openAudienceLook(findLongestValues);

  app.post('/v1/emails/:id/send-draft', api.sendDraft, async ({ db, caller, params, body }) => {
    await requestPreview(db, caller, params.id, body);
    return {};
  });

  app.post(
    '/v1/subscribers/:id_or_email/emails/:email_id',
    api.sendToOne,
    async ({ db, caller, params }, reply) => {
      const { id_or_email, email_id } = params;
      const { newsletter, by } = caller;
      const refusal = await sendToOne(db, { theme, clock, by }, newsletter, id_or_email, email_id);
      if (!refusal) return {};
      reply.code(403);
      return toErrorBody(refusal);
    },
  );

  app.post('/v1/emails/:id/preview', api.preview, async request => {
    const email = found(await findEmail(request.db, request.newsletter.key, request.params.id), 'email');
    if (!isUnsent(email.status)) return render(request, email, request.body, false);
    const numbered = { ...email, secondary_id: await numberOf(request.db, email) };
    return render(request, numbered, request.body, true);
  });

  app.get('/v1/emails/:id/renders', api.renders, async request => {
    const email = found(await findEmail(request.db, request.newsletter.key, request.params.id), 'email');
    const page = request.query.target === 'web';
    const { html, text, web } = await render(request, email, { page }, false);
    return { content: page ? (web ?? '') : html || text };
  });

  app.post('/v1/emails/preview', api.previewNew, async request => {
    const secondary_id = await nextIssueNumber(request.db, request.newsletter.key);
    return render(request, { ...unwritten, secondary_id }, request.body, true);
  });

  function render(
    request: FastifyRequest,
    email: Draft,
    { subscriber, lines = false, page = false, ...changes }: z.output<typeof emailPreview>,
    has_audience: boolean,
  ) {
    const { newsletter, permissions } = request.caller;
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
    const longest = has_audience ? (keys: string[]) => findLongest(request.db, addressed, keys) : undefined;
    const wish = { reader: subscriber, lines, page, missing, longest };
    return renderDraft(request.db, context, newsletter, draft, wish);
  }
}
