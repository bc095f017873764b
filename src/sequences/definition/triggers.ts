import { nearest } from '../../platform/nearest.ts';

/** Triggers by what somebody did, or what happened to them: events of the journal, facts of the ledger, and hits. */
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

/** Triggers by what happens to an email, or by a date, that are not about a person. */
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

/** Other clients' names for these triggers. */
const otherNames = new Map([['subscriber.sent', 'subscriber.delivered']]);

export function readTrigger(name: string): Trigger | undefined {
  const known = otherNames.get(name) ?? name;
  return triggers.find(trigger => trigger === known);
}

/** Returns the trigger that was probably meant by a name that does not exist. */
export function nearestTrigger(name: string): string {
  return nearest(name.slice(0, 100), triggers, Number.POSITIVE_INFINITY)!;
}

/** Whether the runs of this trigger are passages of a person. */
export function concernsPerson(trigger: string): boolean {
  return personTriggers.some(one => one === trigger);
}

export function concernsEmail(trigger: string): boolean {
  return emailTriggers.some(one => one === trigger);
}

/** Whether the clock fires this trigger. */
export function isOfClock(trigger: string): boolean {
  return trigger === 'subscriber.date' || calendarTriggers.some(one => one === trigger);
}

/** Whether hits fire this trigger. Their verdict may still change. */
export function isOfHits(trigger: string): boolean {
  return trigger === 'subscriber.opened' || trigger === 'subscriber.clicked';
}
