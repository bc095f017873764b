import { type Author, demandContent } from '../../accounts/content.ts';
import { recordEvent } from '../../journal/record.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { countResponses, deleteSurveyRow, insertSurvey, lockSurvey, updateSurveyRow } from './queries.ts';
import { findRequesters } from './requesters.ts';
import { faultOfAnswers, type Survey, type SurveyCreate, type SurveyUpdate, surveyPlace } from './survey.ts';

/** Creates a survey. Throws `identifier_already_exists`, and `forbidden` if unsent mail of others would begin to ask it. */
export async function createSurvey(
  db: Database,
  newsletter_key: number,
  input: SurveyCreate,
  author: Author,
): Promise<Survey> {
  await demandUnasked(db, newsletter_key, author, input.identifier);
  return inTransaction(db, async trx => {
    const row = { ...input, id: newId(), newsletter_key, changed_by: author.by };
    const survey = await insertSurvey(trx, row);
    await tell(trx, 'survey.created', survey);
    return survey;
  }).catch(error => {
    if (!violates(error, 'surveys_identifier_unique')) throw error;
    throw domainError('identifier_already_exists', 'emails.identifier_taken', {
      identifier: input.identifier,
    });
  });
}

/** The fields of a survey that mails and pages show. */
const shownInMails = ['answers', 'input_type', 'randomize_answers'] as const;

/**
 * Applies `changes`. Throws `not_found`, `survey_has_responses` if somebody has answered and the answers or the type would change,
 * `request_invalid` for answers that do not fit the type, and `forbidden` like createSurvey.
 */
export async function updateSurvey(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: SurveyUpdate,
  author: Author,
): Promise<Survey> {
  return inTransaction(db, async trx => {
    const survey = found(await lockSurvey(trx, newsletter_key, id), 'survey');
    const wanted = onlyChanges(survey, changes);
    if (Object.keys(wanted).length === 0) return survey;
    const fault = faultOfAnswers({ ...survey, ...wanted });
    if (fault !== undefined) throw domainError('request_invalid', 'emails.answers_invalid', { why: fault });
    if (wanted.answers || wanted.input_type || wanted.response_cadence) await demandUnanswered(trx, survey);
    const is_shown = shownInMails.some(field => wanted[field] !== undefined);
    if (is_shown) await demandUnasked(trx, newsletter_key, author, survey.identifier);
    await tell(trx, 'survey.updated', survey, { fields: Object.keys(wanted).toSorted() });
    return updateSurveyRow(trx, survey.key, { ...wanted, ...(is_shown && { changed_by: author.by }) });
  });
}

/** Deletes the survey with its answers. Throws `not_found`, and `forbidden` like createSurvey. */
export async function deleteSurvey(
  db: Database,
  newsletter_key: number,
  id: string,
  author: Author,
): Promise<void> {
  await inTransaction(db, async trx => {
    const survey = found(await lockSurvey(trx, newsletter_key, id), 'survey');
    await demandUnasked(trx, newsletter_key, author, survey.identifier);
    await deleteSurveyRow(trx, survey.key);
    await tell(trx, 'survey.deleted', survey);
  });
}

async function tell(
  trx: Database,
  event_type: 'survey.created' | 'survey.updated' | 'survey.deleted',
  { newsletter_key, id, identifier }: Survey,
  more: object = {},
): Promise<void> {
  const data = { survey_id: id, survey: identifier, ...more };
  await recordEvent(trx, newsletter_key, { event_type, data });
}

async function demandUnanswered(trx: Database, { key }: Survey): Promise<void> {
  const count = (await countResponses(trx, [key])).get(key) ?? 0;
  if (count > 0) throw domainError('survey_has_responses', 'emails.survey_answered', { count });
}

async function demandUnasked(
  db: Database,
  newsletter_key: number,
  author: Author,
  identifier: string,
): Promise<void> {
  const why = sentence('people.why_survey');
  const inTexts = { before: 'survey.', place: surveyPlace } as const;
  await demandContent(db, author, () => findRequesters(db, newsletter_key, inTexts, [identifier]), why);
}
