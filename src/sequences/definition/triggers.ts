import { nearest } from '../../platform/nearest.ts';

/** What somebody did, or what happened to them. The journal, the ledger or the hits say so. */
const personTriggers = [
  'subscriber.created',
  'subscriber.confirmed',
  'subscriber.updated',
  'subscriber.unsubscribed',
  'subscriber.tags.changed',
  'subscriber.type.changed',
  'subscriber.paid',
  'subscriber.churned',
  'subscriber.paused',
  'subscriber.resumed',
  'subscriber.mail_paused',
  'subscriber.mail_resumed',
  'subscriber.trial_started',
  'subscriber.trial_ended',
  'stripe.checkout.session.completed',
  'stripe.customer.updated',
  'stripe.invoice.upcoming',
  'stripe.subscription.activated',
  'stripe.subscription.churning',
  'stripe.subscription.deactivated',
  'subscriber.changed_email',
  'subscriber.responded_to_survey',
  'subscriber.referred',
  'subscriber.commented',
  'subscriber.replied',
  'subscriber.bounced',
  'subscriber.complained',
  'subscriber.delivered',
  'subscriber.opened',
  'subscriber.clicked',
  'subscriber.date',
  'automation.invoked',
] as const;

/** What happens to an email, or on a date, and concerns nobody in particular. */
const emailTriggers = [
  'email.created',
  'email.updated',
  'email.send.started',
  'email.sent',
  'email.deleted',
] as const;
const calendarTriggers = [
  'date.day.started',
  'date.week.started',
  'date.month.started',
  'date.year.started',
] as const;
export const triggers = [...personTriggers, ...emailTriggers, ...calendarTriggers] as const;
export type Trigger = (typeof triggers)[number];

/** Other clients' names for the same. */
const otherNames = new Map([['subscriber.sent', 'subscriber.delivered']]);

export function readTrigger(name: string): Trigger | undefined {
  const known = otherNames.get(name) ?? name;
  return triggers.find(trigger => trigger === known);
}

/** Returns what to write instead of a trigger that does not exist. */
export function nearestTrigger(name: string): string {
  return nearest(name.slice(0, 100), triggers, Number.POSITIVE_INFINITY)!;
}

/** Whether its runs are passages of one person. */
export function concernsPerson(trigger: string): boolean {
  return personTriggers.some(one => one === trigger);
}

export function concernsEmail(trigger: string): boolean {
  return emailTriggers.some(one => one === trigger);
}

/** Whether the clock triggers it. */
export function isOfClock(trigger: string): boolean {
  return trigger === 'subscriber.date' || calendarTriggers.some(one => one === trigger);
}

/** Whether hits trigger it, whose verdict may still change. */
export function isOfHits(trigger: string): boolean {
  return trigger === 'subscriber.opened' || trigger === 'subscriber.clicked';
}
