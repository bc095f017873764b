import { z } from 'zod';
import { date, flag, freeText, id, tablePart } from '../../platform/bundle/columns.ts';
import { cadences, inputTypes, surveyStatuses } from './survey.ts';

/** The surveys, oldest first. Bundles of earlier versions have none. */
export const surveysPart = tablePart({
  name: 'surveys',
  may_be_missing: true,
  columns: {
    id,
    identifier: freeText,
    question: freeText,
    answers: { line: z.array(z.string()), type: 'text[]' },
    notes: freeText,
    input_type: { line: z.enum(inputTypes), type: 'survey_input_type' },
    response_cadence: { line: z.enum(cadences), type: 'survey_cadence' },
    is_freeform_response_enabled: flag,
    randomize_answers: flag,
    shows_results: flag,
    status: { line: z.enum(surveyStatuses), type: 'survey_status' },
    creation_date: date,
    modification_date: date,
  },
});
