const plan = { first_day: 200, growth: 1.5, ceiling: 10_400, per: 'domain' as const };

export const planExample = { start_date: '2026-11-20', ...plan };

export const stateExample = {
  plan: { ...planExample, paused_date: null },
  today: {
    day: '2026-11-21',
    allowed: 300,
    sent: 412,
    waiting: 9900,
    next_date: '2026-11-22T00:00:00.000Z',
    domains: [{ domain: 'gmail.com', sent: 300, waiting: 9900 }],
  },
  days: [
    { day: '2026-11-20', allowed: 200, sent: 1140 },
    { day: '2026-11-21', allowed: 300, sent: 412 },
    { day: '2026-11-22', allowed: 450, sent: null },
  ],
  proposal: null,
};
