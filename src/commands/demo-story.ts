import { Temporal } from 'temporal-polyfill';
import type { Dice } from '../platform/dice.ts';
import { demoNewsletter } from './demo-issues.ts';
import type { Invented } from './demo-people.ts';

const { timezone } = demoNewsletter;

/** The lines of a bundle, by the name of their part. */
export type Lines = Record<string, object[]>;

/** The data and functions that the parts of the generator share. */
export type Story = {
  dice: Dice;
  /** The end of the story: nothing has happened after this. */
  now: Date;
  start: Date;
  people: Person[];
  tags: Map<string, string>;
  /** The address of the newsletter whose feed is followed. */
  log: string;
  lines: Lines;
  add(part: string, line: object): void;
  /** Writes a line of the journal, and counts the people who come or go for this reason. */
  tell(date: Date, event: Told): void;
};
export type Told = {
  event_type: string;
  subscriber_id?: string;
  email_id?: string;
  automation_id?: string;
  data?: object;
  growth?: string;
};

/** An invented person, and their later state. */
export type Person = {
  id: string;
  invented: Invented;
  source: string;
  type: string;
  created: Date;
  confirmed: Date | undefined;
  /** When they began to get mail, and when they stopped. */
  joined: Date | undefined;
  left: Date | undefined;
  reason: string;
  /** When they began to pay. */
  paid: Date | undefined;
  opened: Date | undefined;
  clicked: Date | undefined;
};

export type Issue = {
  subject: string;
  body: string;
  description: string;
  date: Date;
  email_type?: string;
  tags?: string[];
  automation_id?: string;
  slug?: string;
  should_send_teaser?: boolean;
  custom_teaser?: string;
  metadata?: object;
  canonical_url?: string;
  /** The issue's number, counted from the end: 1 is the last. */
  from_end?: number;
};

/**
 * An issue on its way to somebody, who has this place in its audience. `pull` says how much it is opened, and `eager` how much more than
 * usual its links are followed.
 */
export type Mailing = {
  id: string;
  pull: number;
  links: number;
  place: number;
  part?: number;
  eager?: number;
};

/** The outcome of a copy. */
export type Outcome = {
  status: string;
  reply: string;
  bounce_kind?: string;
  open_date?: Date;
  click_date?: Date;
  unsubscription_date?: Date;
  complaint_date?: Date;
};

/** Returns the day in the newsletter's zone. */
export function dayOf(date: Date): string {
  return zoned(date).toPlainDate().toString();
}

function zoned(date: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timezone);
}

/** Returns the time `hour` in the newsletter's zone, `days` days after `date`. */
export function at(date: Date, days: number, hour: number): Date {
  const plainTime = Temporal.PlainTime.from({ hour });
  const moment = zoned(date).toPlainDate().add({ days }).toZonedDateTime({ timeZone: timezone, plainTime });
  return new Date(moment.epochMilliseconds);
}

/** Days from `date` to the next weekday (1: Monday), 1 to 7. */
export function daysUntil(date: Date, weekday: number): number {
  return ((weekday - zoned(date).dayOfWeek + 6) % 7) + 1;
}

/** Returns the line of an email that has been sent. */
export function emailLine(issue: Issue, id: string) {
  const { subject, body, description, date, email_type = 'public', tags = [], automation_id } = issue;
  const { slug = slugOf(subject), should_send_teaser = false, custom_teaser = '' } = issue;
  const iso = date.toISOString();
  return {
    id,
    subject,
    body,
    description,
    slug,
    email_type,
    should_send_teaser,
    custom_teaser,
    canonical_url: issue.canonical_url ?? '',
    image: '',
    source: automation_id ? 'automation' : 'app',
    status: 'sent',
    status_date: iso,
    status_reason: '',
    included_tags: tags,
    excluded_tags: [],
    filters: null,
    attachments: [],
    metadata: issue.metadata ?? {},
    secondary_id: null as number | null,
    archival_mode: 'enabled',
    featured: false,
    commenting_mode: 'disabled',
    related_email_ids: [],
    template: null,
    automation_id: automation_id ?? null,
    creation_date: iso,
    modification_date: iso,
    publish_date: iso as string | null,
    served_date: iso as string | null,
    recipients_chosen: false,
    mailed: { subject, body, description } as object | null,
    audience: null,
    audience_bound: null as number | null,
    frozen_up_to: 0,
    audience_frozen: true,
    deliveries_dropped_date: null,
  };
}

function slugOf(subject: string): string {
  const words = subject.normalize('NFD').replace(/[^\w\s-]/g, '');
  return words
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}
