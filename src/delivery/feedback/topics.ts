import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Sns } from './providers/sns.ts';

/** The most unconfirmed topics that are kept for an address: anybody who knows the address can make Amazon request confirmations. */
const keptUnconfirmed = 20;

export const topicSchema = z
  .object({
    id: z.string(),
    relay_id: z
      .string()
      .nullable()
      .describe('The relay to whose address it reports; null: to /feedback/ses, for SES_TOPIC_ARN'),
    topic_arn: z.string().describe('The topic, with its region and the number of the Amazon account'),
    is_waiting: z
      .boolean()
      .describe('Whether Amazon asks for a confirmation. Confirm the topic if it is yours'),
    asked_date: timestamp,
    confirmed_date: timestamp
      .nullable()
      .describe('When a person confirmed it last; null: its reports are refused'),
  })
  .meta({
    id: 'ReportTopic',
    examples: [
      {
        id: '0197a1a1-0000-7000-8000-000000000093',
        relay_id: '0197a1a1-0000-7000-8000-000000000029',
        topic_arn: 'arn:aws:sns:eu-west-1:123456789012:bounces',
        is_waiting: true,
        asked_date: '2026-11-20T09:00:00.000Z',
        confirmed_date: null,
      },
    ],
  });
export type Topic = z.output<typeof topicSchema>;

/** Lists the topics that report to us or want to; those that wait for confirmation come first. */
export async function listTopics(db: Database): Promise<Topic[]> {
  return selectTopics(db)
    .orderBy('is_waiting', 'desc')
    .orderBy('report_topics.key', 'desc')
    .limit(1000)
    .execute();
}

function selectTopics(db: Database) {
  return db
    .selectFrom('report_topics')
    .leftJoin('relays', 'relays.key', 'relay_key')
    .select(['report_topics.id', 'relays.id as relay_id', 'topic_arn', 'asked_date', 'confirmed_date'])
    .select(sql<boolean>`subscribe_url is not null`.as('is_waiting'));
}

type Place = { relay_key: number | null; topic_arn: string };

/** Whether a person has confirmed that this topic reports to this relay's address. */
export async function isConfirmed(db: Database, { relay_key, topic_arn }: Place): Promise<boolean> {
  const row = await db
    .selectFrom('report_topics')
    .select('key')
    .where('relay_key', 'is not distinct from', relay_key)
    .where('topic_arn', '=', topic_arn)
    .where('confirmed_date', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores that Amazon requests a confirmation of the topic. Of the unconfirmed topics, only the newest stay. */
export async function noteQuestion(
  db: Database,
  { relay_key, topic_arn, subscribe_url }: Place & { subscribe_url: string },
): Promise<void> {
  await sql`
    with crowded as (
      delete from report_topics where key in (
        select key from report_topics
        where relay_key is not distinct from ${relay_key} and confirmed_date is null and topic_arn <> ${topic_arn}
        order by asked_date desc, key desc offset ${keptUnconfirmed - 1}
      )
    )
    insert into report_topics (id, relay_key, topic_arn, subscribe_url)
    values (${newId()}, ${relay_key}, ${topic_arn}, ${subscribe_url})
    on conflict (relay_key, topic_arn) do update set subscribe_url = excluded.subscribe_url, asked_date = now()`.execute(
    db,
  );
}

/**
 * Confirms the topic at Amazon, and accepts its reports from now on. Throws `not_found`, and `request_invalid` if Amazon has not requested
 * it or refuses.
 */
export async function confirmTopic(db: Database, sns: Pick<Sns, 'confirm'>, id: string): Promise<Topic> {
  const { subscribe_url } = found(await findQuestion(db, id), 'topic');
  if (subscribe_url === null) throw domainError('request_invalid', 'delivery.topic_not_waiting');
  if (!(await sns.confirm(subscribe_url))) throw domainError('request_invalid', 'delivery.topic_refused');
  await noteConfirmed(db, id, subscribe_url);
  return found(await selectTopics(db).where('report_topics.id', '=', id).executeTakeFirst(), 'topic');
}

/** Forgets the topic. Its reports are refused from then on. Throws `not_found`. */
export async function forgetTopic(db: Database, id: string): Promise<void> {
  found(await findQuestion(db, id), 'topic');
  await db.deleteFrom('report_topics').where('id', '=', id).execute();
}

async function findQuestion(db: Database, id: string): Promise<{ subscribe_url: string | null } | undefined> {
  if (!isId(id)) return undefined;
  return db.selectFrom('report_topics').select('subscribe_url').where('id', '=', id).executeTakeFirst();
}

/** Notes the confirmation. A request that has arrived in the meantime goes on waiting. */
async function noteConfirmed(db: Database, id: string, subscribe_url: string): Promise<void> {
  await sql`
    update report_topics
    set confirmed_date = now(), subscribe_url = case when subscribe_url <> ${subscribe_url} then subscribe_url end
    where id = ${id}`.execute(db);
}
