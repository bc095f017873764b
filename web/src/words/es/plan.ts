import type { plan as english } from '../plan.ts';
import type { Translated } from '../translated.ts';

const cadences: Record<string, string> = { month: 'mes', year: 'año', week: 'semana', day: 'día' };

export const plan: Translated<typeof english> = {
  name: 'Plan en Stripe',
  pays: (amount, cadence) => `${amount} cada ${cadences[cadence] ?? cadence}`,
  statuses: {
    active: 'Pagado',
    trialing: 'De prueba',
    past_due: 'Pago pendiente: Stripe vuelve a probar la tarjeta',
    unpaid: 'Sin pagar',
    canceled: 'Terminado',
    incomplete: 'Falta el primer pago',
    incomplete_expired: 'Nunca pagado',
    paused: 'En pausa',
  },
  ends: (day, is_over) => (is_over ? ` el ${day}` : ` · termina el ${day}`),
  to_stripe: 'En Stripe',
};
