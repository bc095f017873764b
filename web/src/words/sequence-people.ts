// People in sequences: late steps, starting, a person's own page, and steps in a few words.
import { counted } from './counted.ts';

const people = (count: number) => counted(count, 'person', 'people');
const person = (count: number, one: string, many: string) => `${people(count)} ${count === 1 ? one : many}`;

/** Steps that came too late. */
export const late = {
  title: (count: number) => `${person(count, 'waits', 'wait')} for your decision`,
  detail:
    'Their next step is later than it may be, because of an outage, a hold, a restore, or the limits of a key. They get nothing until you decide.',
  decide: 'Decide …',
  dialog: 'What should happen to late steps?',
  choice: 'For everybody whose step came too late',
  choices: { send: 'Send now', shift: 'Shift', skip: 'Skip', end: 'End' },
  hints: {
    send: 'They get the late step now, and the next ones when planned. Two mails to one person stay at least half as far apart as planned.',
    shift: 'They get the late step now, and everything after it moves back by the same time.',
    skip: 'The late steps are skipped. They continue with the next step that is not late.',
    end: 'They leave the sequence and get nothing more from it.',
  },
  act: 'Decide for all',
  decided: (count: number) => `Decided for ${people(count)}.`,
} as const;

/** A person’s page. */
export const own_sequences = {
  title: 'Sequences',
  status: {
    processed: 'Done',
    pending: 'Next',
    unprocessed: 'Planned',
    skipped: 'Skipped',
    failed: 'Failed',
  },
  skip: 'Skip',
  skip_step: (step: string) => `Skip ${step}`,
  skipped: 'They will not get this step.',
  because: (reason: string) => `because ${reason}`,
} as const;

/** Starting people who are on the list already. */
export const start_people = {
  title: 'Start people in this sequence',
  detail: 'They enter now, without a trigger. The rules about who may enter, and how often, still apply.',
  whom: 'Who starts',
  whoms: { everybody: 'Everybody', filter: 'Some of them' },
  which: 'Which people',
  choose: 'Choose conditions to see how many would start.',
  entering: (count: number) => `${people(count)} would start.`,
  refused: 'The others would not start:',
  off: 'The sequence is off, so nobody can start yet. This is what would happen if it were on.',
  act: (count: number) => (count === 0 ? 'Start' : `Start ${people(count)}`),
  started: (count: number) => `${person(count, 'enters', 'enter')} the sequence within a minute or so.`,
} as const;

/** Steps in a few words. */
export const step_words = {
  send_email: (subject: string) => subject,
  untitled: 'An email',
  add_tags: (tags: string) => `Add the tag ${tags}`,
  remove_tags: (tags: string) => `Remove the tag ${tags}`,
  add_metadata: (fields: string) => `Note ${fields}`,
  remove_metadata: (fields: string) => `Forget ${fields}`,
  send_notification: (subject: string) => `Tell you: ${subject}`,
  send_post_request: (url: string) => `Call ${url}`,
  send_confirmation_reminder: 'Remind them to confirm',
  unsubscribe_subscriber: 'Unsubscribe them',
  create_subscriber: 'Sign them up for another newsletter',
  create_export: 'Make an export',
  update_email_type: 'Change the type of the email',
  now: 'At once',
  after: (span: string) => `${span} later`,
  units: {
    minutes: (count: number) => counted(count, 'minute'),
    hours: (count: number) => counted(count, 'hour'),
    days: (count: number) => counted(count, 'day'),
    weeks: (count: number) => counted(count, 'week'),
  },
  at: (when: string, time: string) => `${when}, at ${time}`,
  on: (when: string, days: string) => `${when}, on ${days}`,
  own_zone: (when: string) => `${when} where they live`,
  or: ' or ',
} as const;
