import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import type { Survey, surveyStatuses } from './survey.ts';

export const {
  insert: insertSurvey,
  find: findSurvey,
  lock: lockSurvey,
  update: updateSurveyRow,
  remove: deleteSurveyRow,
} = rowsOf('surveys');

type Status = (typeof surveyStatuses)[number];
export type SurveyFilters = {
  status?: Status[] | undefined;
  '-status'?: Status[] | undefined;
  ordering: 'creation_date' | '-creation_date';
};

export async function listSurveys(
  db: Database,
  newsletter_key: number,
  { status, '-status': excluded, ordering, ...page }: SurveyFilters & Page,
) {
  let all = db.selectFrom('surveys').where('newsletter_key', '=', newsletter_key);
  if (status) all = all.where('status', 'in', status.length > 0 ? status : [null as never]);
  if (excluded?.length) all = all.where('status', 'not in', excluded);
  return readPage(all.selectAll().orderBy('key', ordering === 'creation_date' ? 'asc' : 'desc'), page);
}

/** Lists the newsletter's surveys with these identifiers or ids, oldest first. */
export async function listSurveysNamed(
  db: Database,
  newsletter_key: number,
  { identifiers = [], ids = [] }: { identifiers?: string[]; ids?: string[] },
): Promise<Survey[]> {
  if (identifiers.length + ids.length === 0) return [];
  return db
    .selectFrom('surveys')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where(sql<boolean>`(identifier = any(${identifiers}::text[]) or id = any(${ids}::uuid[]))`)
    .orderBy('key')
    .execute();
}

/** Counts the answers of each of these surveys, by key. Surveys without answers are omitted. */
export async function countResponses(db: Database, keys: number[]): Promise<Map<number, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('survey_responses')
    .select(({ fn }) => ['survey_key', fn.countAll<number>().as('count')])
    .where('survey_key', 'in', keys)
    .groupBy('survey_key')
    .execute();
  return new Map(rows.map(({ survey_key, count }) => [survey_key, Number(count)]));
}
