import { answers, inTurn, opens, press, type Screen, settings, visit } from './acts.ts';

const payments = `${settings}/payments`;

/** Returns the screens of payments before and after the connection with Stripe. */
export function paymentScreens(): Record<string, Screen> {
  return {
    'payments that begin': {
      path: payments,
      ready: page => page.getByText('Readers can pay for your newsletter').waitFor(),
    },
    'a key that lacks a right': {
      ready: inTurn(answers('**/v1/payments/check', lacking), visit(payments), typesKey, page =>
        page.getByText('The key lacks 1 right').waitFor(),
      ),
    },
    'a key that is good': {
      ready: inTurn(answers('**/v1/payments/check', good), visit(payments), typesKey, page =>
        page.getByText(/acct_1Tide/).waitFor(),
      ),
    },
    payments: { ready: inTurn(connected, visit(payments), isWhole) },
    'a price to create': {
      ready: inTurn(connected, visit(payments), isWhole, press('New price …'), opens('New price')),
    },
    'subscriptions to adopt': {
      ready: inTurn(
        connected,
        answers('**/v1/payments/adopt', adoption),
        visit(payments),
        isWhole,
        press('Look for them …'),
        page => page.getByText('still goes to another service').first().waitFor(),
      ),
    },
    'payments to end': {
      ready: inTurn(connected, visit(payments), isWhole, press('Disconnect …'), opens(/^Disconnect/)),
    },
  };
}

const typesKey: Screen['ready'] = async page => {
  await page.getByLabel('Restricted key').fill('rk_test_51PractiseOnly');
  await press('Check the key')(page);
};

const isWhole: Screen['ready'] = async page => {
  await page.getByText('1,203 of 1,204 agree').waitFor();
  await page.getByText('Patron').waitFor();
  await page
    .getByText(/5[.,\s]230/)
    .first()
    .waitFor();
  await page.getByText('Tidal friends').waitFor();
  await page.getByText(/1[.,]50\b/).waitFor();
  await page.getByLabel('The Low Tide').waitFor();
};

const rights = [
  'Customers: Write',
  'Products: Write',
  'Prices: Write',
  'Checkout Sessions: Write',
  'Customer portal: Write',
  'Subscriptions: Write',
  'Webhook Endpoints: Write',
  'Charges and Refunds: Read',
  'PaymentIntents: Read',
  'Events: Read',
  'Coupons: Read',
];
const products = [
  { id: 'prod_tide', name: 'The Low Tide', is_chosen: true },
  { id: 'prod_mugs', name: 'Mugs', is_chosen: false },
];
const good = {
  ok: true,
  mode: 'test',
  account_id: 'acct_1Tide',
  missing: [],
  products,
  trouble: '',
};
const lacking = { ...good, ok: false, missing: ['Events: Read'], products: [] };

const drift = { subscription_id: 'sub_1', customer_id: 'cus_1', subscriber_id: null };
const shown = {
  connected: true,
  mode: 'live',
  account_id: 'acct_1Tide',
  product_ids: ['prod_tide'],
  currency: 'usd',
  grace_days: 7,
  trial_days: 0,
  on_unsubscribe: 'end',
  tax: 'none',
  notices: 'pushed',
  answer_date: '2026-11-20T11:58:00.000Z',
  failing_since: '2026-11-20T11:59:00.000Z',
  trouble: 'An error occurred with our connection to Stripe.',
  notice_date: null,
  last_sweep: {
    date: '2026-11-20T03:00:00.000Z',
    compared: 1204,
    agreed: 1203,
    outside: 12,
    drifts: [
      { ...drift, kind: 'differs' },
      { ...drift, kind: 'two_running', subscriber_id: '0b8f5b0e-6f0f-4c5e-9b0a-1c2d3e4f5a6b' },
      { ...drift, kind: 'without_subscriber' },
      { ...drift, kind: 'foreign_fee' },
    ],
  },
  plans_url: 'https://news.example.org/low-tide/buy',
  key_rights: rights,
  new_key_url: 'https://dashboard.stripe.com/apikeys/create?name=Postrider',
};

