import { day_ms } from '../../platform/durations.ts';
import type { Condition, FilterGroup } from './filter.ts';

/**
 * The meaning of filters. This file is the definition: the SQL that the service runs is compared with it on random filters and people. It
 * reads everything and is as plain as possible; no mail is sent by it. Values that may be spelt in several ways are here as they are
 * stored: addresses and domains in lower case, with the domain in ASCII; tags, segments and emails by id.
 */
export type Person = {
  type: string;
  mail_state: string;
  standing: string;
  /** How often they get mail. */
  frequency: string;
  /** Ids of the existing tags. */
  tags: string[];
  /** In lower case, with the domain in ASCII. */
  address: string;
  metadata: Record<string, unknown>;
  /** Their answers to surveys. */
  answers: { survey: string; chosen: string[]; text: string }[];
  /** source, referrer_url, utm_campaign, utm_medium, utm_source, ip_address, locale, unsubscription_reason, price, form. */
  texts: Record<string, string>;
  /** creation_date, confirmation_date, unsubscription_date, last_open_date, last_click_date. */
  dates: Record<string, string | null>;
  /** Copies that the mail server accepted for them, by the id of the email. */
  deliveries: Map<string, { bounced: boolean; opened: boolean; clicked: boolean }>;
  /**
   * Every open and click, including those of machines; `human` is false for those of machines and of mail programs that open mail by
   * themselves.
   */
  hits: { email: string; kind: 'open' | 'click'; date: string; human: boolean }[];
};

export type World = {
  now: string;
  segments: ReadonlyMap<string, FilterGroup>;
  /** The emails that are in flight or sent, latest first. */
  emails: { id: string; publish_date: string; opens: boolean; clicks: boolean }[];
};

/** Whether the filter matches the person. */
export function isMeant(person: Person, { filters, groups, predicate }: FilterGroup, world: World): boolean {
  const members = [
    ...filters.map(condition => holds(person, condition, world)),
    ...groups.filter(group => !saysNothing(group)).map(group => isMeant(person, group, world)),
  ];
  if (members.length === 0) return true;
  if (predicate === 'and') return members.every(Boolean);
  return predicate === 'or' ? members.some(Boolean) : !members.some(Boolean);
}

function saysNothing({ filters, groups }: FilterGroup): boolean {
  return filters.length === 0 && groups.every(saysNothing);
}

/** A negated condition holds for everybody for whom the positive one does not. */
function holds(person: Person, { field, operator, value }: Condition, world: World): boolean {
  const name = field.replace('subscriber.', '');
  switch (operator) {
    case 'not_equals':
      return !is(person, name, 'equals', value, world);
    case 'not_contains':
      return !is(person, name, 'contains', value, world);
    case 'is_not_empty':
      return !is(person, name, 'is_empty', value, world);
    default:
      return is(person, name, operator, value, world);
  }
}

function is(person: Person, name: string, operator: string, value: string, world: World): boolean {
  if (name === 'tags')
    return operator === 'is_empty' ? person.tags.length === 0 : person.tags.includes(value);
  if (name === 'type' || name === 'status') return person.type === value;
  if (name === 'mail_state' || name === 'standing' || name === 'frequency') return person[name] === value;
  if (name === 'segment') {
    const segment = world.segments.get(value);
    return segment !== undefined && isMeant(person, segment, world);
  }
  if (name === 'email_address') return compareText(person.address, operator, value.toLowerCase());
  if (name === 'domain') return compareText(person.address.split('@')[1]!, operator, value.toLowerCase());
  if (name in person.texts) return compareText(person.texts[name]!, operator, value);
  if (name.startsWith('survey.'))
    return (
      person.answers
        .filter(({ survey }) => survey === name.slice('survey.'.length))
        .some(answer => isAnswer(answer, operator, value)) !==
      (operator === 'is_empty')
    );
  if (name.startsWith('metadata.'))
    return compareMetadata(person, name.slice('metadata.'.length), operator, value, world);
  if (name === 'open_rate' || name === 'click_rate') {
    const rate = rateOf(person, name === 'open_rate' ? 'open' : 'click', world);
    return rate !== null && (operator === 'greater_than' ? rate > Number(value) : rate < Number(value));
  }
  const counted = /^(\w+)\.last\.(\d+)$/.exec(name);
  if (counted) {
    const emails = world.emails.slice(0, Number(counted[2])).filter(({ id }) => did(person, counted[1]!, id));
    if (operator === 'equals') return emails.length === Number(value);
    return operator === 'greater_than' ? emails.length > Number(value) : emails.length < Number(value);
  }
  if (name === 'last_sent_date') {
    const dates = world.emails.filter(({ id }) => person.deliveries.has(id)).map(email => email.publish_date);
    return compareDate(latest(dates), operator, value, world.now);
  }
  if (name === 'last_open_date_with_machines' || name === 'last_click_date_with_machines') {
    const kind = name.includes('open') ? 'open' : 'click';
    const dates = person.hits.filter(hit => hit.kind === kind).map(hit => hit.date);
    return compareDate(latest(dates), operator, value, world.now);
  }
  if (
    [
      'sent',
      'opened',
      'opened_for_certain',
      'clicked',
      'opened_with_machines',
      'clicked_with_machines',
    ].includes(name)
  )
    return did(person, name, value);
  return compareDate(
    person.dates[name === 'subscription_date' ? 'creation_date' : name]!,
    operator,
    value,
    world.now,
  );
}

