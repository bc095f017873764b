import type { Survey } from '../../emails/surveys/survey.ts';
import { recordEvent } from '../../journal/record.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import { lockSubscriber } from '../subscribers/queries.ts';
import { holdSurvey, writeResponse } from './queries.ts';
import { longestText, type Source } from './response.ts';

/** A person who answers, the survey, and the email that asked; null: none. */
export type Question = {
  survey: Survey;
  subscriber: { key: number; id: string };
  email: { key: number; id: string } | null;
};

export type Answer = { numbers: number[]; text: string; source: Source };

/** Returns the key of the email that an answer counts for, if the survey asks again in each email; otherwise 0. */
export function occasionOf({ survey, email }: Question): number {
  return survey.response_cadence === 'once_per_email' ? (email?.key ?? 0) : 0;
}

/**
 * Takes the person's answer in place of an earlier one, and tells the journal if they chose something else. Returns the response's id;
 * `closed` if the survey takes no more answers, and `empty` if it contains no answer.
 */
export async function takeAnswer(
  db: Database,
  question: Question,
  { numbers, text, source }: Answer,
): Promise<{ id: string } | 'closed' | 'empty'> {
  return inTransaction(db, async trx => {
    const { subscriber, email } = question;
    const survey = await holdSurvey(trx, question.survey.key);
    // If one person gives several answers at the same time, each sees the one before it.
    const isThere = survey && (await lockSubscriber(trx, survey.newsletter_key, subscriber.id));
    if (survey?.status !== 'active' || !isThere) return 'closed';
    const chosen = chosenOf(survey, numbers);
    const said = mayWrite(survey) ? text.slice(0, longestText) : '';
    if (survey.input_type === 'text' ? said === '' : chosen.length === 0) return 'empty';
    const { id, before } = await writeResponse(trx, {
      id: newId(),
      survey_key: survey.key,
      subscriber_key: subscriber.key,
      email_key: email?.key ?? null,
      occasion: occasionOf({ ...question, survey }),
      chosen,
      text: said,
      source,
    });
    if (before === null || before.join('\n') !== chosen.join('\n'))
      await recordEvent(trx, survey.newsletter_key, {
        event_type: 'subscriber.responded_to_survey',
        subscriber_id: subscriber.id,
        ...(email && { email_id: email.id }),
        data: { survey_id: survey.id, survey: survey.identifier, answer: chosen },
      });
    return { id };
  });
}

/** Whether readers may write something themselves. */
export function mayWrite({
  input_type,
  is_freeform_response_enabled,
}: Pick<Survey, 'input_type' | 'is_freeform_response_enabled'>): boolean {
  return input_type === 'text' || is_freeform_response_enabled;
}

/** Returns the answers with these numbers, in the survey's order; of a radio survey only the first. */
function chosenOf({ answers, input_type }: Survey, numbers: number[]): string[] {
  const chosen = answers.filter((_, number) => numbers.includes(number));
  return input_type === 'radio' ? chosen.slice(0, 1) : chosen;
}
