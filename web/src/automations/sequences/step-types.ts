import type { StepType } from '../../sequences/steps.ts';

const forAll: StepType[] = ['send_notification', 'send_post_request', 'create_export'];
const forPeople: StepType[] = [
  'send_email',
  'add_tags',
  'remove_tags',
  'add_metadata',
  'remove_metadata',
  'send_notification',
  'send_post_request',
  'send_confirmation_reminder',
  'unsubscribe_subscriber',
  'create_subscriber',
  'create_export',
];

/** Returns true if each run is a passage of one person. */
export function concernsPerson(trigger: string): boolean {
  return trigger.startsWith('subscriber.') || trigger === 'automation.invoked';
}

/** Returns the types of steps offered after this trigger, likeliest first. */
export function typesFor(trigger: string): StepType[] {
  if (concernsPerson(trigger)) return forPeople;
  return trigger.startsWith('email.') ? [...forAll, 'update_email_type'] : forAll;
}
