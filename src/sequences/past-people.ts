import { sql } from 'kysely';
import { z } from 'zod';
import { mailStates } from '../audience/standing/type.ts';
import type { Database } from '../platform/database/connect.ts';
import type { MailState, SubscriberType } from '../platform/database/schema.ts';

/** A past state of somebody: the journal has every change of their tags and their type. */
export type Past = { tags: number[]; type: SubscriberType };
/** The state of somebody until a date; null means until now. */
type Stretch = { until: Date | null; past: Past };

type Present = Past & { key: number; id: string };
type Change = { subscriber_id: string; date: string; data: unknown };

const tagChange = z.object({ added: z.array(z.int()), removed: z.array(z.int()) });
const typeChange = z.object({ from: z.string() });

/** Returns the states of these people since then, oldest first, by the key of the subscriber. */
export async function listStretches(
  db: Database,
  newsletter_key: number,
  subscriber_keys: readonly number[],
  since: Date,
): Promise<Map<number, Stretch[]>> {
  const { rows: people } = await sql<Present>`
    select key, id, tags, type from subscribers where key = any(${[...subscriber_keys]}::bigint[])`.execute(
    db,
  );
  const { rows: changes } = await sql<Change>`
    select subscriber_id, creation_date as date, data from events
    where newsletter_key = ${newsletter_key} and event_type in ('subscriber.tags.changed', 'subscriber.type.changed')
      and creation_date >= ${since.toISOString()} and subscriber_id = any(${people.map(({ id }) => id)}::uuid[])
    order by key desc`.execute(db);
  const byPerson = Map.groupBy(changes, ({ subscriber_id }) => subscriber_id);
  return new Map(people.map(person => [person.key, stretchesOf(person, byPerson.get(person.id) ?? [])]));
}

/** Goes back in time from today, undoing each change. */
function stretchesOf({ tags, type }: Past, changes: readonly Change[]): Stretch[] {
  let past = { tags, type };
  const stretches: Stretch[] = [{ until: null, past }];
  for (const { date, data } of changes) {
    past = before(past, data);
    stretches.unshift({ until: new Date(date), past });
  }
  return stretches;
}

function before({ tags, type }: Past, data: unknown): Past {
  const tagged = tagChange.safeParse(data).data;
  if (tagged) return { tags: [...tags.filter(tag => !tagged.added.includes(tag)), ...tagged.removed], type };
  return { tags, type: (typeChange.safeParse(data).data?.from as SubscriberType | undefined) ?? type };
}

/** Finds the stretch to which this moment belongs. A change counts from its own moment on. */
export function stretchAt(stretches: readonly Stretch[], at: Date): number {
  return stretches.findIndex(({ until }) => until === null || until > at);
}

/** Returns the columns of a subscriber that differ from today's. */
export function columnsOf({ tags, type }: Past): object {
  const mail_state = mailStateOf(type);
  return { tags, type, mail_state, ...(mail_state === 'subscribed' && { standing: type }) };
}

/** Returns the mail state that a type implies: a type says either why somebody gets no mail, or what they are entitled to. */
export function mailStateOf(type: SubscriberType): MailState {
  return mailStates.find(state => state === type) ?? 'subscribed';
}

export type { Stretch };