/** Whether the response matches. Any does with `is_empty`, which the caller negates; `contains` looks into the answers and the text. */
function isAnswer({ chosen, text }: Person['answers'][number], operator: string, value: string): boolean {
  if (operator === 'is_empty') return true;
  if (operator === 'equals') return chosen.includes(value);
  return fold([...chosen, text].join('\n')).includes(fold(value));
}

function did(person: Person, deed: string, email: string): boolean {
  const delivery = person.deliveries.get(email);
  switch (deed) {
    case 'sent':
      return delivery !== undefined;
    case 'opened':
      return delivery?.opened === true;
    case 'clicked':
      return delivery?.clicked === true;
    case 'opened_for_certain':
      return person.hits.some(hit => hit.email === email && hit.kind === 'open' && hit.human);
    default:
      return person.hits.some(hit => hit.email === email && deed.startsWith(hit.kind));
  }
}

/** Returns the share of the emails delivered to them and not bounced, counting only emails with at least one open (or click) on record. */
function rateOf(person: Person, kind: 'open' | 'click', world: World): number | null {
  const known = world.emails.filter(email => (kind === 'open' ? email.opens : email.clicks));
  const got = known.flatMap(({ id }) => person.deliveries.get(id) ?? []).filter(({ bounced }) => !bounced);
  if (got.length === 0) return null;
  return got.filter(({ opened, clicked }) => (kind === 'open' ? opened : clicked)).length / got.length;
}

/** `equals` compares the whole text; `contains` a part of it, ignoring the case of A to Z. */
function compareText(text: string, operator: string, value: string): boolean {
  if (operator === 'is_empty') return text === '';
  return operator === 'equals' ? text === value : fold(text).includes(fold(value));
}

function fold(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase());
}

function compareMetadata(
  person: Person,
  key: string,
  operator: string,
  value: string,
  { now }: World,
): boolean {
  const entry = Object.hasOwn(person.metadata, key) ? person.metadata[key] : undefined;
  const isSame = (one: unknown) => one === value || (isPlain(one) && one === readJson(value));
  switch (operator) {
    case 'is_empty':
      return entry === undefined || entry === null || entry === '';
    case 'equals':
      return isSame(entry);
    case 'contains':
      if (Array.isArray(entry)) return entry.some(isSame);
      return typeof entry === 'string' && fold(entry).includes(fold(value));
    default: {
      const than = <T>(one: T, other: T) => (operator === 'greater_than' ? one > other : one < other);
      const number = /^-?\d{1,9}(\.\d{1,6})?$/;
      if (number.test(value))
        return (
          (typeof entry === 'number' || (typeof entry === 'string' && number.test(entry))) &&
          than(Number(entry), Number(value))
        );
      // Dates in metadata are compared by day, as written.
      if (typeof entry !== 'string' || !/^\d{4}-\d\d-\d\d/.test(entry)) return false;
      return than(entry.slice(0, 10), new Date(timeOf(value, now)).toISOString().slice(0, 10));
    }
  }
}

/** A text also matches the number, boolean or null that it spells. */
function readJson(text: string): unknown {
  return /^(true|false|null|-?(0|[1-9]\d{0,14})(\.\d{1,15})?)$/.test(text) ? JSON.parse(text) : text;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** After a day means from the next day on, in UTC; before it means up to its first moment. */
function compareDate(date: string | null, operator: string, value: string, now: string): boolean {
  if (operator === 'is_empty') return date === null;
  if (date === null) return false;
  const time = Date.parse(date);
  if (operator === 'less_than') return time < timeOf(value, now);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? time >= timeOf(value, now) + day_ms : time > timeOf(value, now);
}

function timeOf(value: string, now: string): number {
  const days = /^(?:in )?(\d+) days?( ago)?$/.exec(value);
  if (days) return Date.parse(now) + (days[2] ? -1 : 1) * Number(days[1]) * day_ms;
  return Date.parse(/[T ]/i.test(value) && !/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? `${value}Z` : value);
}

function latest(dates: string[]): string | null {
  return dates.reduce<string | null>((last, date) => (last === null || date > last ? date : last), null);
}
