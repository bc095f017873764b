/** Events whose names in lists are shorter than in webhooks, as in the public API. */
export const shortNames = [
  'delivered',
  'opened',
  'clicked',
  'rejected',
  'bounced',
  'complained',
  'unsubscribed',
] as const;

const prefix = 'subscriber.';

/** Returns the name in /v1/events: `opened` for subscriber.opened. Most events have the same name everywhere. */
export function shortName(event_type: string): string {
  const short = shortNames.find(name => event_type === prefix + name);
  return short ?? event_type;
}

/** The names under which Buttondown’s clients know events that have other names here. */
export const foreignNames: Readonly<Record<string, string>> = {
  'external_feed_item.created': 'automation.item.created',
};

/** Returns the name in webhooks, from any form. */
export function wholeName(name: string): string {
  if (Object.hasOwn(foreignNames, name)) return foreignNames[name]!;
  return shortNames.some(short => short === name) ? prefix + name : name;
}

/** Facts that the ledger of deliveries already has: they are read from there, not written twice. */
export const derivedEventTypes = [
  'subscriber.delivered',
  'subscriber.rejected',
  'subscriber.opened',
  'subscriber.clicked',
] as const;
export type DerivedEventType = (typeof derivedEventTypes)[number];
