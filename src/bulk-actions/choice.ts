import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { type Parameters, readParameters } from './types/targets.ts';
import type { AnyBulkType } from './types/type.ts';

/** The items of an action: these ids, all except these, or the type's own choice. */
export type Choice =
  | { kind: 'ids'; ids: string[] }
  | { kind: 'everything'; except: string[]; parameters: Parameters }
  | { kind: 'own' };

const most = 10_000;

/**
 * Reads `ids` and `parameters` of an action's metadata. Repeated ids count once. Throws `bulk_action_invalid_ids` and,
 * for parameters, `bulk_action_invalid_metadata`.
 */
export async function readChoice(
  db: Database,
  newsletter_key: number,
  { acts_on, without_ids }: AnyBulkType,
  metadata: Record<string, unknown>,
): Promise<Choice> {
  const ids = readIds(metadata.ids ?? []);
  const narrowed = metadata.parameters !== undefined && metadata.parameters !== null;
  const all = ids.length === 1 && ids[0] === 'all';
  const negative = ids.length > 0 && ids.every(id => id.startsWith('-'));
  if (ids.length === 0 && without_ids === 'refused')
    throw domainError('bulk_action_invalid_ids', 'bulk_actions.ids_missing', { things: acts_on });
  if (all || negative || (ids.length === 0 && without_ids === 'everything')) {
    const parameters = await readParameters(db, newsletter_key, acts_on, metadata.parameters);
    return { kind: 'everything', except: negative ? ids.map(id => id.slice(1)) : [], parameters };
  }
  if (narrowed) throw domainError('bulk_action_invalid_metadata', 'bulk_actions.parameters_alone');
  return ids.length === 0 ? { kind: 'own' } : { kind: 'ids', ids };
}

function readIds(given: unknown): string[] {
  if (!Array.isArray(given) || !given.every(id => typeof id === 'string'))
    throw domainError('bulk_action_invalid_ids', 'bulk_actions.ids_wrong');
  if (given.length > most)
    throw domainError('bulk_action_invalid_ids', 'bulk_actions.too_many_ids', { count: given.length, most });
  const ids = [...new Set(given.map(id => (isId(id.replace(/^-/, '')) ? id.toLowerCase() : id)))];
  const negatives = ids.filter(id => id.startsWith('-')).length;
  const mixed = (negatives > 0 && negatives < ids.length) || (ids.includes('all') && ids.length > 1);
  // "-all" would mean all except all, and "-" all except nothing: a typo close to a disaster.
  if (mixed || ids.includes('-all') || ids.includes('-'))
    throw domainError('bulk_action_invalid_ids', 'bulk_actions.ids_mixed');
  return ids;
}
