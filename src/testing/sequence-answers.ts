import { sequenceExample } from '../sequences/definition/shown-example.ts';
import { listed } from './feed-answers.ts';

// The service's answers about a sequence, for screens of the dashboard. Dates are fixed.

const letter = (value: string, subject: string) => ({
  type: 'send_email',
  metadata: { subject, body: `${subject}. Read on.` },
  timing:
    value === '0'
      ? { time: 'immediate' }
      : { time: 'delay', delay: { value, unit: 'days', time_of_day: 'morning' } },
});
const actions = [
  letter('0', 'Welcome aboard'),
  {
    ...letter('3', 'Where the birds are'),
    filters: {
      filters: [{ field: 'subscriber.last_click_date', operator: 'is_not_empty', value: '' }],
      groups: [],
      predicate: 'and',
    },
  },
  { type: 'add_tags', metadata: { tags: ['welcomed'] }, timing: letter('7', '').timing },
];
const steps = actions.map(({ type }, at) => ({
  id: `step-${at}`,
  type,
  email_id: type === 'send_email' ? `email-${at}` : null,
}));
const counts = { entered: 412, waiting: 38, held: 0, late: 0, done: 360, left: 14, failed: 0 };

/** A sequence with people inside. */
export const welcome = { ...sequenceExample, actions, steps, counts };

/** A sequence that lateness holds, and one that is off. */
export const lateWelcome = { ...welcome, counts: { ...counts, waiting: 35, held: 3, late: 3 } };
export const offWelcome = { ...welcome, status: 'inactive' as const };

const mail = {
  recipients: 412,
  deliveries: 409,
  opens: 311,
  clicks: 87,
  temporary_failures: 0,
  permanent_failures: 3,
  unsubscriptions: 4,
  complaints: 0,
};
const none = { waiting: 0, held: 0, done: 0, skipped: 0, failed: 0, left: 0, reasons: [], mail: null };
export const figures = {
  ...mail,
  steps: [
    { ...none, ...steps[0], done: 412, mail },
    {
      ...none,
      ...steps[1],
      waiting: 20,
      done: 370,
      skipped: 8,
      left: 14,
      mail: { ...mail, recipients: 370, deliveries: 370, clicks: 41 },
      reasons: [
        { result: 'skipped', reason: 'step_filters', count: 8 },
        { result: 'left', reason: 'unmailable', count: 14 },
      ],
    },
    { ...none, ...steps[2], waiting: 18, done: 360 },
  ],
};

const run = {
  id: 'run-1',
  automation_id: welcome.id,
  subscriber_id: 'ada',
  edition: 1,
  passage: 1,
  status: 'waiting',
  reason: '',
  entered_date: '2026-11-20T09:00:00.000Z',
  step: 'step-1',
  due_date: '2026-11-23T09:00:00.000Z',
  completed_date: null,
  steps: [],
};
export const runs = listed(run, {
  ...run,
  id: 'run-2',
  subscriber_id: 'bo',
  status: 'left',
  reason: 'unmailable',
  step: null,
  due_date: null,
});
export const people = listed(
  { id: 'ada', email_address: 'ada@example.org' },
  { id: 'bo', email_address: 'bo@example.org' },
);

/** Returns the last 90 days. */
export const simulated = () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const days = [80, 61, 44, 30, 12, 5];
  const passage = (subscriber_id: string) => ({
    subscriber_id,
    entered_date: '2026-11-20T09:00:00.000Z',
    left: null,
    basis: 'by_todays_values',
    steps: steps.map(({ id, type }, at) => ({
      id,
      type,
      result: at === 1 ? 'skipped' : 'done',
      reason: at === 1 ? 'step_filters' : '',
      date: `2026-11-2${at}T09:00:00.000Z`,
    })),
  });
  return {
    entered: 62,
    mails: 98,
    by_todays_values: 62,
    is_complete: true,
    steps: steps.map(({ id, type }) => ({ id, type })),
    entries: days.map((ago, at) => ({ day: day(ago), count: 4 + 2 * at })),
    mails_by_day: days.flatMap(ago => [
      { step: 'step-0', day: day(ago), count: 9 },
      { step: 'step-1', day: day(ago - 3), count: 7 },
    ]),
    refused: [{ reason: 'been_before', count: 3 }],
    exits: [{ reason: 'unmailable', count: 2 }],
    same_day: 5,
    samples: [passage('ada'), passage('bo')],
  };
};

/** The effect of a change for everyone. */
export const plan = {
  moved: 20,
  due_at_once: 3,
  ended: 0,
  unchanged: 18,
  sample: [
    { subscriber_id: 'ada', from_step: 'step-1', to_step: 'step-1', due_date: '2026-11-25T09:00:00.000Z' },
  ],
  hash: 'a-hash',
};

/** The sequence on a person's page. */
export const attempts = listed(
  ...steps.map(({ id }, at) => ({
    id: `attempt-${id}`,
    name: welcome.name,
    automation_id: welcome.id,
    status: ['processed', 'pending', 'unprocessed'][at],
    execution_date: `2026-11-2${at}T09:00:00.000Z`,
    actions: [actions[at]],
    reason: at === 1 ? 'gap' : '',
  })),
);
