import type { FilterGroup } from '../audience/filter/filter.ts';
import type { SecondTryTo } from '../platform/database/schema.ts';

/**
 * The people to whom a second try goes, among those whose copy the mail server accepted: those who did not open the email; these and those
 * whose mail program opens everything, so that nobody knows; those who followed no link.
 */
export const secondTryTo = ['unopened', 'unopened_or_unknown', 'unclicked'] as const satisfies SecondTryTo[];

/** Returns the filter for people who got the email with this id and missed it. Anybody who clicked has opened it, whatever was measured. */
export function missedBy(id: string, to: SecondTryTo): FilterGroup {
  const not = {
    unopened: ['opened', 'opened_with_machines', 'clicked'],
    unopened_or_unknown: ['opened_for_certain', 'clicked'],
    unclicked: ['clicked'],
  }[to];
  const condition = (deed: string, operator: 'contains' | 'not_contains') =>
    ({ field: `subscriber.${deed}`, operator, value: id }) as const;
  return {
    filters: [condition('sent', 'contains'), ...not.map(deed => condition(deed, 'not_contains'))],
    groups: [],
    predicate: 'and',
  };
}
