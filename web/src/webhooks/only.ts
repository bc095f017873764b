import type { FilterGroup, Webhook } from '../../../src/client/schema.ts';

/** The conditions that limit a webhook's events. */
export type Only = Pick<Webhook, 'email_ids' | 'automation_ids'> & { filters: FilterGroup | undefined };

/** Returns the webhook's present limits; without conditions there are no filters. */
export function onlyOf(webhook: Webhook | undefined): Only {
  const { email_ids = [], automation_ids = [], filters } = webhook ?? {};
  const isSet = filters !== undefined && filters.filters.length + filters.groups.length > 0;
  return { email_ids, automation_ids, filters: isSet ? filters : undefined };
}

/** Returns true if it is limited at all. */
export function isLimited({ email_ids, automation_ids, filters }: Only): boolean {
  return email_ids.length > 0 || automation_ids.length > 0 || filters !== undefined;
}
