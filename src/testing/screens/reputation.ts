import { answers, inTurn, opens, press, type Screen, visit } from './acts.ts';

const reputation = 'newsletter/delivery/reputation';
const warmUp = 'newsletter/delivery/warm-up';
const shown =
  (text: string): Screen['ready'] =>
  page =>
    page.getByText(text).first().waitFor();
const answersPlan = answers('**/v1/warm_up', planned());

/** Returns the screens of the reputation with receiving domains, and of the warm-up plan. */
export function reputationScreens(): Record<string, Screen> {
  return {
    reputation: {
      ready: inTurn(
        answers('**/v1/reputation?**', reputationNow()),
        visit(reputation),
        shown('above the limit'),
      ),
    },
    'no reputation yet': {
      ready: inTurn(
        answers('**/v1/reputation?**', { ...reputationNow(), counted_date: null, results: [] }),
        visit(reputation),
        shown('Nothing was sent in this time'),
      ),
    },
    'a warm-up plan': {
      ready: inTurn(answersPlan, visit(warmUp), shown('The next copies go out on')),
    },
    'a proposed warm-up plan': {
      ready: inTurn(
        answers('**/v1/warm_up', { ...unplanned, proposal: proposed }),
        visit(warmUp),
        shown('A plan for your list'),
      ),
    },
    'no warm-up plan needed': {
      ready: inTurn(answers('**/v1/warm_up', unplanned), visit(warmUp), shown('Your list needs no warm-up')),
    },
    'a warm-up plan to begin': {
      ready: inTurn(
        answers('**/v1/warm_up', { ...unplanned, proposal: proposed }),
        visit(warmUp),
        press('Start a plan …'),
        opens('Start a warm-up plan'),
      ),
    },
  };
}

const unplanned = { plan: null, today: null, days: [], proposal: null };
const proposed = {
  first_day: 200,
  growth: 1.5,
  ceiling: 10_400,
  per: 'domain',
  days: 11,
  domain: 'gmail.com',
  subscribers: 10_400,
};

function planned() {
  const days = [200, 300, 450, 675, 1013, 1519, 2278, 3417, 5126, 7689, 10_400];
  return {
    plan: {
      first_day: 200,
      growth: 1.5,
      ceiling: 10_400,
      per: 'domain',
      start_date: '2026-11-17',
      paused_date: null,
    },
    today: {
      day: '2026-11-20',
      allowed: 675,
      sent: 1840,
      waiting: 8425,
      next_date: '2026-11-21T00:00:00.000Z',
      domains: [
        { domain: 'gmail.com', sent: 675, waiting: 8108 },
        { domain: 'outlook.com', sent: 675, waiting: 317 },
        { domain: 'a-very-long-name-of-a-university-department.example', sent: 412, waiting: 0 },
        { domain: 'posteo.example', sent: 78, waiting: 0 },
      ],
    },
    days: days.map((allowed, index) => ({
      day: `2026-11-${17 + index}`,
      allowed,
      sent: index > 3 ? null : [1302, 2105, 1544, 1840][index],
    })),
    proposal: null,
  };
}

function reputationNow() {
  const tally = (given: Partial<Record<(typeof figures)[number], number>> & { accepted: number }) => {
    const count = (name: (typeof figures)[number]) => given[name] ?? 0;
    const answered = count('accepted') + count('deferred') + count('refused_hard') + count('refused_soft');
    const share = (name: (typeof figures)[number], all: number) => ({
      count: count(name),
      rate: count(name) / all,
    });
    return {
      answered,
      ...Object.fromEntries(
        figures.map((name, at) => [name, share(name, at < 4 ? answered : given.accepted)]),
      ),
    };
  };
  const domain = (
    name: string,
    receiver: string | null,
    counts: Parameters<typeof tally>[0],
    more: object = {},
  ) => ({
    domain: name,
    receiver,
    is_silent: receiver === 'gmail',
    ...tally(counts),
    level: 'good',
    advice: '',
    slowed: null,
    ...more,
  });
  const advice =
    '8 of 1412 copies at yahoo.com were reported as spam (0.57 %). That is above the limit of 0.3 % that large mail services set; they advise staying below 0.1 %. Mail fewer people who never open, and check where they signed up.';
  const reason = '421 4.7.0 Try again later, closing connection (tempfailed)';
  return {
    days: 30,
    since: '2026-10-21T12:00:00.000Z',
    counted_date: '2026-11-20T11:59:12.000Z',
    uncounted: 42,
    limits: { near: 0.001, most: 0.003 },
    totals: tally({
      accepted: 13_220,
      deferred: 38,
      refused_hard: 24,
      refused_soft: 9,
      bounced_hard: 31,
      bounced_soft: 6,
      complaints: 9,
    }),
    results: [
      domain(
        'yahoo.com',
        'yahoo',
        { accepted: 1412, refused_hard: 6, bounced_hard: 12, complaints: 8 },
        { level: 'above', advice },
      ),
      domain('gmail.com', 'gmail', { accepted: 8811, deferred: 3, refused_hard: 14, bounced_hard: 11 }),
      domain(
        'outlook.com',
        'microsoft',
        { accepted: 2240, deferred: 35, refused_soft: 9, complaints: 1 },
        { slowed: { reason, until: null } },
      ),
      domain('a-very-long-name-of-a-university-department.example', null, {
        accepted: 757,
        refused_hard: 4,
        bounced_hard: 8,
        bounced_soft: 6,
      }),
    ],
    others: 312,
    relays: ['smtp.relay.example:465', 'Brand'].map((name, place) => ({
      relay_id: name,
      name,
      accepted: 12_000 - 4_000 * place,
      deferred: 12,
      refused_hard: 18,
      refused_soft: 9,
      bounced_hard: 11,
      bounced_soft: 6,
      complaints: place,
    })),
  };
}

const figures = [
  'accepted',
  'deferred',
  'refused_hard',
  'refused_soft',
  'bounced_hard',
  'bounced_soft',
  'complaints',
] as const;
