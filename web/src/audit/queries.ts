import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditEntry } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';
import { addDays, readLocal } from '../platform/time.ts';
import { words } from '../words.ts';
import type { LogSearch } from './search.ts';

/** The entries of the newsletter's log, newest first. */
export const logQuery = (here: Here, search: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'log', search],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/audit_log', {
        query: { ...conditionsOf(here, search), page_size: 50, ...pageParam },
        signal,
      }),
    ...byPages,
  });

/** Returns the request for the API. An area stands for all of its actions. */
export function conditionsOf({ newsletter }: Here, { actor, action, from, to }: LogSearch) {
  const startOf = (day: string) => readLocal(`${day}T00:00`, newsletter.timezone).toISOString();
  const areas: Record<string, Record<string, unknown>> = words.audit.actions;
  return {
    newsletter_id: newsletter.id,
    ...(actor !== undefined && { actor_id: actor }),
    ...(action !== undefined && { action: areas[action] ? Object.keys(areas[action]) : action }),
    ...(from !== undefined && { creation_date__start: startOf(from) }),
    ...(to !== undefined && { creation_date__end: startOf(addDays(to, 1)) }),
  };
}

/** The emails that these entries are about, without their bodies. Those that were deleted are missing. */
export const namedEmailsQuery = ({ newsletter, api }: Here, entries: AuditEntry[]) => {
  const isOfEmail = ({ action, object_id }: AuditEntry) => action.startsWith('email.') && object_id !== null;
  const ids = [...new Set(entries.filter(isOfEmail).map(({ object_id }) => object_id!))].sort();
  return queryOptions({
    queryKey: ['newsletter', newsletter.id, 'log', 'emails', ids],
    queryFn: ({ signal }) =>
      api.get('/v1/emails', { query: { ids, excluded_fields: 'body', page_size: 50 }, signal }),
    enabled: ids.length > 0,
  });
};
