import type { plan as english } from '../plan.ts';
import type { Translated } from '../translated.ts';

const cadences: Readonly<Record<string, string>> = {
  month: 'par mois',
  year: 'par an',
  week: 'par semaine',
  'one-time': 'une fois',
};

export const plan: Translated<typeof english> = {
  name: 'Abonnement chez Stripe',
  pays: (amount: string, cadence: string) => `${amount} ${cadences[cadence] ?? cadence}`,
  statuses: {
    active: 'Payé',
    trialing: 'À l’essai',
    past_due: 'Paiement dû : Stripe réessaie la carte',
    unpaid: 'Non payé',
    canceled: 'Terminé',
    incomplete: 'Le premier paiement manque',
    incomplete_expired: 'Jamais payé',
    paused: 'En pause',
  },
  ends: (day: string, is_over: boolean) => (is_over ? ` le ${day}` : ` · prend fin le ${day}`),
  to_stripe: 'Chez Stripe',
};
