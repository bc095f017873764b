import type { ActionType } from '../definition/actions.ts';
import type { DoStep } from './effect.ts';
import { sendMail } from './mail-step.ts';
import { changeEmailType, notify, post, writeExport } from './other-steps.ts';
import {
  addMetadata,
  addTags,
  remindToConfirm,
  removeMetadata,
  removeTags,
  subscribeElsewhere,
  unsubscribePeople,
} from './people-steps.ts';

const effects: Record<ActionType, DoStep> = {
  send_email: sendMail,
  add_tags: addTags,
  remove_tags: removeTags,
  add_metadata: addMetadata,
  remove_metadata: removeMetadata,
  unsubscribe_subscriber: unsubscribePeople,
  send_confirmation_reminder: remindToConfirm,
  create_subscriber: subscribeElsewhere,
  send_notification: notify,
  send_post_request: post,
  create_export: writeExport,
  update_email_type: changeEmailType,
};

export function effectOf(type: ActionType): DoStep {
  return effects[type];
}
