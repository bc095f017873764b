import type Stripe from 'stripe';
import { type Fields, flag, group, number, text } from './form.ts';
import { nextId, type World } from './world.ts';

/**
 * The functions here make new objects, with every field that Stripe's types demand: the compiler compares them with the schemas of Stripe's
 * API.
 */

const hour = 3600;

export function newProduct(world: World, fields: Fields, now: number): Stripe.Product {
  return {
    id: nextId(world, 'prod_'),
    object: 'product',
    active: true,
    created: now,
    description: text(fields.description) ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: group(fields.metadata) as Stripe.Metadata,
    name: text(fields.name) ?? '',
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: now,
    url: null,
  };
}

export function newPrice(world: World, fields: Fields, now: number): Stripe.Price {
  const recurring = group(fields.recurring);
  const custom = group(fields.custom_unit_amount);
  const amount = number(fields.unit_amount) ?? null;
  return {
    id: nextId(world, 'price_'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    currency: text(fields.currency) ?? 'usd',
    custom_unit_amount: fields.custom_unit_amount
      ? {
          maximum: number(custom.maximum) ?? null,
          minimum: number(custom.minimum) ?? null,
          preset: number(custom.preset) ?? null,
        }
      : null,
    livemode: false,
    lookup_key: null,
    metadata: group(fields.metadata) as Stripe.Metadata,
    nickname: text(fields.nickname) ?? null,
    product: text(fields.product) ?? '',
    recurring: fields.recurring
      ? {
          interval: (text(recurring.interval) ?? 'month') as 'month',
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: fields.recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: null,
  };
}

export function newCustomer(world: World, fields: Fields, now: number): Stripe.Customer {
  return {
    id: nextId(world, 'cus_'),
    object: 'customer',
    balance: 0,
    created: now,
    default_source: null,
    description: text(fields.description) ?? null,
    email: text(fields.email) ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: group(fields.metadata) as Stripe.Metadata,
    shipping: null,
  };
}

/** Makes a session. Its price and trial are in the metadata, because a session does not show its lines. */
export function newSession(world: World, fields: Fields, now: number, base: string): Stripe.Checkout.Session {
  const id = nextId(world, 'cs_test_');
  const subscription = group(fields.subscription_data);
  const [line] = Object.values(group(fields.line_items)).map(group);
  const mode = text(fields.mode) as Stripe.Checkout.Session.Mode;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: flag(fields.allow_promotion_codes),
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: {
      enabled: flag(group(fields.automatic_tax).enabled),
      liability: null,
      provider: null,
      status: null,
    },
    billing_address_collection: null,
    cancel_url: text(fields.cancel_url) ?? null,
    client_reference_id: text(fields.client_reference_id) ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: text(fields.customer) ?? null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: number(fields.expires_at) ?? now + 24 * hour,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: flag(group(fields.managed_payments).enabled) },
    metadata: {
      ...(group(fields.metadata) as Stripe.Metadata),
      practice_price: text(line?.price) ?? '',
      ...(line?.price_data !== undefined && {
        practice_amount: text(group(line.price_data).unit_amount) ?? '0',
        practice_currency: text(group(line.price_data).currency) ?? 'usd',
        practice_product: text(group(line.price_data).product) ?? '',
      }),
      practice_trial_days: text(subscription.trial_period_days) ?? '0',
      ...prefixed(group(subscription.metadata)),
    },
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: text(fields.success_url) ?? null,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${base}/checkout/${id}`,
    wallet_options: null,
  };
}

const inside = 'practice_of_subscription_';

function prefixed(metadata: Fields): Stripe.Metadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [inside + name, text(value) ?? '']),
  );
}

/** Returns the metadata that a session gives to its subscription. */
export function metadataFor(session: Stripe.Checkout.Session): Stripe.Metadata {
  return Object.fromEntries(
    Object.entries(session.metadata ?? {})
      .filter(([name]) => name.startsWith(inside))
      .map(([name, value]) => [name.slice(inside.length), value]),
  );
}

export type NewSubscription = {
  customer: string;
  price: Stripe.Price;
  metadata: Stripe.Metadata;
  trial_days: number;
};

export function newSubscription(
  world: World,
  { customer, price, metadata, trial_days }: NewSubscription,
  now: number,
): Stripe.Subscription {
  const id = nextId(world, 'sub_');
  const trial_end = trial_days > 0 ? now + trial_days * 24 * hour : null;
  const end = trial_end ?? periodEnd(now, price);
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: end,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: null,
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [newItem(world, id, price, now, end)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trial_end === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'cancel' } },
    trial_start: trial_end === null ? null : now,
  };
}

function newItem(
  world: World,
  subscription: string,
  price: Stripe.Price,
  start: number,
  end: number,
): Stripe.SubscriptionItem {
  return {
    id: nextId(world, 'si_'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** Returns when a period of this price ends that begins at `start`. */
export function periodEnd(start: number, { recurring }: Stripe.Price): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  switch (recurring?.interval) {
    case 'year':
      date.setUTCFullYear(date.getUTCFullYear() + 1);
      break;
    case 'month':
      date.setUTCMonth(date.getUTCMonth() + 1);
      break;
    default:
      return start + 7 * 24 * hour;
  }
  // If the month is too short, the period ends on its last day.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime() / 1000;
}
