// Other subjects, senders or texts of an email, tried with a part of its audience.
import { counted, number } from './counted.ts';

const people = (count: number) => counted(count, 'person', 'people');
const percent = (share: number) => `${number(Math.round(share * 1000) / 10)}\u00a0%`;
type Measure = 'clicks' | 'opens';
const letter = (variant: number) => 'ABCD'[variant - 1] ?? String(variant);

export const abTest = {
  hint: 'A part of your audience gets another subject, sender or text. The rest gets the one that does better.',
  with_reader_time: 'An email that goes out at the reader’s time cannot have a test.',
  subject: (variant: number) => `Subject ${letter(variant)}`,
  from_name: (variant: number) => `Sender’s name ${letter(variant)}`,
  from_name_hint: 'Empty: as usual',
  write: (variant: number) => `Write another text for ${letter(variant)}`,
  edit: (variant: number) => `Edit the text of ${letter(variant)}`,
  variant_of: (variant: number) => `Variant ${letter(variant)}`,
  text: 'Text',
  text_hint: 'It begins with the text of the email. If you empty it, this variant has that text again.',
  add: 'Another variant',
  remove: (variant: number) => `Remove ${letter(variant)}`,
  share: 'Percent of the audience that takes part',
  measure: 'What counts',
  measures: { clicks: 'Clicks', opens: 'Opens' },
  opens_hint:
    'Only among people whose opens can be seen: they opened an earlier email, and no program opens everything for them. Texts are better compared by clicks.',
  decide_after: 'Hours until the decision',
  undecided: 'If there is no winner, the rest gets',
  choices: { first: 'Yours (A)', split: 'Each of them' },
  title: 'A/B test',
  plan: (each: number, count: number, rest: number, hours: number, measure: Measure) => {
    const asked = `Each of the ${number(count)} variants goes to ${people(each)}${measure === 'opens' ? ' whose opens can be seen' : ''}.`;
    const later = hours === 1 ? 'An hour' : `${number(hours)} hours`;
    const most = measure === 'opens' ? 'opened' : 'clicked';
    return rest === 0 ? asked : `${asked} ${later} later, ${people(rest)} get the one that was ${most} most.`;
  },
  uncounted: (count: number) =>
    `${people(count)} also take part, but do not count: their opens cannot be seen.`,
  shows: (difference: number | null, usual: number | null, measure: Measure) => {
    const usually = usual === null ? 'if 2 % click' : `as your usual ${percent(usual)} click`;
    const at = measure === 'opens' ? 'if half of them open it' : usually;
    return difference === null
      ? `With so few people, no difference would show, however large, ${at}.`
      : `With this many people, only differences above ${number(Math.round(difference * 1000) / 10)} points show, ${at}.`;
  },
  advise:
    'With fewer than 250 people for each variant, chance decides. Take a larger share, or treat the result as a guess.',
  states: {
    none: '',
    planned: '',
    running: 'The test is running until',
    undecided: 'No variant was better at 95 %.',
    by_hand: 'Decided by hand.',
    winner: 'The winner is',
  },
  rest_gets: (winner: number | null) =>
    winner === null ? 'Each variant went to a part of the rest.' : `The rest gets ${letter(winner)}.`,
  honest: (variants: number) =>
    `Even if all ${variants === 2 ? 'two' : variants === 3 ? 'three' : 'four'} variants are equal, a test names a winner in one of ${variants === 2 ? 10 : variants === 3 ? 40 : 100} cases.`,
  variant: 'Variant',
  letter,
  named: (one: { variant: number; subject: string; from_name: string | null; has_own_body: boolean }) => {
    const other = [one.from_name, one.has_own_body && 'another text'].filter(Boolean).join(', ');
    return `${letter(one.variant)}: ${one.subject}${other && ` (${other})`}`;
  },
  acted: { clicks: 'Clicked', opens: 'Opened' },
  between: 'Between',
  best: 'Best',
  rest: 'Rest',
  farewells: 'Left',
  complaints: 'Spam',
  percent,
  range: (low: number, high: number) => `${percent(low)} – ${percent(high)}`,
  part: (some: number, all: number) => percent(Math.min(1, some / all)),
  of: (some: number, all: number) => `${number(some)} of ${number(all)}`,
  decide: (variant: number) => `Send ${letter(variant)} to the rest`,
  decide_split: 'Send each to a part',
  final: (rest: number) => `${people(rest)} get it now. This cannot be undone.`,
  confirm: 'Send',
} as const;
