import { type Area, demand, type Permissions } from '../../accounts/permissions.ts';
import type { ActionType, Step } from './actions.ts';

/** The areas that each action changes. Whoever makes a sequence do something must be allowed to do it themselves. */
const areas: Record<ActionType, readonly Area[]> = {
  add_tags: ['subscribers'],
  remove_tags: ['subscribers'],
  add_metadata: ['subscribers'],
  remove_metadata: ['subscribers'],
  send_email: ['sending'],
  send_notification: [],
  send_post_request: [],
  send_confirmation_reminder: ['subscribers', 'sending'],
  unsubscribe_subscriber: ['subscribers'],
  create_export: [],
  update_email_type: ['emails'],
  create_subscriber: ['subscribers'],
};

/** Throws `forbidden` unless the permissions suffice for everything that these steps do. */
export function demandRights(permissions: Permissions, steps: readonly Pick<Step, 'type'>[]): void {
  for (const area of new Set(steps.flatMap(({ type }) => areas[type]))) demand(permissions, area, 'write');
}
