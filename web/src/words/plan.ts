// One person's payments at Stripe.

export const plan = {
  name: 'Plan at Stripe',
  pays: (amount: string, cadence: string) => `${amount} each ${cadence}`,
  statuses: {
    active: 'Paid',
    trialing: 'On trial',
    past_due: 'Payment due: Stripe tries the card again',
    unpaid: 'Not paid',
    canceled: 'Ended',
    incomplete: 'The first payment is missing',
    incomplete_expired: 'Never paid',
    paused: 'Paused',
  },
  ends: (day: string, is_over: boolean) => (is_over ? ` on ${day}` : ` · ends on ${day}`),
  to_stripe: 'At Stripe',
} as const;
