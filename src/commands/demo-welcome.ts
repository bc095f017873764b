import { openDice } from '../platform/dice.ts';
import { day_ms, hour_ms } from '../platform/durations.ts';
import { hashOf } from '../sequences/definition/steps.ts';
import { dueOf, type Timing } from '../sequences/definition/timing.ts';
import { demoNewsletter } from './demo-issues.ts';
import { mailPerson } from './demo-mailings.ts';
import { emailLine, type Person, type Story } from './demo-story.ts';

/** Three letters to everybody who confirms. People who pay have reached the goal, so the last one is not for them. */
const letters = [
  {
    days: '1',
    subject: 'Where to begin on the shore',
    body: `{{ subscriber.metadata.first_name | default: "Dear reader" }}, you will get a letter every other Sunday. Until then, three to begin with:

- [What the sea leaves on a Tuesday](https://example.org/low-water/tuesday)
- [How to read a tide table](https://example.org/tides)
- [The wreck at low water](https://example.org/low-water/wreck)

*Nell*`,
  },
  {
    days: '5',
    subject: 'A pocket tide table',
    body: `I have put the tides of the next month on one page, to fold and carry: [the pocket table](https://example.org/low-water/pocket).

Tell me which shore you walk, and I will add it. Just reply.

*Nell*`,
  },
  {
    days: '30',
    subject: 'Paper, petrol and a boat that needs paint',
    body: `You have had a month of letters. If you would like them to go on, [become a member](https://example.org/low-water/join): it pays for the paper and the petrol.

And if not, nothing changes. The letters stay free.

*Nell*`,
  },
];

const timingOf = (days: string): Timing => ({
  time: 'delay',
  delay: { value: days, unit: 'days', time_of_day: 'morning' },
});
const goal = {
  predicate: 'and',
  filters: [{ field: 'subscriber.type', operator: 'equals', value: 'premium' }],
  groups: [],
};

type Step = {
  id: string;
  email_id: string;
  letter: (typeof letters)[number];
  urls: string[];
  first: Date | undefined;
};
type Occasion = { date: Date; happen: () => void };

/** A person's way through the letters. */
type Way = {
  id: string;
  person: Person;
  entered: Date;
  status: 'waiting' | 'done' | 'left';
  reason: string;
  at: number;
  due: Date;
  completed: Date | undefined;
  steps: object[];
};

/**
 * Plans the welcome sequence of the year: `occasions` say when each letter is due for whom, to happen in turn with the issues; afterwards
 * `write` adds the sequence with everybody's way through it. People inside wait for somebody to activate it, as in every import.
 */
export function planWelcome(year: Story): { occasions: Occasion[]; write: () => void } {
  const story = { ...year, dice: openDice(1907) };
  const { dice, start, now, people } = story;
  const begun = new Date(start.getTime() + 16 * day_ms);
  const steps = letters.map(
    (letter): Step => ({
      id: dice.id(begun),
      email_id: dice.id(begun),
      letter,
      urls: [...letter.body.matchAll(/\]\((https?:[^)]+)\)/g)].map(found => found[1]!),
      first: undefined,
    }),
  );
  const ways: Way[] = [];
  const occasions: Occasion[] = [];
  for (const person of people) {
    const { confirmed } = person;
    if (!confirmed || confirmed < begun) continue;
    const due = dueAt(0, confirmed);
    const way: Way = {
      id: dice.id(confirmed),
      person,
      entered: confirmed,
      status: 'waiting',
      reason: '',
      at: 0,
      due,
      completed: undefined,
      steps: [],
    };
    ways.push(way);
    for (const at of steps.keys()) {
      const date = dueAt(at, confirmed);
      if (date < now) occasions.push({ date, happen: () => advance(story, steps, way, at) });
    }
  }
  return { occasions, write: () => write(story, begun, steps, ways) };
}

function dueAt(at: number, entered: Date): Date {
  return dueOf(timingOf(letters[at]!.days), entered, demoNewsletter.timezone);
}

