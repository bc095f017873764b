import { counted, number } from '../counted.ts';
import type { surveyResults as english } from '../survey-results.ts';
import type { Translated } from '../translated.ts';

export const surveyResults: Translated<typeof english> = {
  answered: count => (count === 0 ? 'Nadie ha respondido aún.' : counted(count, 'respuesta', 'respuestas')),
  answer: 'Respuesta',
  people: 'Personas',
  share: 'Parte',
  in_words: 'Con sus propias palabras',
  all_texts: count => `Las más recientes de ${number(count)}. El resto está en la exportación.`,
};
