import type { FilterGroup, Webhook } from '../../../src/client/schema.ts';

/** What a webhook only wants to hear of. */
export type Only = Pick<Webhook, 'email_ids' | 'automation_ids'> & { filters: FilterGroup | undefined };

/** What the webhook is limited to so far; without conditions there are no filters. */
export function onlyOf(webhook: Webhook | undefined): Only {
  const { email_ids = [], automation_ids = [], filters } = webhook ?? {};
  const isSet = filters !== undefined && filters.filters.length + filters.groups.length > 0;
  return { email_ids, automation_ids, filters: isSet ? filters : undefined };
}

/** Whether it is limited at all. */
export function isLimited({ email_ids, automation_ids, filters }: Only): boolean {
  return email_ids.length > 0 || automation_ids.length > 0 || filters !== undefined;
}
