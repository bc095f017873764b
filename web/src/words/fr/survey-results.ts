import { counted, number } from '../counted.ts';
import type { surveyResults as english } from '../survey-results.ts';
import type { Translated } from '../translated.ts';

export const surveyResults: Translated<typeof english> = {
  answered: (count: number) =>
    count === 0 ? 'Personne n’a encore répondu.' : counted(count, 'réponse', 'réponses'),
  answer: 'Réponse',
  people: 'Personnes',
  share: 'Part',
  in_words: 'Avec leurs propres mots',
  all_texts: (count: number) => `Les plus récentes sur ${number(count)}. Le reste est dans l’export.`,
};
