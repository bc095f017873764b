import { counted, number } from '../counted.ts';
import type { surveyResults as english } from '../survey-results.ts';
import type { Translated } from '../translated.ts';

export const surveyResults: Translated<typeof english> = {
  answered: count => (count === 0 ? 'Noch hat niemand geantwortet.' : counted(count, 'Antwort', 'Antworten')),
  answer: 'Antwort',
  people: 'Personen',
  share: 'Anteil',
  in_words: 'In eigenen Worten',
  all_texts: count => `Die neuesten von ${number(count)}. Der Rest steht im Export.`,
};