const price = {
  style: 'fixed',
  currency: 'usd',
  description: null,
  minimum_amount: null,
  maximum_amount: null,
  suggested_amount: null,
  product_id: 'prod_tide',
  product: {
    id: 'prod_tide',
    product_id: 'prod_tide',
    name: 'The Low Tide',
    creation_date: '2026-01-01T00:00:00.000Z',
    active: true,
    default_price: null,
  },
};
const prices = [
  {
    ...price,
    id: 'price_3',
    amount: null,
    minimum_amount: 300,
    style: 'pay-what-you-want',
    cadence: 'one-time',
    description: 'Buy me a coffee',
  },
  { ...price, id: 'price_1', amount: 500, cadence: 'month' },
  { ...price, id: 'price_2', amount: 5000, cadence: 'year', description: 'Patron' },
];
const listOf = (results: object[]) => ({ results, count: results.length, next: null, previous: null });

const connected = inTurn(
  answers('**/v1/payments/numbers?**', numbers()),
  answers('**/v1/payments', shown),
  answers('**/v1/prices?**', listOf(prices)),
  answers(
    '**/v1/coupons?**',
    listOf([
      { coupon_id: 'TIDE', percent_off: '20', amount_off: null, currency: null, name: 'Tidal friends' },
      { coupon_id: 'x7Yq', percent_off: null, amount_off: 150, currency: 'usd', name: null },
    ]),
  ),
  answers('**/v1/payments/check', { ...good, mode: 'live' }),
);

const found = {
  subscription_id: 'sub_1',
  customer_id: 'cus_1',
  email_address: 'ada@example.org',
  subscriber_id: null,
  match: 'customer',
  status: 'active',
  ends: false,
  foreign_fee: 10,
};
const adoption = {
  dry_run: true,
  found: 4,
  linked: 2,
  subscriptions: [
    found,
    { ...found, subscription_id: 'sub_2', email_address: 'bo@example.org', match: 'address', ends: true },
    { ...found, subscription_id: 'sub_3', email_address: null, match: 'none', foreign_fee: null },
  ],
};

function numbers() {
  const move = (people: number, amount: number) => ({ people, amount });
  const movements = {
    new: move(61, 30_500),
    return: move(4, 2000),
    expansion: move(3, 1200),
    contraction: move(1, -83),
    churn: move(22, -11_000),
  };
  const income = { paid: 541_200, invoices: 1087, refunded: 1500, revenue: 539_700 };
  const day = (index: number) => ({
    ...{
      day: `2026-11-${String(index + 1).padStart(2, '0')}`,
      mrr: 500_383 + index * 1190,
      people: 1159 + index * 2,
    },
    ...{ movements, ...income },
  });
  const results = Array.from({ length: 20 }, (_, index) => day(index));
  const usd = {
    ...{
      currency: 'usd',
      mrr: 523_000,
      people: 1204,
      at_risk: move(14, 7000),
      totals: { movements, ...income },
    },
    ...{ people_churn: 0.019, money_churn: 0.0221, results },
  };
  const jpy = { ...usd, currency: 'jpy', mrr: 14_400, people: 12, at_risk: move(0, 0), money_churn: null };
  const email = {
    email_id: '0b8f5b0e-6f0f-4c5e-9b0a-1c2d3e4f5a6b',
    subject: 'What the tide left',
    checkouts: 31,
    paid: 24,
  };
  return {
    ...{ start: '2026-11-01', end: '2026-11-20', timezone: 'UTC', currencies: [usd, jpy] },
    emails: [email, { ...email, email_id: '1b8f5b0e-6f0f-4c5e-9b0a-1c2d3e4f5a6b', subject: '', paid: 3 }],
  };
}
