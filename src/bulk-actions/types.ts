import { z } from 'zod';
import { sentence } from '../platform/sentences/sentence.ts';
import { addNotes } from './types/add-notes.ts';
import { applyMetadata } from './types/apply-metadata.ts';
import { applyTags } from './types/apply-tags.ts';
import { banSubscribers } from './types/ban-subscribers.ts';
import { deleteEmails } from './types/delete-emails.ts';
import { deleteSubscribers } from './types/delete-subscribers.ts';
import { deleteTags } from './types/delete-tags.ts';
import { giftSubscribers, ungiftSubscribers } from './types/gift-subscribers.ts';
import {
  cancelStripeSubscriptions,
  modifyStripeSubscriptions,
  pauseStripeSubscriptions,
} from './types/order-subscriptions.ts';
import { reactivateSubscribers } from './types/reactivate-subscribers.ts';
import { renameMetadata } from './types/rename-metadata.ts';
import { replayEvents } from './types/replay-events.ts';
import { resubscribeSubscribers } from './types/resubscribe-subscribers.ts';
import { sendEmails } from './types/send-emails.ts';
import { sendReminders } from './types/send-reminders.ts';
import type { AnyBulkType } from './types/type.ts';
import { unbanSubscribers } from './types/unban-subscribers.ts';
import { undo } from './types/undo.ts';
import { unsubscribeSubscribers } from './types/unsubscribe-subscribers.ts';
import { updateArchivalModes } from './types/update-archival-modes.ts';
import { updateEmailTypes } from './types/update-email-types.ts';

/** All types, by the name that clients use. */
export const bulkTypes = {
  add_notes: addNotes,
  apply_metadata: applyMetadata,
  apply_tags: applyTags,
  ban_subscribers: banSubscribers,
  cancel_stripe_subscriptions: cancelStripeSubscriptions,
  delete_emails: deleteEmails,
  delete_subscribers: deleteSubscribers,
  delete_tags: deleteTags,
  gift_subscribers: giftSubscribers,
  modify_stripe_subscriptions: modifyStripeSubscriptions,
  pause_stripe_subscriptions: pauseStripeSubscriptions,
  reactivate_subscribers: reactivateSubscribers,
  rename_metadata: renameMetadata,
  replay_events: replayEvents,
  resubscribe_subscribers: resubscribeSubscribers,
  send_emails: sendEmails,
  send_reminders: sendReminders,
  unban_subscribers: unbanSubscribers,
  ungift_subscribers: ungiftSubscribers,
  unsubscribe_subscribers: unsubscribeSubscribers,
  update_archival_modes: updateArchivalModes,
  update_email_types: updateEmailTypes,
} satisfies Record<string, AnyBulkType>;
export type BulkTypeName = keyof typeof bulkTypes;

export const bulkTypeNames = Object.keys(bulkTypes) as BulkTypeName[];

export const bulkTypeName = z.enum(
  bulkTypeNames,
  sentence('input.one_of', { values: bulkTypeNames.join(', ') }),
);

/** The types of stored actions: one of these, or the undoing of another action. */
const actionTypes = { ...bulkTypes, undo };
export type ActionType = keyof typeof actionTypes;
export const actionType = z.enum([...bulkTypeNames, 'undo']);

/** Returns the type of a stored action. */
export function typeOf({ type }: { type: string }): AnyBulkType {
  return actionTypes[actionType.parse(type)];
}
