/** Events whose name in lists is shorter than in webhooks, as in the public API. */
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

/** The name in /v1/events: `opened` for subscriber.opened. Most events have one name everywhere. */
export function shortName(event_type: string): string {
  const short = shortNames.find(name => event_type === prefix + name);
  return short ?? event_type;
}

/** What Buttondown’s clients call events that have other names here. */
export const foreignNames: Readonly<Record<string, string>> = {
  'external_feed_item.created': 'automation.item.created',
};

/** The name in webhooks, from any form. */
export function wholeName(name: string): string {
  if (Object.hasOwn(foreignNames, name)) return foreignNames[name]!;
  return shortNames.some(short => short === name) ? prefix + name : name;
}

/** What the ledger of deliveries already knows: read from there, not written twice. */
export const derivedEventTypes = [
  'subscriber.delivered',
  'subscriber.rejected',
  'subscriber.opened',
  'subscriber.clicked',
] as const;
export type DerivedEventType = (typeof derivedEventTypes)[number];
