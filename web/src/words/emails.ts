// Emails as the list and the other screens name them.
import { counted } from './counted.ts';

export const emails = {
  title: 'Emails',
  write: 'Write',
  untitled: 'Untitled',
  filter: 'Show',
  filters: { draft: 'Drafts', scheduled: 'Scheduled', sent: 'Sent', errored: 'Failed' },
  search: 'Search subjects',
  empty: 'Write your first email',
  empty_detail:
    'It starts as a draft. You review it before it goes to your subscribers; then it also appears on your public page.',
  none: 'No emails match',
  none_detail: 'Try another filter, or other words from the subject.',
  show_all: 'Show all emails',
  list: (count: number) => counted(count, 'email'),
  status: {
    draft: 'Draft',
    about_to_send: 'About to send',
    scheduled: 'Scheduled',
    in_flight: 'Sending',
    imported: 'Imported',
    deleted: 'Deleted',
    sent: 'Sent',
    errored: 'Failed',
  },
  waits_for_approval: 'Waiting for approval',
  not_approved: 'Not approved',
  to_approve: 'To approve',
  more: (subject: string) => `More about “${subject}”`,
  delete: 'Delete',
  delete_ask: 'Delete …',
  deleted: 'Email deleted.',
  changed: 'Not deleted: this email has changed since the page was loaded. Look at it again first.',
  delete_title: (subject: string) => `Delete “${subject}”?`,
  delete_draft: 'The draft and its text are deleted. This cannot be undone.',
  delete_waiting: 'It will not be sent, and its text is deleted. This cannot be undone.',
  delete_sent:
    'It disappears from this list and from your public page. Subscribers keep the copies they have. This cannot be undone.',
  duplicate: 'Duplicate',
  view: 'View in the archive',
  duplicated: (subject: string) => `Copy of ${subject}`,
} as const;
