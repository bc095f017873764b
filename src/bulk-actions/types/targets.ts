import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { subscriberTypes } from '../../audience/filter/fields.ts';
import { type FilterGroup, filterInput, isEmptyGroup } from '../../audience/filter/filter.ts';
import { listSegmentsNamed } from '../../audience/filter/queries.ts';
import { settleFilter } from '../../audience/filter/settle.ts';
import { mailStates, standings } from '../../audience/standing/type.ts';
import {
  domainsOf,
  type SubscriberFilters,
  subscriberFilters,
  whereSubscriber,
} from '../../audience/subscribers/filters.ts';
import { findTagKeys } from '../../audience/tags/resolve.ts';
import { normalName } from '../../audience/tags/tag.ts';
import { approvalStates, archivalModes, emailStatuses, emailTypes } from '../../emails/email.ts';
import { type EmailFilters, emailFilters, selectEmails } from '../../emails/list.ts';
import { type EventFilters, eventFilters, storedWhere } from '../../journal/history/list.ts';
import { eventTypes } from '../../journal/record.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import { hasEmptyFilter, isObject, nestNames } from '../../platform/http/query.ts';
import { isId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** The object that an item names. */
export type Target = { key: number; id: string };

export type TargetName = 'subscribers' | 'emails' | 'tags' | 'events';
/** Filters that narrow "all"; the same as those of the list endpoint. */
export type Parameters = Record<string, unknown>;

type Kind = {
  filters: z.ZodObject;
  /** Filters whose values come from a fixed list. */
  words: Record<string, readonly string[]>;
  /** All objects that pass the filters, as rows of key and id. */
  select(db: Database, newsletter_key: number, filters: Parameters): Promise<RawBuilder<Target>>;
};

/** Filters that narrow the list: empty ones would apply the action to everybody, which was not meant. */
const narrowing = filterInput.refine(group => !isEmptyGroup(group), sentence('input.is_empty')).optional();

const notFilters = { page: true, page_size: true, ordering: true } as const;

const kinds: Record<TargetName, Kind> = {
  subscribers: {
    filters: subscriberFilters.extend({ filters: narrowing }).strict(),
    words: {
      type: subscriberTypes,
      subscriber_type: subscriberTypes,
      mail_state: mailStates,
      standing: standings,
    },
    select: async (db, newsletter_key, filters) =>
      sql`select key, id from subscribers where ${await whereSubscriber(db, newsletter_key, filters as SubscriberFilters)}`,
  },
  emails: {
    filters: emailFilters.omit({ ...notFilters, excluded_fields: true }).strict(),
    words: {
      status: emailStatuses,
      email_type: emailTypes,
      archival_mode: archivalModes,
      approval: approvalStates,
      source: ['api', 'app', 'import', 'automation'],
    },
    async select(db, newsletter_key, filters) {
      const chosen = await selectEmails(db, newsletter_key, filters as EmailFilters);
      return sql`select key, id from ${chosen.select(['key', 'id'])} chosen`;
    },
  },
  tags: {
    filters: z.strictObject({}),
    words: {},
    select: async (_db, newsletter_key) =>
      sql`select key, id from tags where newsletter_key = ${newsletter_key}`,
  },
  events: {
    filters: eventFilters.omit({ ...notFilters, expand: true, cursor: true }).strict(),
    words: { event_type: eventTypes },
    select: async (_db, newsletter_key, filters) =>
      sql`select key, id from events where newsletter_key = ${newsletter_key} and ${storedWhere(filters as EventFilters)}`,
  },
};

/** All objects of the newsletter that pass the filters, as rows of key and id. */
export function selectTargets(
  db: Database,
  newsletter_key: number,
  name: TargetName,
  parameters: Parameters,
): Promise<RawBuilder<Target>> {
  return kinds[name].select(db, newsletter_key, parameters);
}

/** Returns how many objects these are. */
export async function countTargets(db: Database, all: RawBuilder<Target>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${all}) wanted`.execute(db);
  return rows[0]!.count;
}

/**
 * Reads `parameters` strictly: ignoring one would apply the action to more than was meant. Throws
 * `bulk_action_invalid_metadata` for a key or value that the list endpoint does not know, and for an empty value.
 */
export async function readParameters(
  db: Database,
  newsletter_key: number,
  name: TargetName,
  given: unknown,
): Promise<Parameters> {
  const { filters, words } = kinds[name];
  const read = filters.safeParse(isObject(given) ? nestNames(Object.entries(given)) : (given ?? {}));
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    throw refusal(path.join('.'), message);
  }
  for (const [filter, value] of Object.entries(read.data)) {
    if (filter === 'filters' && name === 'subscribers') {
      const group = value as FilterGroup;
      read.data[filter] = await settleFilter(db, newsletter_key, group, 'filter_invalid').catch(error => {
        throw error instanceof DomainError ? refusal(filter, error.detail) : error;
      });
      continue;
    }
    if (value === undefined || hasEmptyFilter({ [filter]: value }))
      throw refusal(filter, sentence('input.is_empty'));
    const values = [value].flat() as string[];
    const unknown = await firstUnknown(db, newsletter_key, name, words, filter.replace(/^-/, ''), values);
    if (unknown !== undefined)
      throw refusal(
        filter,
        sentence('input.unknown_value', { value: JSON.stringify(unknown.slice(0, 100)) }),
      );
  }
  return read.data;
}

async function firstUnknown(
  db: Database,
  newsletter_key: number,
  name: TargetName,
  words: Kind['words'],
  filter: string,
  values: string[],
): Promise<string | undefined> {
  if (words[filter]) return values.find(value => !words[filter]!.includes(value));
  switch (filter) {
    case 'tag':
    case 'included_tags':
    case 'excluded_tags':
      return (await findTagKeys(db, newsletter_key, values)) ? undefined : values.join(', ');
    case 'ids': {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(name)}
        where newsletter_key = ${newsletter_key} and id = any(${values.filter(isId)}::uuid[])`.execute(db);
      const known = new Set(rows.map(row => row.id));
      return values.find(value => !known.has(value.toLowerCase()));
    }
    case 'segment': {
      const known = await listSegmentsNamed(db, newsletter_key, values);
      return values.find(
        value => !known.some(one => one.id === value.toLowerCase() || one.normal_name === normalName(value)),
      );
    }
    case 'domain':
      return values.find(value => domainsOf([value]).length === 0);
    case 'subscriber_id':
    case 'email_id':
    case 'automation_id':
    case 'automations':
      return values.find(value => !isId(value));
    default:
      return undefined;
  }
}

function refusal(filter: string, message: string): DomainError {
  const field = ['metadata.parameters', filter].filter(Boolean).join('.');
  return domainError('bulk_action_invalid_metadata', 'bulk_actions.parameters_wrong', {
    field,
    reason: message,
  });
}
