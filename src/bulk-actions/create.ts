import type { Caller } from '../accounts/caller.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { demand } from '../accounts/permissions.ts';
import { bounded, longestAnswer, longestFreeze } from '../audience/filter/bounded.ts';
import { canBeSlow } from '../audience/subscribers/filters.ts';
import { orRequest } from '../emails/approval.ts';
import { findEmail } from '../emails/queries.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, domainError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { requestWork } from '../platform/work/request.ts';
import type { BulkAction } from './bulk-action.ts';
import { type Choice, readChoice } from './choice.ts';
import { insertAction, insertAll, insertNamed, updateAction } from './queries.ts';
import { countTargets, selectTargets } from './types/targets.ts';
import type { AnyBulkType } from './types/type.ts';
import { type ActionType, typeOf } from './types.ts';

/** The caller. */
export type BulkCaller = Pick<Caller, 'newsletter' | 'permissions' | 'by'>;
export type BulkRequest = { type: ActionType; metadata: Record<string, unknown> };

/**
 * Creates a bulk action and enqueues its run; its items are fixed now. Throws `forbidden` if the key may not do to one object what the
 * action does to many, `bound_exceeded`, `bulk_action_invalid_ids` and `bulk_action_invalid_metadata`. Returns `approval_required` instead
 * of throwing it, so that the request for an approval is committed.
 */
export async function createBulkAction(
  db: Database,
  caller: BulkCaller,
  request: BulkRequest,
): Promise<BulkAction | DomainError> {
  return inTransaction(db, async trx => {
    const make = () => plan(trx, caller, request);
    const email = await findSent(trx, caller, request);
    const action = email ? await orRequest(trx, email, caller.by, make) : await make();
    if (!(action instanceof DomainError)) await requestWork(trx, 'bulk_actions', action.id);
    return action;
  });
}

/** Inserts the action and its items without enqueuing a run. Throws like createBulkAction. */
export async function plan(
  trx: Database,
  { newsletter, permissions, by }: BulkCaller,
  { type: name, metadata }: BulkRequest,
): Promise<BulkAction> {
  const type = typeOf({ type: name });
  for (const area of type.needs) demand(permissions, area, 'write');
  const read = readMetadata(type, metadata);
  const choice = await readChoice(trx, newsletter.key, type, metadata);
  const settings = await type
    .settle(trx, newsletter, read, choice.kind !== 'own')
    .catch(error => blameMetadata(error));
  const action = await insertAction(trx, {
    id: newId(),
    newsletter_key: newsletter.key,
    type: name,
    metadata: JSON.stringify(metadata),
    starts_sequences: metadata.start_sequences === true,
    settings: JSON.stringify(settings),
    created_by: by,
  });
  const total_count = await insertItems(trx, newsletter, type, settings, action, choice);
  await type.allow?.(trx, newsletter, by, settings, total_count);
  return updateAction(trx, action.key, { total_count });
}

/** Finds the email that the action sends, if any. */
function findSent(trx: Database, { newsletter }: BulkCaller, { type, metadata }: BulkRequest) {
  const { email_id } = metadata;
  return type === 'send_emails' && typeof email_id === 'string'
    ? findEmail(trx, newsletter.key, email_id)
    : undefined;
}

async function insertItems(
  trx: Database,
  newsletter: Newsletter,
  type: AnyBulkType,
  settings: unknown,
  action: BulkAction,
  choice: Choice,
): Promise<number> {
  const { acts_on } = type;
  if (choice.kind === 'ids') return insertNamed(trx, action, acts_on, choice.ids);
  if (choice.kind === 'own')
    return insertAll(trx, action, acts_on, await type.own!(trx, newsletter, settings), []);
  const all = await selectTargets(trx, newsletter.key, acts_on, choice.parameters);
  const insert = (inside: Database) => insertAll(inside, action, acts_on, all, choice.except);
  if (acts_on !== 'subscribers' || !canBeSlow(choice.parameters)) return insert(trx);
  await bounded(trx, longestAnswer, inside => countTargets(inside, all));
  return bounded(trx, longestFreeze, insert);
}

function readMetadata(type: AnyBulkType, metadata: Record<string, unknown>): unknown {
  if (typeof (metadata.dry_run ?? false) !== 'boolean')
    throw domainError('bulk_action_invalid_metadata', 'bulk_actions.dry_run_wrong');
  if (typeof (metadata.start_sequences ?? false) !== 'boolean')
    throw domainError('bulk_action_invalid_metadata', 'bulk_actions.start_sequences_wrong');
  const read = type.metadata.safeParse(metadata);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new DomainError('bulk_action_invalid_metadata', `${['metadata', ...path].join('.')}: ${message}`);
}

function blameMetadata(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const code = error.code === 'bulk_action_invalid_price' ? error.code : 'bulk_action_invalid_metadata';
  throw new DomainError(code, `metadata.${error.detail}`);
}
