import { day_ms, minute_ms } from '../platform/durations.ts';
import { fromLibrary, type Invented, inventPeople } from './demo-people.ts';
import type { Person, Story } from './demo-story.ts';

/** The final states of people who neither left nor only read, per thousand people. */
const others: [type: string, share: number][] = [
  ['gifted', 8],
  ['trialed', 9],
  ['churning', 5],
  ['past_due', 4],
];

/** Invents everybody who came in the year, in order: people on a list that was imported, and people who found the newsletter. */
export function joinAll(story: Story, count: number): Person[] {
  const { dice, start, now } = story;
  const invented = inventPeople(dice, count);
  const imported = Math.round(count * 0.16);
  const moments = invented.slice(imported).map(() => momentOf(story));
  const people = [
    ...invented.slice(0, imported).map(one => importOne(story, one, new Date(start.getTime() + 2 * day_ms))),
    ...moments
      .toSorted((a, b) => a.getTime() - b.getTime())
      .map((created, index) => signUp(story, invented[imported + index]!, created)),
  ];
  for (const person of people) settle(story, person, now);
  return people;
}

/**
 * Chooses when somebody came: more people come later than earlier; some within three days, when a library and a newspaper named the
 * newsletter.
 */
function momentOf({ dice, start }: Story): Date {
  const known = dice.random();
  const at =
    known < 0.09
      ? dice.between(118, 121)
      : known < 0.15
        ? dice.between(262, 265)
        : 3 + 361.5 * dice.random() ** 0.7;
  return new Date(start.getTime() + Math.round(Math.min(at, 364.6) * day_ms));
}

const blank = { left: undefined, reason: '', paid: undefined, opened: undefined, clicked: undefined };

function importOne({ dice, tell }: Story, invented: Invented, created: Date): Person {
  const id = dice.id(created);
  const data = { type: 'regular', source: 'import' };
  tell(created, { event_type: 'subscriber.created', subscriber_id: id, data, growth: 'imported' });
  return {
    ...blank,
    id,
    invented,
    source: 'import',
    type: 'regular',
    created,
    confirmed: undefined,
    joined: created,
  };
}

function signUp({ dice, tell, add, now }: Story, invented: Invented, created: Date): Person {
  const id = dice.id(created);
  const isFromLibrary = dice.chance(0.12);
  const about = { ...invented, ...(isFromLibrary && { way: fromLibrary }) };
  const data = { type: 'unactivated', source: 'form' };
  tell(created, { event_type: 'subscriber.created', subscriber_id: id, data });
  const form_text = 'A letter from the shore, every other Sunday. No more than that.';
  const page_url = 'https://lowwater.example/';
  add('consents', { subscriber_id: id, date: created.toISOString(), ip_address: '', page_url, form_text });
  const after = Math.round(Math.exp(dice.normal() * 1.2 + 2.5) * minute_ms);
  const confirmed = new Date(created.getTime() + after);
  const person = { ...blank, id, invented: about, source: 'form', created };
  if (dice.chance(0.1) || confirmed >= now)
    return { ...person, type: 'unactivated', confirmed: undefined, joined: undefined };
  changeType({ tell }, id, confirmed, 'unactivated', 'regular', 'signed_up');
  tell(confirmed, { event_type: 'subscriber.confirmed', subscriber_id: id });
  return { ...person, type: 'regular', confirmed, joined: confirmed };
}

/** Lets some people begin to pay after a while, and gives a few another final state. */
function settle({ dice, tell }: Story, person: Person, now: Date): void {
  const { id, joined } = person;
  if (!joined) return;
  const date = new Date(joined.getTime() + Math.round(dice.between(20, 160) * day_ms));
  if (date >= now) return;
  const lot = dice.below(1000);
  const other = others.find(([, share], index) => {
    const from = others.slice(0, index).reduce((sum, [, before]) => sum + before, 0);
    return lot >= from && lot < from + share;
  });
  const type = other?.[0] ?? (lot < 110 ? 'premium' : undefined);
  if (type === undefined) return;
  person.type = type;
  person.paid = date;
  changeType({ tell }, id, date, 'regular', type);
  if (type === 'premium') tell(date, { event_type: 'subscriber.paid', subscriber_id: id });
}

/** Records the event of a change of type, with the reason if somebody comes or goes with it. */
export function changeType(
  { tell }: Pick<Story, 'tell'>,
  subscriber_id: string,
  date: Date,
  from: string,
  to: string,
  growth?: string,
): void {
  const event = { event_type: 'subscriber.type.changed', subscriber_id, data: { from, to } };
  tell(date, { ...event, ...(growth && { growth }) });
}
