import type { FilterGroup } from '../../../../src/client/schema.ts';
import type { Action, Timing } from '../../sequences/steps.ts';
import { words } from '../../words.ts';
import { type Draft, newStep, usual } from './draft.ts';
import type { TemplateName } from './template-names.ts';

const letters = words.sequence_letters;
const { templates } = words.sequence_editor;

const onDay = (days: number): Timing =>
  days === 0
    ? { time: 'immediate' }
    : { time: 'delay', delay: { value: String(days), unit: 'days', time_of_day: 'morning' } };

const mail = (days: number, letter: { subject: string; body: string }): Action => ({
  type: 'send_email',
  metadata: { ...letter },
  timing: onDay(days),
});

const that = (
  field: string,
  operator: FilterGroup['filters'][number]['operator'],
  value: string,
): FilterGroup => ({
  filters: [{ field, operator, value }],
  groups: [],
  predicate: 'and',
});

type Template = Partial<Draft> & { trigger: string; actions: Action[] };

const made: Record<TemplateName, Template> = {
  welcome: {
    trigger: 'subscriber.confirmed',
    actions: [mail(0, letters.welcome[0]), mail(3, letters.welcome[1]), mail(7, letters.welcome[2])],
  },
  course: {
    trigger: 'subscriber.tags.changed',
    actions: [1, 2, 3, 4, 5, 6, 7].map(day => mail(day - 1, letters.lesson(day))),
  },
  win_back: {
    trigger: 'automation.invoked',
    people: that('subscriber.last_click_date', 'less_than', '180 days ago'),
    goal: that('subscriber.last_click_date', 'greater_than', '30 days ago'),
    actions: [
      mail(0, letters.win_back[0]),
      mail(14, letters.win_back[1]),
      { type: 'add_tags', metadata: { tags: ['quiet'] }, timing: onDay(28) },
    ],
  },
  birthday: {
    trigger: 'subscriber.date',
    entry: 'every',
    actions: [{ ...mail(0, letters.birthday), timing: atNine() }],
  },
  thanks: { trigger: 'subscriber.paid', actions: [mail(0, letters.thanks[0]), mail(30, letters.thanks[1])] },
  empty: { trigger: 'subscriber.confirmed', actions: [] },
};

/** Nine o'clock on the day of the trigger, which itself begins at midnight. */
function atNine(): Timing {
  return { time: 'delay', delay: { value: '0', unit: 'days', time_of_day: 'morning' } };
}

export const templateNames = Object.keys(made) as TemplateName[];

export function draftFrom(name: TemplateName): Draft {
  const { actions, ...own } = made[name];
  return {
    ...usual,
    name: name === 'empty' ? '' : templates[name].name,
    ...own,
    steps: actions.map(newStep),
  };
}
