// Actions on many subscribers at once.
import { counted, number } from './counted.ts';

const people = (count: number) => counted(count, 'subscriber');

type Acted = {
  name: string;
  title: string;
  will: string;
  act: (count: number | undefined) => string;
  done: (count: number) => string;
};
const act = (verb: string) => (count: number | undefined) =>
  count === undefined ? verb : `${verb} (${number(count)})`;

export const bulk = {
  acts: {
    add_tags: {
      name: 'Add a tag …',
      title: 'Add a tag',
      will: 'Subscribers who already have it keep it.',
      act: act('Add the tag'),
      done: (count: number) => `Tag added to ${people(count)}.`,
    },
    remove_tags: {
      name: 'Remove a tag …',
      title: 'Remove a tag',
      will: 'The tag itself stays.',
      act: act('Remove the tag'),
      done: (count: number) => `Tag removed from ${people(count)}.`,
    },
    set_metadata: {
      name: 'Set metadata …',
      title: 'Set metadata',
      will: 'Emails and filters can use it. Other keys stay as they are.',
      act: act('Set it'),
      done: (count: number) => `Metadata set for ${people(count)}.`,
    },
    gift: {
      name: 'Give a gift …',
      title: 'Give a gift',
      will: 'They can read everything from now on, paid issues included, and are told by mail. People whose gift lasts at least as long keep it.',
      act: act('Give the gift'),
      done: (count: number) => `Gift given to ${people(count)}.`,
    },
    ungift: {
      name: 'Take gifts back …',
      title: 'Take gifts back',
      will: 'Gifts and free access end now. What people pay for stays.',
      act: act('Take gifts back'),
      done: (count: number) => `Gifts taken back from ${people(count)}.`,
    },
    unsubscribe: {
      name: 'Unsubscribe …',
      title: 'Unsubscribe',
      will: 'They get no more mail, not even what is in the queue now.',
      act: act('Unsubscribe'),
      done: (count: number) => `${people(count)} unsubscribed.`,
    },
    resubscribe: {
      name: 'Resubscribe …',
      title: 'Resubscribe',
      will: 'Unsubscribed people get mail again. Do this only if they have asked you to.',
      act: act('Resubscribe'),
      done: (count: number) => `${people(count)} resubscribed.`,
    },
    reactivate: {
      name: 'Reactivate …',
      title: 'Reactivate',
      will: 'Undeliverable addresses get mail again. If they bounce again, they become undeliverable again.',
      act: act('Reactivate'),
      done: (count: number) => `${people(count)} reactivated.`,
    },
    remind: {
      name: 'Remind …',
      title: 'Remind',
      will: 'Subscribers who have not confirmed yet get the confirmation mail again, at most once a day.',
      act: act('Send reminders'),
      done: (count: number) => `${people(count)} reminded.`,
    },
    block: {
      name: 'Block …',
      title: 'Block',
      will: 'They get no more mail and cannot sign up again.',
      act: act('Block'),
      done: (count: number) => `${people(count)} blocked.`,
    },
    delete: {
      name: 'Delete …',
      title: 'Delete',
      will: 'Their data is deleted, and an import does not bring them back. This cannot be undone.',
      act: act('Delete for good'),
      done: (count: number) => `${people(count)} deleted.`,
    },
  } satisfies Record<string, Acted>,
  tag: 'Tag',
  tag_hint: 'A new name creates the tag.',
  key: 'Key',
  key_hint: 'For example: city',
  value: 'Value',
  value_hint: 'Leave it empty to remove the key.',
  trying: 'Finding out what would change …',
  try: 'Find out what would change',
  many: (count: number) =>
    `Finding out what would change for ${people(count)} takes a while. You can also start right away.`,
  would: (count: number) => `Would change ${people(count)}`,
  would_none: 'Nobody would change',
  skipped: (count: number) => `${number(count)} ${count === 1 ? 'stays' : 'stay'} as they are:`,
  failed: (count: number) => `${number(count)} ${count === 1 ? 'is' : 'are'} refused:`,
  reason: (detail: string, count: number) => `${detail} (${number(count)})`,
  waiting: 'Waiting for earlier actions …',
  progress: (done: number, all: number) => `${number(done)} of ${number(all)}`,
  goes_on: 'You can close this. The action continues.',
  undo: 'Undo',
  undo_until: (day: string) => `You can undo this until ${day}.`,
  not_undoable: 'This cannot be undone.',
  undoing: 'Undoing …',
  undone: (count: number) => `${people(count)} restored`,
  close: 'Close',
  details: 'Show each one',
  types: {
    apply_tags: 'Tags changed',
    apply_metadata: 'Metadata changed',
    unsubscribe_subscribers: 'Unsubscribed',
    resubscribe_subscribers: 'Resubscribed',
    reactivate_subscribers: 'Reactivated',
    ban_subscribers: 'Blocked',
    unban_subscribers: 'Unblocked',
    gift_subscribers: 'Given premium access',
    cancel_stripe_subscriptions: 'Plans set to end with their period',
    modify_stripe_subscriptions: 'Plans moved to another price',
    pause_stripe_subscriptions: 'Plans paused',
    ungift_subscribers: 'Gifts taken back',
    add_notes: 'Notes added',
    rename_metadata: 'Metadata renamed',
    delete_subscribers: 'Deleted',
    send_reminders: 'Reminded',
    send_emails: 'Email sent',
    undo: 'Undone',
    delete_tags: 'Tags deleted',
    delete_emails: 'Emails deleted',
    update_email_types: 'Audience of emails changed',
    update_archival_modes: 'Public pages of emails changed',
    replay_events: 'Events sent again',
  },
} as const;
