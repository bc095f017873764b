import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { found } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { createSequence, deleteSequence, updateSequence } from '../sequences/change.ts';
import { sequenceCreate, sequenceUpdate } from '../sequences/definition/input.ts';
import { findSequence, listIds } from '../sequences/definition/queries.ts';
import type { Sequence } from '../sequences/definition/sequence.ts';
import type { PublishContext } from '../sequences/publish.ts';
import { sequenceSchema, showSequences } from '../sequences/show.ts';
import { changeFeed } from './change-feed.ts';
import { createAutomation } from './create.ts';
import { type Automation, automationSchema } from './definition/automation.ts';
import { automationCodes } from './definition/fields.ts';
import { automationUpdate, demandAddress, feedCreate, kindField } from './definition/input.ts';
import { findAutomation } from './definition/queries.ts';
import { demandSending } from './demand-sending.ts';
import { showAutomations } from './request.ts';
import type { AutomationRoutes } from './run-routes.ts';
import { deleteAutomation } from './update.ts';

type Context = AutomationRoutes & PublishContext;
type Kind = 'feed' | 'event';

/** Fields that a sequence has and an automation of a feed does not. */
const theirs = ['trigger', 'actions', 'timing', 'should_evaluate_filter_after_delay'];

/** Returns the kind of automation that the body makes. Clients of the public API do not name the kind, but a feed has an address. */
export function kindOfBody(body: unknown): Kind {
  if (typeof body !== 'object' || body === null || 'url' in body || 'urls' in body) return 'feed';
  return theirs.some(name => name in body && !isEmptyFeedField(name, body)) ? 'event' : 'feed';
}

/** Returns whether the field has only the value that an automation of a feed shows under this name and that clients send back. */
function isEmptyFeedField(name: string, body: object): boolean {
  const value = (body as Record<string, unknown>)[name];
  if (name === 'trigger') return value === 'external_feed_item.created';
  if (name === 'actions') return Array.isArray(value) && value.length === 0 && !('trigger' in body);
  return name === 'should_evaluate_filter_after_delay' && value === false && !('trigger' in body);
}

/** Writes the kind into the body. */
function noteKind(request: FastifyRequest, kind: Kind): void {
  if (typeof request.body === 'object' && request.body !== null) request.body = { ...request.body, kind };
}

async function noteKindOfBody(request: FastifyRequest): Promise<void> {
  const kind = kindOfBody(request.body);
  if (kind === 'feed') await demandAddress(request);
  noteKind(request, kind);
}

async function noteKindOfRow(request: FastifyRequest): Promise<void> {
  const { id } = request.params as { id: string };
  const sequence = await findSequence(request.db, request.newsletter.key, id);
  noteKind(request, sequence ? 'event' : 'feed');
}

const shown = z.discriminatedUnion('kind', [automationSchema, sequenceSchema]);
const created = z.discriminatedUnion('kind', [
  feedCreate,
  sequenceCreate.extend({ kind: kindField('event') }),
]);
const updated = z.discriminatedUnion('kind', [
  automationUpdate.extend({ kind: kindField('feed') }),
  sequenceUpdate.extend({ kind: kindField('event') }),
]);
const codes = {
  ...automationCodes,
  trigger: 'trigger_action_invalid',
  actions: 'action_invalid',
  timing: 'delay_invalid',
  exit_filters: 'filter_invalid',
} as const;

const api = operations('Automations', {
  list: {
    summary: 'List automations',
    description: 'Automations of feeds (`kind: feed`) and sequences (`kind: event`), oldest first.',
    access: { automations: 'read' },
    query: z.object(pageParameters),
    answers: listOf(shown),
  },
  create: {
    summary: 'Create an automation',
    description:
      'With `url`, one that follows a feed: it is fetched immediately, and its current items are not mailed, unless `skip_old_items` is false. With `trigger` and `actions`, a sequence, which is inactive until you activate it.',
    access: { automations: 'write' },
    codes,
    secret_fields: { signing_key: '***' },
    body: created,
    answers: { 201: shown },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve an automation',
    access: { automations: 'read' },
    params,
    answers: shown,
  },
  update: {
    summary: 'Update an automation',
    description:
      'A change of what a sequence does applies to people who enter from then on and, with `apply_to: everyone`, to those inside, too; `dry_run` says who would move where.',
    access: { automations: 'write' },
    codes,
    params,
    body: updated,
    answers: shown,
    fails: [412],
  },
  delete: {
    summary: 'Delete an automation',
    description: 'Emails it has created are kept. People inside a sequence get nothing more from it.',
    access: { automations: 'write' },
    params,
  },
});

/** /v1/automations, where automations of feeds and sequences are one list. */
export function bothKindsRoutes(app: App, context: Context): void {
  const base = '/v1/automations';

  app.get(base, api.list, async (request, reply) => {
    const { ids, count } = await listIds(request.db, request.newsletter.key, request.query);
    const results = await Promise.all(ids.map(({ id }) => findEither(request, id)));
    return sendPage(reply, { results: await show(request, context, results), count });
  });

  app.post(base, { ...api.create, preValidation: noteKindOfBody }, async request => {
    const { body, db, caller } = request;
    if (body.kind === 'event')
      return (await show(request, context, [await createSequence(db, context, caller, body)]))[0]!;
    const { kind: _, ...input } = body;
    demandSending(request, input.behavior);
    const automation = await createAutomation(db, context, caller.newsletter, input, caller.by);
    return (await show(request, context, [automation]))[0]!;
  });

  app.get(
    `${base}/:id`,
    api.retrieve,
    async request => (await show(request, context, [await findEither(request, request.params.id)]))[0]!,
  );

  app.patch(`${base}/:id`, { ...api.update, preValidation: noteKindOfRow }, async request => {
    const { body, db, caller, params } = request;
    if (body.kind === 'feed') {
      const { kind: _, ...changes } = body;
      return (await show(request, context, [await changeFeed(request, context, params.id, changes)]))[0]!;
    }
    const { sequence, plan } = await updateSequence(db, context, caller, params.id, body);
    const [shown] = await show(request, context, [sequence]);
    return plan ? { ...shown!, edit: plan } : shown!;
  });

  app.delete(`${base}/:id`, api.delete, async ({ db, newsletter, params }) => {
    const sequence = await findSequence(db, newsletter.key, params.id);
    if (sequence) await deleteSequence(db, newsletter.key, params.id);
    else await deleteAutomation(db, newsletter.key, params.id);
  });
}

type Either = Automation | Sequence;
type Request = Pick<FastifyRequest, 'db' | 'newsletter' | 'caller'>;

/** Finds the sequence or the automation of a feed with this id. Throws `not_found`. */
async function findEither({ db, newsletter }: Request, id: string): Promise<Either> {
  return found(
    (await findSequence(db, newsletter.key, id)) ?? (await findAutomation(db, newsletter.key, id)),
    'automation',
  );
}

/** Shows all rows in their order. */
async function show(request: FastifyRequest, context: Context, rows: readonly Either[]) {
  const sequences = rows.filter(isSequence);
  const feeds = rows.filter((row): row is Automation => !isSequence(row));
  const all = [
    ...(await showSequences(request.db, context.vault, request.caller, sequences)),
    ...(feeds.length > 0 ? await showAutomations(request, context, feeds) : []),
  ];
  const byId = new Map(all.map(one => [one.id, one]));
  return rows.map(({ id }) => byId.get(id)!);
}

function isSequence(row: Either): row is Sequence {
  return 'is_active' in row;
}
