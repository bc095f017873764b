const none = {
  signed_up: 0,
  imported: 0,
  added: 0,
  returned: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  blocked: 0,
  paused: 0,
  deleted: 0,
  other: 0,
};
const tally = { came: 9, went: 2, reasons: { ...none, signed_up: 9, unsubscribed: 1, bounced: 1 } };

export const growthExample = {
  start: '2026-11-20',
  end: '2026-11-20',
  timezone: 'Europe/London',
  readers: 1204,
  totals: tally,
  results: [{ day: '2026-11-20', readers: 1204, ...tally }],
};

const share = (count: number, all: number) => ({ count, rate: count / all });
const yahoo = {
  answered: 2004,
  accepted: share(2000, 2004),
  deferred: share(1, 2004),
  refused_hard: share(2, 2004),
  refused_soft: share(1, 2004),
  bounced_hard: share(4, 2000),
  bounced_soft: share(0, 2000),
  complaints: share(3, 2000),
};

export const reputationExample = {
  days: 30,
  since: '2026-10-21T12:00:00.000Z',
  counted_date: '2026-11-20T11:59:12.000Z',
  uncounted: 0,
  limits: { near: 0.001, most: 0.003 },
  totals: yahoo,
  results: [
    {
      domain: 'yahoo.com',
      receiver: 'yahoo' as const,
      is_silent: false,
      ...yahoo,
      level: 'near' as const,
      advice:
        '3 of 2000 copies at yahoo.com were reported as spam (0.15 %). That is near the limit of 0.3 % that large mail services set; they advise staying below 0.1 %. Mail fewer people who never open, and check where they signed up.',
      slowed: null,
      restrained: null,
    },
  ],
  others: 0,
  relays: [
    {
      relay_id: '019a2c60-2f4b-7e1c-9d3a-6c8e2f5a1b70',
      name: 'smtp.example.org:587',
      accepted: 1990,
      deferred: 4,
      refused_hard: 4,
      refused_soft: 2,
      bounced_hard: 3,
      bounced_soft: 5,
      complaints: 3,
    },
  ],
};

export const overviewExample = {
  needs: [
    {
      kind: 'items_held' as const,
      detail: '3 items wait for your decision. They look older than the feed’s newest item.',
      count: 3,
      date: null,
      email: null,
      automation: { id: '019a2c5f-0c3e-7d01-8a55-5b7f1d2c9e60', name: 'Tide log' },
    },
  ],
  upcoming: [],
  last_issue: {
    id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
    subject: 'What the sea leaves on a Tuesday',
    publish_date: '2026-11-17T09:00:00.000Z',
    analytics: {
      recipients: 1198,
      deliveries: 1190,
      opens: 571,
      clicks: 96,
      temporary_failures: 2,
      permanent_failures: 6,
      unsubscriptions: 3,
      complaints: 0,
    },
  },
  usual: { issues: 12, open_rate: 0.44, click_rate: 0.07, unsubscription_rate: 0.003 },
  readers: 1204,
  unconfirmed: 47,
};
