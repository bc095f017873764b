// Readers' answers to a survey.
import { counted, number } from './counted.ts';

export const surveyResults = {
  answered: (count: number) => (count === 0 ? 'Nobody has answered yet.' : counted(count, 'answer')),
  answer: 'Answer',
  people: 'People',
  share: 'Share',
  in_words: 'In their own words',
  all_texts: (count: number) => `The latest of ${number(count)}. The rest is in the export.`,
} as const;
