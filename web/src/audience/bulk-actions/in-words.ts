import { useQuery } from '@tanstack/react-query';
import type { BulkAction, FilterGroup } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { words } from '../../words.ts';
import { useFilterInWords } from '../filter/in-words.ts';

const said = words.actions;

const things: Partial<Record<BulkAction['type'], keyof typeof said.things>> = {
  delete_tags: 'tags',
  delete_emails: 'emails',
  update_email_types: 'emails',
  replay_events: 'events',
};

/** Returns the kind of things that the action changes. */
export function thingsOf({ type }: BulkAction): keyof typeof said.things {
  return things[type] ?? 'subscribers';
}

/** Returns who asked for the action; undefined if nobody is known. */
export function creatorOf({ created_by }: BulkAction): string | undefined {
  if (!created_by) return undefined;
  const { type, name } = created_by;
  if (name === '') return said.nameless[type];
  return type === 'key' ? said.by_key(name) : said.by(name);
}

/** Returns its status in a word, as it is after a possible undo. */
export function statusOf({ status, undone_by }: BulkAction): string {
  return undone_by && status === 'processed' ? said.undone : said.statuses[status];
}

/** Returns a function that says what an action did. */
export function useActionInWords(here: Here): (action: BulkAction) => string {
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const nameOf = (tag: string) => tags.find(({ id }) => id === tag)?.name ?? tag;
  return ({ type, metadata }) => {
    const given = metadata as Record<string, unknown>;
    const { action, metadata: values } = given;
    if (type === 'apply_tags') {
      const named = [given.tag_ids ?? given.tag ?? given.tag_id].flat().map(tag => nameOf(String(tag)));
      return action === 'remove' ? said.removed_tags(named) : said.added_tags(named);
    }
    if (type === 'apply_metadata' && Array.isArray(values)) return said.removed_metadata(values.map(String));
    if (type === 'apply_metadata') {
      const pairs = Object.entries(values ?? {}).map(([key, value]) => said.pair(key, textOf(value)));
      return action === 'add' ? said.set_metadata(pairs) : said.replaced_metadata(pairs);
    }
    if (type === 'undo') return said.undid;
    if (type === 'update_email_types') return said.audience(String(given.email_type));
    if (type === 'replay_events' && given.webhook_id) return said.to_webhook;
    return words.bulk.types[type];
  };
}

/** Says which things were chosen for the action. */
export function useChoiceInWords(here: Here, action: BulkAction): string {
  const given = action.metadata as { ids?: unknown; parameters?: unknown };
  const parameters = (typeof given.parameters === 'object' && given.parameters) || {};
  const { filters, search, ...others } = parameters as Record<string, unknown>;
  const group = isGroup(filters) ? filters : undefined;
  const inWords = useFilterInWords(here, group ? [group] : []);
  const ids = Array.isArray(given.ids) ? given.ids.map(String) : [];
  const all = said.things[thingsOf(action)](action.total_count);
  if (action.undoes) return all;
  const isExcept = ids.length > 0 && ids.every(id => id.startsWith('-'));
  if (ids.length > 0 && !isExcept && ids[0] !== 'all') return said.chosen(all);
  const conditions = [
    ...(group ? [inWords(group)] : []),
    ...(search ? [said.searched(String(search))] : []),
    ...Object.entries(others).map(([name, value]) => said.parameter(name, textOf(value))),
    ...(isExcept ? [said.except(ids.length)] : []),
  ];
  return conditions.length === 0 ? said.all(all) : said.matching(all, conditions);
}

function isGroup(given: unknown): given is FilterGroup {
  return typeof given === 'object' && given !== null && 'predicate' in given;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
