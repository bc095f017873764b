/** The events whose name is shorter where the current public API lists them than where webhooks tell them. */
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

/** The name as /v1/events emits it: `opened` for subscriber.opened; others are the same everywhere. */
export function shortName(event_type: string): string {
  const short = shortNames.find(name => event_type === prefix + name);
  return short ?? event_type;
}

/** The name as webhooks have it, from either. */
export function wholeName(name: string): string {
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
