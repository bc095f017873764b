import { counted, number } from '../counted.ts';
import type { referrals as english } from '../referrals.ts';
import type { Translated } from '../translated.ts';

export const referrals: Translated<typeof english> = {
  title: 'Personas que trajo este lector',
  count: count => `${counted(count, 'lector ha llegado', 'lectores han llegado')} con su enlace.`,
  none: 'Por ahora no cuenta nadie que haya llegado con su enlace.',
  counts: 'cuenta',
  brought: count => `Trajo a alguien; en total ha traído a ${number(count)}`,
  commented: 'Comentó un correo',
  replied: 'Respondió al boletín',
  waits: 'no ha confirmado',
  refusals: {
    same_mailbox: 'no cuenta: el mismo buzón que el lector, o que alguien que cuenta',
    same_network: 'no cuenta: la misma red que el lector, o que alguien que cuenta',
  },
};
