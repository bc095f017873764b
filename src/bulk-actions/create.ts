import type { Newsletter } from '../accounts/newsletter.ts';
import { demand, type Permissions } from '../accounts/permissions.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { BulkAction } from './bulk-action.ts';
import { type Choice, readChoice } from './choice.ts';
import { enqueueRun } from './jobs.ts';
import { insertAction, insertAll, insertNamed, updateAction } from './queries.ts';
import { selectTargets } from './targets.ts';
import type { AnyBulkType, BulkContext } from './type.ts';
import { type BulkTypeName, bulkTypes } from './types.ts';

export type BulkRequest = { type: BulkTypeName; metadata: Record<string, unknown> };

/**
 * Creates a bulk action and asks for its run: what it acts on is fixed now. Throws `forbidden` for a key that may not do
 * to one what this does to many, `bulk_action_invalid_ids` and `bulk_action_invalid_metadata`.
 */
export async function createBulkAction(
  db: Database,
  context: BulkContext,
  newsletter: Newsletter,
  permissions: Permissions,
  request: BulkRequest,
): Promise<BulkAction> {
  return inTransaction(db, async trx => {
    const action = await plan(trx, newsletter, permissions, request);
    await enqueueRun(trx, context.jobs, newsletter);
    return action;
  });
}

/** The action and its items are there, and nobody is asked to work them. Throws what createBulkAction throws. */
export async function plan(
  trx: Database,
  newsletter: Newsletter,
  permissions: Permissions,
  { type: name, metadata }: BulkRequest,
): Promise<BulkAction> {
  const type: AnyBulkType = bulkTypes[name];
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
    settings: JSON.stringify(settings),
  });
  const total_count = await insertItems(trx, newsletter, type, settings, action, choice);
  return updateAction(trx, action.key, { total_count });
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
  return insertAll(trx, action, acts_on, all, choice.except);
}

function readMetadata(type: AnyBulkType, metadata: Record<string, unknown>): unknown {
  if (typeof (metadata.dry_run ?? false) !== 'boolean')
    throw new DomainError('bulk_action_invalid_metadata', 'metadata.dry_run: use true or false.');
  const read = type.metadata.safeParse(metadata);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  const missing = message
    .replace(/^Invalid input: /, '')
    .replace(/, received undefined$/, ', but it is missing');
  throw new DomainError('bulk_action_invalid_metadata', `${['metadata', ...path].join('.')}: ${missing}`);
}

function blameMetadata(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw new DomainError('bulk_action_invalid_metadata', `metadata.${error.detail}`);
}
