import { openDice } from '../platform/dice.ts';
import { day_ms } from '../platform/durations.ts';
import { demoDraft, demoIssues, demoNewsletter, demoTags } from './demo-issues.ts';
import { logHistory } from './demo-log.ts';
import { mailIssue } from './demo-mailings.ts';
import { paragraphs, pastIssues } from './demo-past.ts';
import { joinAll } from './demo-people-year.ts';
import {
  at,
  dayOf,
  daysUntil,
  emailLine,
  type Issue,
  type Lines,
  type Person,
  type Story,
} from './demo-story.ts';
import { planWelcome } from './demo-welcome.ts';

/**
 * Invents a year of a newsletter that ends at `now`, as the lines of a bundle: the same for the same day, number of people, username and
 * `log`, the address of the newsletter whose feed it follows.
 */
export function inventHistory({
  now,
  count,
  username,
  log,
}: {
  now: Date;
  count: number;
  username: string;
  log: string;
}): Lines {
  const dice = openDice(1881);
  const growth = new Map<string, number>();
  const lines: Lines = {};
  const start = new Date(now.getTime() - 365 * day_ms);
  const story: Story = {
    dice,
    now,
    start,
    lines,
    log,
    people: [],
    tags: new Map(),
    add(part, line) {
      lines[part] = lines[part] ?? [];
      lines[part].push(line);
    },
    tell(date, { growth: reason, data = {}, ...about }) {
      const none = { subscriber_id: null, email_id: null, automation_id: null };
      story.add('events', { id: dice.id(date), ...none, ...about, data, creation_date: date.toISOString() });
      if (reason === undefined) return;
      const key = `${dayOf(date)} ${reason}`;
      growth.set(key, (growth.get(key) ?? 0) + 1);
    },
  };
  addSettings(story, username);
  story.people = joinAll(story, count);
  const issues = planIssues(story);
  const welcome = planWelcome(story);
  const occasions = [
    ...issues.map(issue => ({ date: issue.date, happen: () => mailIssue(story, issue) })),
    ...welcome.occasions,
  ];
  for (const { happen } of occasions.toSorted((a, b) => a.date.getTime() - b.date.getTime())) happen();
  addDrafts(story);
  welcome.write();
  for (const person of story.people) story.add('subscribers', lineOf(person, story));
  lines.events?.sort((a, b) => dateOf(a).localeCompare(dateOf(b)));
  for (const [key, sum] of growth) {
    const [day, reason] = key.split(' ');
    story.add('growth', { day, reason, count: sum });
  }
  return lines;
}

const dateOf = (line: object) => (line as { creation_date: string }).creation_date;

function addSettings({ add, dice, start, tags }: Story, username: string): void {
  const date = new Date(start.getTime() - 7 * day_ms);
  const dates = { creation_date: date.toISOString(), modification_date: date.toISOString() };
  add('newsletter', {
    ...demoNewsletter,
    username,
    track_opens: true,
    track_clicks: true,
    undo_seconds: null,
    late_schedule_hours: 24,
    double_opt_in: true,
    sign_up_text: 'A letter from the shore, every other Sunday. No more than that.',
    confirmation_subject: '',
    confirmation_text: '',
    tint_color: '',
    typeface: '',
    page_width: '',
    header_image: '',
    welcome_subject: 'Welcome to the shore',
    forms_create_tags: false,
    sending_rate: 0,
    welcome_body: 'You are in. The next letter comes on a Sunday at nine.\n\n*Nell*',
    approval_threshold: null,
    dkim_rotation_months: null,
    delivery_months: null,
    ...dates,
  });
  for (const tag of demoTags) {
    const id = dice.id(date);
    tags.set(tag.name, id);
    const is_topic = ['tide tables', 'rock pools', 'birds', 'kitchen'].includes(tag.name);
    add('tags', {
      id,
      ...tag,
      subscriber_editable: is_topic,
      public_description: is_topic ? tag.description : '',
      ...dates,
    });
  }
  const one = (field: string, operator: string, value: string) => ({
    predicate: 'and',
    filters: [{ field, operator, value }],
    groups: [],
  });
  const segments = [
    ['Members', 'Who pays for the paper and the petrol', one('subscriber.type', 'equals', 'premium')],
    ['Around Bristol', 'For the walks up the channel', one('subscriber.metadata.city', 'equals', 'Bristol')],
  ] as const;
  for (const [name, description, filters] of segments)
    add('segments', { id: dice.id(date), name, description, filters, ...dates });
  add('snippets', {
    id: dice.id(date),
    identifier: 'farewell',
    name: 'How letters end',
    mode: 'plaintext',
    ...dates,
    content: 'Dry feet to all of you,\n\n*Nell*',
  });
}

/** Plans an issue every other Sunday until the last one, and the digests between them. */
function planIssues(story: Story): Issue[] {
  const { dice, now } = story;
  const written = [
    ...pastIssues.map(([subject, description, opening]) => ({
      subject,
      description,
      body: [opening, ...dice.shuffle(paragraphs).slice(0, 4), '{{ snippets.farewell }}'].join('\n\n'),
    })),
    ...[demoIssues[2]!, demoIssues[1]!, demoIssues[0]!],
  ];
  // The last issue is at least two days old, so that people have read it.
  const sunday = daysUntil(now, 7);
  const last = sunday > 5 ? sunday - 14 : sunday - 7;
  const issues = written.map((issue, index): Issue => {
    const from_end = written.length - index;
    return { ...issue, date: at(now, last - 14 * (from_end - 1), 9), from_end };
  });
  return [...issues, ...logHistory(story)]
    .filter(({ date }) => date > story.start && date < now)
    .toSorted((a, b) => a.date.getTime() - b.date.getTime());
}

function addDrafts({ add, dice, now }: Story): void {
  const drafts = [
    { ...demoDraft, publish_date: null },
    {
      subject: 'What the winter tide uncovers',
      slug: 'winter-tide',
      body: `{{ subscriber.metadata.first_name | default: "Dear reader" }}, the dark half of the year is the better half for looking.\n\n${paragraphs[1]}`,
      publish_date: at(now, 12, 9).toISOString(),
    },
  ];
  for (const [index, { subject, slug, body, publish_date }] of drafts.entries()) {
    const date = new Date(now.getTime() - (index + 1) * 1.3 * day_ms);
    add('emails', {
      ...emailLine({ subject, body, slug, description: '', date }, dice.id(date)),
      status: 'draft',
      publish_date,
      served_date: null,
      mailed: null,
      secondary_id: null,
      audience_frozen: false,
      audience_bound: null,
      frozen_up_to: 0,
    });
  }
}

function lineOf(person: Person, { tags }: Story): object {
  const { id, invented, type, created, confirmed, left, reason, opened, clicked, source } = person;
  const { email_address, metadata, notes, way } = invented;
  const isoOf = (date: Date | undefined) => date?.toISOString() ?? null;
  return {
    id,
    email_address,
    type,
    metadata,
    notes,
    source,
    ...way,
    ip_address: '',
    tags: invented.tags.map(name => tags.get(name)!),
    creation_date: created.toISOString(),
    modification_date: (left ?? confirmed ?? created).toISOString(),
    confirmation_date: isoOf(confirmed),
    reminder_date: null,
    unsubscription_date: type === 'unsubscribed' ? isoOf(left) : null,
    unsubscription_reason: reason,
    last_open_date: isoOf(opened),
    last_click_date: isoOf(clicked),
    ...(type === 'paused' && { type_before_pause: 'regular' }),
  };
}
