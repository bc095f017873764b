import { type RawBuilder, sql } from 'kysely';
import type { Survey } from '../../emails/surveys/survey.ts';
import type { Database } from '../../platform/database/connect.ts';
import { isId } from '../../platform/ids.ts';
import type { Listed, Response, Results, Source } from './response.ts';

/** Locks the survey against changes until the transaction ends, so that an answer fits it. Undefined if it is gone. */
export async function holdSurvey(trx: Database, key: number): Promise<Survey | undefined> {
  return trx.selectFrom('surveys').selectAll().where('key', '=', key).forShare().executeTakeFirst();
}

type Said = Pick<Response, 'id' | 'survey_key' | 'subscriber_key' | 'email_key' | 'chosen' | 'text'> & {
  occasion: number;
  source: Source;
};

/** Writes the answer in place of the person's earlier one. Returns the earlier one; null if there was none. */
export async function writeResponse(
  trx: Database,
  said: Said,
): Promise<{ before: string[] | null; id: string }> {
  const { id, survey_key, subscriber_key, email_key, occasion, chosen, text, source } = said;
  const { rows } = await sql<{ before: string[] | null; id: string }>`
    with earlier as (
      select chosen from survey_responses
      where survey_key = ${survey_key} and subscriber_key = ${subscriber_key} and occasion = ${occasion}
    )
    insert into survey_responses (id, survey_key, subscriber_key, email_key, occasion, chosen, text, source)
    values (${id}, ${survey_key}, ${subscriber_key}, ${email_key}, ${occasion}, ${chosen}::text[], ${text}, ${source})
    on conflict on constraint survey_responses_once do update set chosen = excluded.chosen, text = excluded.text,
      modification_date = now()
    returning id, (select chosen from earlier) as before`.execute(trx);
  return rows[0]!;
}

/** Finds what the person has answered on this occasion. */
export async function findOwnResponse(
  db: Database,
  survey_key: number,
  subscriber_key: number,
  occasion: number,
): Promise<Pick<Response, 'chosen' | 'text'> | undefined> {
  return db
    .selectFrom('survey_responses')
    .select(['chosen', 'text'])
    .where('survey_key', '=', survey_key)
    .where('subscriber_key', '=', subscriber_key)
    .where('occasion', '=', occasion)
    .executeTakeFirst();
}

/** Changes the text that the reader wrote. False if the newsletter has no such response. */
export async function updateText(
  db: Database,
  newsletter_key: number,
  id: string,
  text: string,
): Promise<boolean> {
  if (!isId(id)) return false;
  const { numAffectedRows } = await sql`
    update survey_responses set text = ${text}, modification_date = now()
    from surveys where surveys.key = survey_key and newsletter_key = ${newsletter_key} and survey_responses.id = ${id}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export type ResponseFilters = {
  id?: string;
  survey_id?: string[] | undefined;
  subscriber_id?: string[] | undefined;
  email_id?: string[] | undefined;
  automation_id?: string[] | undefined;
  source?: string[] | undefined;
  creation_date__start?: string | undefined;
  creation_date__end?: string | undefined;
};

/** Returns a page of the newsletter's responses, latest first. */
export async function listResponses(
  db: Database,
  newsletter_key: number,
  filters: ResponseFilters,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ results: Listed[]; count: number }> {
  const { rows } = await sql<Listed & { count: number }>`
    select response.id, chosen, text, response.source, response.creation_date, response.modification_date,
      surveys.id as survey_id, subscribers.id as subscriber_id, emails.id as email_id, sequences.id as automation_id,
      count(*) over () as count
    from survey_responses response
    join surveys on surveys.key = survey_key
    join subscribers on subscribers.key = subscriber_key
    left join emails on emails.key = response.email_key
    left join sequence_emails on sequence_emails.email_key = emails.key
    left join sequences on sequences.key = sequence_emails.sequence_key
    where surveys.newsletter_key = ${newsletter_key} and ${sql.join(conditionsOf(filters), sql` and `)}
    order by response.key desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  // A page after the last one has no row that holds the total.
  if (rows.length === 0 && page > 1) {
    const { count } = await listResponses(db, newsletter_key, filters, { page: 1, page_size: 1 });
    return { results: [], count };
  }
  return { results: rows.map(({ count: _, ...row }) => row), count: Number(rows[0]?.count ?? 0) };
}

function conditionsOf(filters: ResponseFilters): RawBuilder<unknown>[] {
  const { id, source, creation_date__start: start, creation_date__end: end } = filters;
  const named = (column: string, ids: string[] | undefined) =>
    ids && sql`${sql.ref(column)} = any(${ids.filter(isId)}::uuid[])`;
  return [
    sql`true`,
    named('response.id', id === undefined ? undefined : [id]),
    named('surveys.id', filters.survey_id),
    named('subscribers.id', filters.subscriber_id),
    named('emails.id', filters.email_id),
    named('sequences.id', filters.automation_id),
    source && sql`response.source = any(${source}::text[])`,
    start && sql`response.creation_date >= ${start}`,
    end && sql`response.creation_date < ${end}`,
  ].filter(condition => condition !== undefined && condition !== '') as RawBuilder<unknown>[];
}

/** Returns how often each answer was chosen, in total or for this email. */
export async function countAnswers(db: Database, survey: Survey, email_key?: number): Promise<Results> {
  const { rows } = await sql<{ response_count: number; text_count: number; counts: Record<string, number> }>`
    with said as (
      select chosen, text from survey_responses
      where survey_key = ${survey.key} and ${email_key === undefined ? sql`true` : sql`email_key = ${email_key}`}
    )
    select (select count(*) from said)::int as response_count,
      (select count(*) from said where text <> '')::int as text_count,
      coalesce((select jsonb_object_agg(answer, count) from (
        select answer, count(*) as count from said, unnest(chosen) as answer group by answer) counted), '{}') as counts`.execute(
    db,
  );
  const { response_count, text_count, counts } = rows[0]!;
  const results = survey.answers.map(answer => ({ answer, count: counts[answer] ?? 0 }));
  return { response_count, text_count, results };
}

/** Lists the ids of the surveys that somebody has answered in this email. */
export async function listAnsweredIn(db: Database, email_key: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from surveys
    where key in (select survey_key from survey_responses where email_key = ${email_key})`.execute(db);
  return rows.map(({ id }) => id);
}
