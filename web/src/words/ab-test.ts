// Other subjects or senders of an email, tried with a part of its audience.
import { counted, number } from './counted.ts';

const people = (count: number) => counted(count, 'person', 'people');
const percent = (share: number) => `${number(Math.round(share * 1000) / 10)} %`;
const letter = (variant: number) => 'ABCD'[variant - 1] ?? String(variant);

export const abTest = {
  hint: 'A part of your audience gets another subject or sender. The rest gets the one that more people follow.',
  with_reader_time: 'An email at the reader’s time cannot have a test.',
  subject: (variant: number) => `Subject ${letter(variant)}`,
  from_name: (variant: number) => `Sender’s name ${letter(variant)}`,
  from_name_hint: 'Empty: as usual',
  add: 'Another variant',
  remove: (variant: number) => `Remove ${letter(variant)}`,
  share: 'Percent of the audience that takes part',
  decide_after: 'Hours until the decision',
  undecided: 'If there is no winner, the rest gets',
  choices: { first: 'Yours (A)', split: 'Each of them' },
  title: 'A/B test',
  plan: (each: number, count: number, rest: number, hours: number) =>
    rest === 0
      ? `Each of the ${number(count)} variants goes to ${people(each)}.`
      : `Each of the ${number(count)} variants goes to ${people(each)}. ${hours === 1 ? 'An hour' : `${number(hours)} hours`} later, ${people(rest)} get the one that was clicked most.`,
  shows: (difference: number | null, usual: number | null) => {
    const at = usual === null ? 'if 2 % click' : `as your usual ${percent(usual)} click`;
    return difference === null
      ? `So few show no difference, however large, ${at}.`
      : `So many show only differences above ${number(Math.round(difference * 1000) / 10)} points, ${at}.`;
  },
  advise:
    'With fewer than 250 people for each variant, chance decides. Take a larger share, or take the result as a guess.',
  states: {
    none: '',
    planned: '',
    running: 'The test is running. It is decided at',
    undecided: 'No variant was better at 95 %.',
    by_hand: 'Decided by hand.',
    winner: 'The winner is',
  },
  rest_gets: (winner: number | null) =>
    winner === null ? 'Each variant went to a part of the rest.' : `The rest gets ${letter(winner)}.`,
  honest: (variants: number) =>
    `Among ${variants === 2 ? 'two' : variants === 3 ? 'three' : 'four'} equal variants, a test names a winner in one of ${variants === 2 ? 10 : variants === 3 ? 40 : 100} cases.`,
  variant: 'Variant',
  letter,
  named: (variant: number, subject: string, from_name: string | null) =>
    `${letter(variant)}: ${subject}${from_name === null ? '' : ` (${from_name})`}`,
  people: 'People',
  clicked: 'Clicked',
  between: 'Between',
  best: 'Best',
  rest: 'Rest',
  left: 'Left, or spam',
  percent,
  range: (low: number, high: number) => `${percent(low)} – ${percent(high)}`,
  of: (clicks: number, all: number) =>
    all === 0 ? '' : `${number(clicks)} of ${number(all)}, ${percent(Math.min(1, clicks / all))}`,
  decide: (variant: number) => `Send ${letter(variant)} to the rest`,
  decide_split: 'Send each to a part',
  final: (rest: number) => `${people(rest)} get it now. This cannot be undone.`,
  confirm: 'Send',
} as const;
