// Home: what needs somebody, what comes next, the last issue, and growth.
import { counted, number } from './counted.ts';

const percent = (value: number) => {
  const share = 100 * value;
  return `${share > 0 && share < 1 ? share.toFixed(1) : Math.round(share)} %`;
};

export const overview = {
  title: 'Home',
  readers: (count: number) => (count === 1 ? 'subscriber gets' : 'subscribers get'),
  your_mail: 'your mail',
  change: (net: number, days: number) =>
    net === 0
      ? `as many as ${counted(days, 'day')} ago`
      : `${counted(Math.abs(net), net > 0 ? 'more' : 'fewer', net > 0 ? 'more' : 'fewer')} than ${counted(days, 'day')} ago`,
  unconfirmed: (count: number) => `${counted(count, 'person has', 'people have')} not confirmed yet`,
  needs: 'Needs you',
  nothing: 'Nothing needs you now.',
  kinds: {
    errored: 'Sending failed',
    uncertain: 'Uncertain copies',
    trouble: 'The mail server accepts no mail',
    relay: 'A mail server takes no mail',
    paused: 'Sending is paused',
    approval: 'Waiting for approval',
    feed_failing: 'A feed cannot be read',
    automation_stopped: 'An automation was stopped',
    items_held: 'Posts are waiting for your decision',
    comments: 'Comments are waiting for approval',
    replies: 'Replies are unread',
    runs_late: 'Late steps are waiting for your decision',
    runs_held: 'People wait in a sequence',
    complaints: 'Reported as spam too often',
    domain: 'The domain does not work',
    sender: 'The sender',
    backup: 'The backups',
  },
  asked: 'Asked on',
  failing: 'Since',
  last_backup: 'The last good one is from',
  to_domain: 'What is wrong, and what to do',
  to_backups: 'Backups of this installation',
  drafts: 'Continue writing',
  edited: 'Edited',
  all_drafts: (count: number) => `All ${counted(count, 'draft')}`,
  sender: 'The sender',
  sender_states: {
    checking: 'The sender’s records in DNS are being checked …',
    good: 'Records in DNS and mail servers are in order.',
    unknown: 'Some checks of the sender could not be completed just now.',
    failed: 'The sender could not be checked just now.',
  },
  faults: (count: number, first: string) => (count > 1 ? `${first} And ${count - 1} more.` : first),
  upcoming: 'The next 14 days',
  calendar: 'Calendar',
  day: (day: string, count: number) =>
    `${day}: ${count === 0 ? 'nothing planned' : counted(count, 'entry', 'entries')}`,
  nothing_planned: 'Nothing is planned.',
  plan: 'Schedule an email when you review it, and it appears here.',
  more_planned: (count: number) => `and ${number(count)} more`,
  run: 'looks for new posts',
  last: 'The last issue',
  no_issue: 'No issue has been sent yet. After the first one, this compares it with your usual rates.',
  sent: 'Sent on',
  sent_to: (count: number) => `to ${counted(count, 'subscriber')}`,
  rates: { opens: 'Opened', clicks: 'Clicked', unsubscriptions: 'Unsubscribed' },
  percent,
  usually: (rate: number) => `usually ${percent(rate)}`,
  off: 'not recorded',
  against: (issues: number) =>
    issues === 0
      ? 'A mark for your usual rate appears after the second issue.'
      : `The mark is your usual rate: the median of the ${issues === 1 ? 'issue' : counted(issues, 'issue')} before. Opened and clicked count people, not machines; shares are of the copies that mail servers accepted.`,
  growth: 'Growth',
  periods: { '30': '30 days', '90': '90 days', '365': 'A year' },
  period: 'Period',
  curve: 'Subscribers over time, with how many joined and left below; the table has the same numbers',
  came: (count: number) => `${number(count)} joined`,
  went: (count: number) => `${number(count)} left`,
  day_tip: (when: string, readers: number, came: string[], went: string[]) =>
    [
      `${when}: ${counted(readers, 'subscriber')}`,
      ...(came.length > 0 ? [`Joined: ${came.join(', ')}`] : []),
      ...(went.length > 0 ? [`Left: ${went.join(', ')}`] : []),
    ].join('\n'),
  week_to: (day: string) => `Week to ${day}`,
  why: 'Why they joined and left',
  reason: 'Reason',
  people: 'People',
  meaning: 'What it means',
  reasons: {
    signed_up: 'Signed up',
    imported: 'Imported',
    added: 'Added',
    returned: 'Returned',
    unsubscribed: 'Unsubscribed',
    bounced: 'Bounced',
    complained: 'Complained',
    blocked: 'Blocked',
    paused: 'Paused',
    deleted: 'Deleted',
    other: 'Other',
  },
  meanings: {
    signed_up: 'Confirmed a sign-up, or signed up where no confirmation is asked',
    imported: 'Imported from a file',
    added: 'Added in the dashboard or through the API, already confirmed',
    returned: 'Getting mail again after a pause, an unsubscription or a bounce',
    unsubscribed: 'Unsubscribed themselves, or were unsubscribed here',
    bounced: 'Their mailbox refuses mail for good',
    complained: 'Reported a mail as spam',
    blocked: 'Blocked here',
    paused: 'Paused their subscription',
    deleted: 'Deleted while they were getting mail',
    other: 'Stopped getting mail for another reason, such as a failed payment',
  },
  table: 'Day by day',
  table_day: 'Day',
  table_readers: 'Subscribers',
  table_came: 'Joined',
  table_went: 'Left',
  definition:
    'Only people who get your mail are counted: confirmed, and not unsubscribed, paused or undeliverable.',
  welcome: 'Your newsletter is ready',
  welcome_detail:
    'Three steps, in any order. This page then shows what needs you, what comes next, and how you grow.',
  steps: {
    readers: 'Bring your subscribers',
    readers_detail: 'Add one yourself, import a file, or share your public page, which has a form.',
    write: 'Write your first email',
    write_detail: 'It stays a draft until you have reviewed it.',
    sender: 'Check the sender',
    sender_detail:
      'The name and the address that subscribers see, and the postal address that the law asks for.',
    done: 'Done',
  },
} as const;
