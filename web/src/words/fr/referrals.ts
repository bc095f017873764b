import { counted, number } from '../counted.ts';
import type { referrals as english } from '../referrals.ts';
import type { Translated } from '../translated.ts';

export const referrals: Translated<typeof english> = {
  title: 'Amenés par ce lecteur',
  count: (count: number) => `${counted(count, 'lecteur est venu', 'lecteurs sont venus')} par son lien.`,
  none: 'Personne venu par son lien ne compte pour l’instant.',
  counts: 'compte',
  brought: (count: number) => `A amené quelqu’un ; ${number(count)} en tout`,
  commented: 'A commenté un e‑mail',
  replied: 'A répondu à la newsletter',
  waits: 'n’a pas confirmé',
  refusals: {
    same_mailbox: 'ne compte pas : même boîte que le lecteur, ou que quelqu’un qui compte',
    same_network: 'ne compte pas : même réseau que le lecteur, ou que quelqu’un qui compte',
  },
};
