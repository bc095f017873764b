import { type RawBuilder, sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import type { MailState } from '../platform/database/schema.ts';
import { dayOf } from '../platform/days.ts';
import type { Edition } from './definition/sequence.ts';
import { concernsPerson, isOfClock } from './definition/triggers.ts';
import { nextLook, peopleOfDay } from './engine/clock-triggers.ts';

/** Somebody for whom the sequence would have been triggered, as they are today. */
export type PastPerson = {
  subscriber_key: number | null;
  id: string | null;
  mail_state: MailState | null;
  timezone: unknown;
};

/** A past event that would have triggered the sequence. */
export type PastTrigger = { date: string; data: unknown };

type Found = { asked: (PastTrigger & PastPerson)[]; is_complete: boolean };

/** The most triggers of one simulation; more would keep others waiting. */
const most = 50_000;

/** Lists everything that would have triggered the edition since then, oldest first, with the people of today. */
export async function listPastTriggers(
  db: Database,
  newsletter: Newsletter,
  edition: Edition,
  since: Date,
): Promise<Found> {
  const { trigger } = edition;
  if (isOfClock(trigger)) return listDays(db, newsletter, edition, since);
  const source = sourceOf(newsletter.key, trigger, since);
  const people = concernsPerson(trigger) ? sql`join subscribers` : sql`left join subscribers`;
  const { rows } = await sql<PastTrigger & PastPerson>`
    select past.date, past.data, subscribers.key as subscriber_key, subscribers.id, mail_state, subscribers.metadata -> 'timezone' as timezone
    from (${source}) past (date, subscriber_id, data) ${people} on subscribers.id = past.subscriber_id
    order by past.date limit ${most + 1}`.execute(db);
  return { asked: rows.slice(0, most), is_complete: rows.length <= most };
}

/** Selects the triggers as rows of date, subscriber_id and data. */
function sourceOf(newsletter_key: number, trigger: string, since: Date): RawBuilder<unknown> {
  const date = since.toISOString();
  switch (trigger) {
    case 'subscriber.opened':
    case 'subscriber.clicked': {
      const kind = trigger === 'subscriber.opened' ? 'open' : 'click';
      return sql`
        select distinct on (hits.email_key, hits.subscriber_key, link_number) hits.date, subscribers.id,
          jsonb_build_object('email_id', emails.id, 'url', url)
        from emails join hits on hits.email_key = emails.key join subscribers on subscribers.key = subscriber_key
        left join email_links on email_links.email_key = emails.key and number = link_number
        where emails.newsletter_key = ${newsletter_key} and hits.kind = ${kind}::hit_kind and verdict = 'human' and hits.date >= ${date}
        order by hits.email_key, hits.subscriber_key, link_number, hits.date, hits.id`;
    }
    case 'subscriber.delivered':
      return sql`
        select deliveries.status_date, subscribers.id, jsonb_build_object('email_id', emails.id)
        from emails join deliveries on email_key = emails.key join subscribers on subscribers.key = subscriber_key
        where emails.newsletter_key = ${newsletter_key} and deliveries.status = 'accepted' and deliveries.status_date >= ${date}`;
    default:
      return sql`
        select creation_date, subscriber_id, data || jsonb_strip_nulls(jsonb_build_object('email_id', email_id))
        from events where newsletter_key = ${newsletter_key} and event_type = ${trigger} and creation_date >= ${date}`;
  }
}

/** Lists the triggers day by day, until today. */
async function listDays(db: Database, newsletter: Newsletter, edition: Edition, since: Date): Promise<Found> {
  const asked: Found['asked'] = [];
  const now = new Date();
  for (
    let date = nextLook(edition, newsletter.timezone, since);
    date <= now && asked.length <= most;
    date = nextLook(edition, newsletter.timezone, date)
  ) {
    const one = { date: date.toISOString(), data: {} };
    if (!edition.trigger_date)
      asked.push({ ...one, subscriber_key: null, id: null, mail_state: null, timezone: null });
    else {
      const { rows } = await sql<PastPerson>`
        select key as subscriber_key, id, mail_state, metadata -> 'timezone' as timezone
        from subscribers where ${peopleOfDay(newsletter.key, edition.trigger_date, dayOf(date, newsletter.timezone))}
        order by key limit ${most}`.execute(db);
      for (const person of rows) asked.push({ ...one, ...person });
    }
  }
  return { asked: asked.slice(0, most), is_complete: asked.length <= most };
}
