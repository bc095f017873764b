import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { day_ms } from '../../platform/durations.ts';
import { found } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, orderingParameter, pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { countSignUps, periodOf, signUpCountsSchema } from '../sign-ups/counts.ts';
import { countRefusals, refusedSchema } from '../sign-ups/refusals.ts';
import { sortWords } from '../tags/resolve.ts';
import { createForm, deleteForm, updateForm } from './change.ts';
import { type Form, formCreate, formSchema, formStatuses, formUpdate } from './form.ts';
import { formAddress } from './page.ts';
import { countPeople, findForm, listForms } from './queries.ts';

const orderings = ['creation_date', '-creation_date'] as const;
const statuses = listParameter.pipe(z.array(z.enum(formStatuses, eitherOf(...formStatuses))).optional());

const reportSchema = z
  .object({
    since: timestamp.describe('The beginning of the period'),
    ...signUpCountsSchema,
    refused: refusedSchema,
  })
  .meta({ id: 'FormReport' });

const api = operations('Forms', {
  list: {
    summary: 'List forms',
    access: { settings: 'read' },
    query: z.object({
      ...pageParameters,
      status: statuses,
      '-status': statuses.describe('Not these'),
      ordering: orderingParameter.pipe(z.enum(orderings, eitherOf(...orderings)).default('-creation_date')),
    }),
    answers: listOf(formSchema),
  },
  create: {
    summary: 'Create a form',
    description:
      'A page where people sign up, with fields, texts and tags of its own. Other sites can show it, too.',
    access: { settings: 'write' },
    body: formCreate,
    answers: { 201: formSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a form',
    access: { settings: 'read' },
    params,
    answers: formSchema,
  },
  report: {
    summary: 'Count who signed up with a form, where, and what was refused',
    description: 'The counts are exact. Views are not counted: pages do not track visitors.',
    access: { settings: 'read' },
    may_lag: true,
    params,
    query: periodOf,
    answers: reportSchema,
  },
  update: {
    summary: 'Update a form',
    access: { settings: 'write' },
    params,
    body: formUpdate,
    answers: formSchema,
  },
  delete: {
    summary: 'Delete a form',
    description: 'People who signed up with it stay. Its page disappears.',
    access: { settings: 'write' },
    params,
  },
});

export function formRoutes(app: App, context: { base_url: string; clock: Clock }): void {
  const { base_url, clock } = context;

  app.get('/v1/forms', api.list, async (request, reply) => {
    const { results, count } = await listForms(request.db, request.newsletter.key, request.query);
    return sendPage(reply, { results: await show(request, results), count });
  });

  app.post('/v1/forms', api.create, async request => {
    const { db, newsletter, body, caller } = request;
    return one(request, await createForm(db, newsletter.key, body, caller));
  });

  app.get('/v1/forms/:id', api.retrieve, async request => one(request, await formOf(request)));

  app.get('/v1/forms/:id/report', api.report, async request => {
    const { db, newsletter, query } = request;
    const form = await formOf(request);
    const since = new Date(clock().getTime() - query.days * day_ms);
    const place = { newsletter_key: newsletter.key, form_key: form.key };
    return {
      since: since.toISOString(),
      ...(await countSignUps(db, newsletter, since, form.id)),
      refused: await countRefusals(db, place, since),
    };
  });

  app.patch('/v1/forms/:id', api.update, async request => {
    const { db, newsletter, params, body, caller } = request;
    return one(request, await updateForm(db, newsletter.key, params.id, body, caller));
  });

  app.delete('/v1/forms/:id', api.delete, async ({ db, newsletter, params, caller }) =>
    deleteForm(db, newsletter.key, params.id, caller),
  );

  async function show({ db, newsletter }: FastifyRequest, forms: Form[]) {
    const counts = await countPeople(
      db,
      newsletter.key,
      forms.map(({ id }) => id),
    );
    const { known } = await sortWords(
      db,
      newsletter.key,
      forms.flatMap(({ tags }) => tags),
    );
    return forms.map(form => {
      const page_url = formAddress(base_url, newsletter, form);
      const { subscriber_count = 0, confirmed_subscriber_count = 0 } = counts.get(form.id) ?? {};
      return {
        ...form,
        tags: form.tags.filter(id => known.includes(id)),
        page_url,
        frame_url: `${page_url}?as_embed=true`,
        subscriber_count,
        confirmed_subscriber_count,
      };
    });
  }

  async function one(request: FastifyRequest, form: Form) {
    const [shown] = await show(request, [form]);
    return shown!;
  }
}

async function formOf(request: FastifyRequest): Promise<Form> {
  const { id } = request.params as { id: string };
  return found(await findForm(request.db, request.newsletter.key, id), 'form');
}
