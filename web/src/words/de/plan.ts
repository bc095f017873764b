import type { plan as english } from '../plan.ts';
import type { Translated } from '../translated.ts';

const cadences: Readonly<Record<string, string>> = {
  week: 'pro Woche',
  month: 'pro Monat',
  year: 'pro Jahr',
};

export const plan: Translated<typeof english> = {
  name: 'Abo bei Stripe',
  pays: (amount, cadence) => `${amount} ${cadences[cadence] ?? cadence}`,
  statuses: {
    active: 'Bezahlt',
    trialing: 'In der Probezeit',
    past_due: 'Zahlung steht aus: Stripe versucht es erneut mit der Karte',
    unpaid: 'Nicht bezahlt',
    canceled: 'Beendet',
    incomplete: 'Die erste Zahlung fehlt',
    incomplete_expired: 'Nie bezahlt',
    paused: 'Pausiert',
  },
  ends: (day, is_over) => (is_over ? ` am ${day}` : ` · endet am ${day}`),
  to_stripe: 'Bei Stripe',
};
