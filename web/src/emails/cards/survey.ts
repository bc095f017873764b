import { survey as shape } from '../../../../src/engines/cards/survey.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

const chip = words.editor.chips.survey;
const label = words.editor.survey_name;

/** A question that readers answer. */
export const survey: Card = {
  ...shape,
  isTyped: true,
  fields: { name: { label, most: '100', choices: 'surveys' } },
  draw: ({ name = '' }) => [element('span', { class: 'cm-card-snippet' }, chip(name))],
};
