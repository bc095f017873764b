import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { listSurveysNamed } from './queries.ts';
import { surveyPlace, surveysIn, writeOutSurvey } from './survey.ts';

/** Returns the body with the newsletter's surveys written out, on the lines where they stood. Throws `body_invalid` for an unknown one. */
export async function withSurveys(db: Database, newsletter_key: number, body: string): Promise<string> {
  const identifiers = body.includes('survey.') ? surveysIn(body) : [];
  if (identifiers.length === 0) return body;
  const surveys = await listSurveysNamed(db, newsletter_key, { identifiers });
  const written = new Map(surveys.map(survey => [survey.identifier, writeOutSurvey(survey)]));
  return body.replace(surveyPlace, (_, word: string) => {
    const found = written.get(word);
    if (found !== undefined) return found;
    const reason = sentence('emails.no_survey', { word, example: `{{ survey.${word} }}` });
    throw new DomainError('body_invalid', `body: ${reason}`, { part: 'body', reason });
  });
}