/** Mails the letter when it is due, unless they have left or wait before it. */
function advance(story: Story, steps: Step[], way: Way, at: number): void {
  const { person, due } = way;
  if (way.at !== at || way.reason !== '') return;
  if (hasLeft(way, due)) leaveList(way);
  else if (person.left && person.left <= due) way.reason = 'mail_paused';
  else if (person.type === 'premium' && person.paid && person.paid <= due) end(way, 'left', due, 'goal');
  else mail(story, steps, way);
}

function mail(story: Story, steps: Step[], way: Way): void {
  const { person, due, at } = way;
  const step = steps[at]!;
  const { dice } = story;
  const served = new Date(due.getTime() + 400 + dice.below(1500));
  const pull = dice.between(1, 1.3); // people have just asked for this letter
  const issue = { ...step.letter, description: '', date: due };
  mailPerson(story, issue, person, { id: step.email_id, pull, place: 0, links: step.urls.length }, served);
  step.first ??= served;
  way.steps.push({
    step_id: step.id,
    result: 'done',
    reason: '',
    due_date: due.toISOString(),
    date: new Date(served.getTime() - 200).toISOString(),
    email_id: step.email_id,
  });
  way.at += 1;
  if (way.at < steps.length) way.due = dueAt(way.at, way.entered);
  else end(way, 'done', served);
}

/** Whether they have left the list by then; paused mail does not count. */
function hasLeft({ status, person: { left, type } }: Way, by: Date): boolean {
  return status === 'waiting' && type !== 'paused' && left !== undefined && left <= by;
}

/** People who leave the list leave the sequence at the same moment. */
function leaveList(way: Way): void {
  end(way, 'left', way.person.left!, way.person.type);
}

function end(way: Way, status: Way['status'], completed: Date, reason = ''): void {
  Object.assign(way, { status, completed, reason });
}

function write(story: Story, begun: Date, steps: Step[], ways: Way[]): void {
  const { add, dice, now } = story;
  const date = begun.toISOString();
  const sequence_id = dice.id(begun);
  for (const { email_id, letter, urls, first } of steps) {
    const sent = first?.toISOString() ?? null;
    add('emails', {
      ...emailLine(
        {
          ...letter,
          description: '',
          date: begun,
          automation_id: sequence_id,
          slug: `welcome-${letter.days}`,
        },
        email_id,
      ),
      status: 'transactional',
      archival_mode: 'disabled',
      publish_date: sent,
      served_date: null,
      audience_frozen: false,
    });
    for (const [at, url] of urls.entries()) add('links', { email_id, number: at + 1, url });
  }
  const content = { trigger: 'subscriber.confirmed', trigger_date: null, filters: null, exit_filters: goal };
  const written = steps.map(({ id, email_id, letter: { days, subject, body } }) => {
    const action = { type: 'send_email', metadata: { subject, body }, timing: timingOf(days) };
    return { id, type: 'send_email', action, email_id };
  });
  const edition = { ...content, checks_again: false, steps: written };
  add('sequences', {
    id: sequence_id,
    name: 'Welcome to the shore',
    status_reason: '',
    edition: 1,
    entry: 'once',
    when_inactive: 'hold',
    late_hours: 24,
    metadata: {},
    creation_date: date,
    modification_date: date,
    editions: [{ ...edition, number: 1, hash: hashOf(edition), published_date: date }],
    emails: steps.map(({ id, email_id }) => ({ step_id: id, passage: 1, email_id })),
  });
  for (const way of ways) {
    if (hasLeft(way, now)) leaveList(way);
    add('sequence_runs', lineOf(story, way, sequence_id));
  }
}

function lineOf({ dice, now }: Story, way: Way, sequence_id: string): object {
  const { id, person, entered, status, reason, at, due, completed, steps } = way;
  const waits = status === 'waiting';
  const look = reason === 'mail_paused' ? new Date(now.getTime() + hour_ms) : due;
  return {
    id,
    sequence_id,
    subscriber_id: person.id,
    edition: 1,
    passage: 1,
    cause: dice.id(entered),
    data: {},
    mails: true,
    entered_date: entered.toISOString(),
    anchor_date: entered.toISOString(),
    status: waits ? 'held' : status,
    reason: waits ? 'inactive' : reason,
    step: at,
    planned_date: waits ? due.toISOString() : null,
    due_date: waits ? look.toISOString() : null,
    completed_date: completed?.toISOString() ?? null,
    steps,
  };
}
