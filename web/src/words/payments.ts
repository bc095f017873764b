// Payments: the connection with Stripe, what readers can buy, and whether everything agrees.
import { counted, number } from './counted.ts';

export const payments = {
  title: 'Payments',
  owners: 'Only owners see payments',
  owners_detail: 'Ask an owner of the newsletter, who can also let editors see them.',

  // Before there is a connection.
  begin: 'Readers can pay for your newsletter',
  begin_detail:
    'They pay through your own Stripe account, and Postrider takes no share. Paid issues and paid pages of your archive then open for them automatically.',
  practise: 'Try it without an account',
  practise_detail:
    'A practice has two prices and a payment page on which you play the reader. Nothing is charged, and all access that comes from it ends when you connect with Stripe. Practise before the newsletter has paid issues: anybody who finds the plans can take one.',
  practise_act: 'Start a practice',
  practised: 'The practice is ready. Open the plans and buy one.',
  with_key: 'Connect your Stripe account',
  replace_key: 'Connect with another key',
  steps: [
    'If you have no Stripe account yet, create one at stripe.com. Stripe asks for your bank account there.',
    'Open Stripe’s page for a new key below. The name and the rights are filled in already; compare them with the list, then create the key.',
    'Copy the key, which begins with rk_live_ or rk_test_, and paste it here.',
  ],
  new_key: 'Create the key at Stripe',
  new_test_key: 'or a key of test mode',
  rights: 'The rights of the key',
  right_has: 'has it',
  right_missing: 'missing',

  key: 'Restricted key',
  key_hint: 'It is encrypted in the database and never shown again. A key of test mode charges nobody.',
  check: 'Check the key',
  key_missing: (count: number) =>
    `The key lacks ${counted(count, 'right')}. Edit it in the Stripe Dashboard, under Developers and API keys, then check it again.`,
  key_good: (mode: 'practice' | 'test' | 'live', account: string | null) =>
    `The key has every right. It is a key of ${mode === 'live' ? 'live' : 'test'} mode${account ? ` for the account ${account}` : ''}.`,
  connect: 'Connect',
  connected: 'The newsletter is connected with Stripe.',

  // The state of the connection.
  modes: { none: '', practice: 'Practice', test: 'Test mode', live: 'Live' },
  mode_says: {
    none: '',
    practice: 'This is a practice: nothing is charged.',
    test: 'This is Stripe’s test mode: nothing is charged.',
    live: 'Readers pay real money to your account.',
  },
  account: (id: string) => `Account ${id}`,
  answered: 'Stripe answered',
  pushed: 'Changes become known within seconds.',
  polled: 'Changes become known within five minutes.',
  failing: 'Stripe has not answered since',
  failing_detail:
    'Nobody loses access until three days after the last known end of what they paid for. Postrider keeps trying. The last error:',

  // Plans.
  plans: 'What readers can buy',
  plans_note:
    'Link to this page wherever you like. Teasers and paid pages of your archive lead there automatically.',
  copy_address: 'Copy the address of the plans',
  no_plans: 'There is nothing to buy yet. Create a price first.',
  new_price: 'New price …',
  price_title: 'New price',
  price_act: 'Create the price',
  price_made: 'Readers can buy it now.',
  cadences: { month: 'each month', year: 'each year', week: 'each week', 'one-time': 'once' },
  cadence: 'Paid',
  cadence_choices: { month: 'Each month', year: 'Each year', week: 'Each week', 'one-time': 'Once' },
  style: 'Who sets the amount',
  styles: { fixed: 'You', 'pay-what-you-want': 'Readers' },
  style_hint: 'Stripe lets readers choose the amount only for one-time payments.',
  amount: 'Amount',
  amount_wrong: 'Write an amount such as 5 or 4.50.',
  currency: 'Currency',
  minimum: 'At least',
  suggested: 'Suggested',
  description: 'Name',
  description_hint: 'Readers see it where they choose, for example “Supporter”. It may stay empty.',
  from: (amount: string) => `from ${amount}`,
  chosen: 'readers choose the amount',
  archive: 'Archive …',
  archive_title: (price: string) => `Archive ${price}?`,
  archive_detail:
    'Nobody can buy it any more. Readers who pay for it now keep it and continue to pay for it.',
  archive_act: 'Archive',
  archived: 'Nobody can buy it any more.',
  archive_one: (price: string) => `Archive ${price} …`,
  coupons: 'Coupons',
  coupons_note:
    'Coupons and their promotion codes are made in the Stripe Dashboard, under Product catalogue and Coupons. Readers type a code on the payment page.',
  no_coupons: 'Your account has no coupons.',
  percent_off: (percent: string) => `${percent} % off`,
  amount_off: (amount: string) => `${amount} off`,
  to_coupons: 'Coupons in the Stripe Dashboard',

  // The comparison with Stripe.
  agrees: 'Does it agree with Stripe?',
  agrees_note: 'Once a day, Postrider compares every subscription that Stripe has with what is here.',
  agree: (agreed: number, compared: number) =>
    compared === 0 ? 'Stripe has no subscriptions yet' : `${number(agreed)} of ${number(compared)} agree`,
  never_compared: 'Not compared yet.',
  outside: (count: number) =>
    `${counted(count, 'subscription')} in the account ${count === 1 ? 'belongs' : 'belong'} to other products and ${count === 1 ? 'is' : 'are'} left alone.`,
  compare: 'Compare now',
  compared: (agreed: number, compared: number) => `${number(agreed)} of ${number(compared)} agree.`,
  drifts: 'What differs',
  drift_kinds: {
    differs: 'Not the same here as at Stripe',
    unknown: 'Not known here yet',
    vanished: 'No longer at Stripe',
    two_running: 'Pays twice',
    without_subscriber: 'Pays, but is not linked to a subscriber here',
    foreign_fee: 'Another service takes a share of each payment',
    other_currency: 'In a currency other than your usual one',
  },
  drift_acts: {
    differs: 'Nothing to do: it is being read again.',
    unknown: 'Nothing to do: it is being read.',
    vanished: 'Nothing to do: it is being read again.',
    two_running: 'End one of the two at Stripe, and refund what was paid for it.',
    without_subscriber: 'Link it below, under “Subscriptions that another service began”.',
    foreign_fee:
      'Ask that service to remove its fee without ending the subscription. Do not disconnect Stripe in its settings.',
    other_currency: 'Nothing to do if you have prices in several currencies.',
  },
  to_person: 'The subscriber',
  to_stripe: 'At Stripe',
  more_drifts: (count: number) => `and ${counted(count, 'more')}`,

  // Linking subscriptions of another service.
  adopt: 'Subscriptions that another service began',
  adopt_note:
    'Substack, Ghost, Buttondown and beehiiv fill your Stripe account. Import the subscribers first, then link what they pay to them. Nothing changes at Stripe: nobody is charged twice, and nobody loses a day.',
  adopt_open: 'Look for them …',
  adopt_title: 'Subscriptions that another service began',
  adopt_none: 'Stripe has no running subscription that is not linked yet.',
  adopt_found: (found: number, linked: number) =>
    `${counted(found, 'running subscription')}; ${number(linked)} ${linked === 1 ? 'is' : 'are'} linked to a subscriber or would be.`,
  adopt_matches: {
    linked: 'Linked already',
    customer: 'The import has kept the customer’s id',
    address: 'A subscriber has the same address',
    none: 'Nobody here has this address or customer id',
  },
  adopt_does: {
    linked: '',
    customer: 'will be linked',
    address: 'will be linked if you choose so below',
    none: 'stays as it is: import or add the subscriber first',
  },
  adopt_ends: 'ends with its period, and still will',
  adopt_fee: (percent: number) => `${percent} % of each payment still goes to another service`,
  adopt_fees: (count: number) =>
    `${counted(count, 'subscription')} still ${count === 1 ? 'pays' : 'pay'} a share to the former service. Ask it to remove its fee without ending the subscriptions, and do not disconnect Stripe in its settings: that can end and refund them.`,
  adopt_by_address: 'Also link by address',
  adopt_by_address_hint: 'Look at the list first: whoever has the address gets what the customer pays for.',
  adopt_act: 'Link them',
  adopted: (count: number) => `${counted(count, 'subscription')} ${count === 1 ? 'is' : 'are'} linked now.`,
  nobody: 'no address',

  // Settings.
  settings: 'Settings',
  products: 'Products that belong to this newsletter',
  products_hint:
    'Only their prices are offered, and only their subscriptions give access. Everything else in the account is left alone.',
  no_products: 'The account has no products. Your first price creates one.',
  grace: 'Days of grace',
  grace_hint:
    'How long somebody whose payment failed can still read everything. Meanwhile, Stripe tries the card again.',
  trial: 'Days of trial',
  trial_hint: 'How long a new subscription costs nothing. 0: no trial.',
  unsubscribing: 'When a payer unsubscribes from mail',
  unsubscribings: {
    end: 'the plan ends after the paid time, and can resume',
    keep: 'the plan continues, and they can sign in to read',
  },
  tax: 'Taxes',
  taxes: {
    none: 'I take care of them',
    stripe_tax: 'Stripe Tax calculates them',
    managed: 'Stripe is the seller and takes care of them (Managed Payments)',
  },
  tax_hint: 'Stripe Tax and Managed Payments must be set up in the Stripe Dashboard first.',
  usual_currency: 'Usual currency',
  usual_currency_hint: 'Three letters, such as usd or eur, for new prices.',

  // Ending the connection.
  disconnect: 'Disconnect',
  disconnect_note: 'The connection ends here; nothing changes at Stripe.',
  disconnect_ask: 'Disconnect …',
  disconnect_title: 'Disconnect from Stripe?',
  disconnect_practice: 'All access that came from it ends now, as if it had never been. Nobody was charged.',
  disconnect_live:
    'You cannot disconnect while subscriptions are running: Postrider would no longer know who pays, and Stripe would go on charging. End them at Stripe first; what people have paid for lasts until its end. To change only the key, connect with another one instead.',
  disconnect_act: 'Disconnect',
  disconnected: 'The newsletter is no longer connected.',
} as const;
