/** Paid subscriptions, and what Stripe says about them. */
export const payments = {
  currency: 'use the three letters of a currency in lower case, such as usd',
  key_form:
    'use a restricted key of your Stripe account, which begins with rk_live_ or rk_test_: Developers, API keys, Create restricted key',
  choose_mode:
    'The newsletter is not connected with Stripe yet. Send key with a restricted key of your account, or mode with the value practice to try everything without one.',
  practice_has_no_key: 'key: a practice has no account, and so no key. Leave out key, or leave out mode.',
  rights_missing: 'The key lacks rights. Edit it in the Stripe Dashboard and add: {rights}.',
  refused: 'Stripe refuses this: {reason}',
  away: 'Stripe does not answer: {reason} Nothing was changed. Try again in a few minutes.',
  no_page: 'Stripe gave no page for this payment. Try again in a few minutes.',
  running:
    'Subscriptions are running at Stripe ({count}), and Postrider would no longer know whether their readers pay. End them in the Stripe Dashboard first. You can change to another key of the same account without that.',
  test_over: 'It came from practice or test mode.',
  not_connected:
    'This newsletter is not connected with Stripe. PUT /v1/payments connects it with a key, or with mode practice without an account.',
  amount_missing: 'amount: a price that is not pay-what-you-want needs an amount above 0.',
  cadence_refused: 'cadence: prices per email are not offered here. Use year, month, week or one-time.',
  style_refused: 'style: usage-based prices are not offered here. Use fixed or pay-what-you-want.',
  choice_is_one_time:
    'cadence: at Stripe, readers can choose an amount only for a one-time payment. Use one-time.',
  maximum_too_high: 'maximum_amount: use at most 99999999.',
  minimum_not_less: 'minimum_amount: it must be less than maximum_amount.',
  suggestion_out_of_range: 'suggested_amount: it must be between minimum_amount and maximum_amount.',
  product_gone: 'product_id: the Stripe account has no such active product.',
  default_price:
    'This is the default price of its product. Choose another default in the Stripe Dashboard first.',
  on_hold: 'The installation is on hold, so nothing is changed at Stripe. GET /v1/hold says why.',
} as const;
