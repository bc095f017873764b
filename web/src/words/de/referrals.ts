import { counted, number } from '../counted.ts';
import type { referrals as english } from '../referrals.ts';
import type { Translated } from '../translated.ts';

export const referrals: Translated<typeof english> = {
  title: 'Von diesem Leser geworben',
  count: count => `${counted(count, 'Leser kam', 'Leser kamen')} über den Link dieser Person.`,
  none: 'Bisher zählt niemand, der über den Link dieser Person kam.',
  counts: 'zählt',
  brought: count => `Hat jemanden geworben; insgesamt ${number(count)}`,
  commented: 'Hat eine E‑Mail kommentiert',
  replied: 'Hat dem Newsletter geantwortet',
  waits: 'hat nicht bestätigt',
  refusals: {
    same_mailbox: 'zählt nicht: dasselbe Postfach wie der Leser oder jemand, der schon zählt',
    same_network: 'zählt nicht: dasselbe Netz wie der Leser oder jemand, der schon zählt',
  },
};
