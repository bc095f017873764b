import type Stripe from 'stripe';
import { type Fields, flag, group, number, readFields, text } from './form.ts';
import { newCustomer, newPrice, newProduct, newSession } from './objects.ts';
import { endNow, expire, pass } from './pass.ts';
import { type Answer, all, find, type Kept, keep, nextId, tell, type World } from './world.ts';

/** A request to Stripe's API. `path` begins with /v1/ and has no query. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  idempotency_key?: string | undefined;
};

/** Where a world is, and when. */
type Here = {
  world: World;
  /** In seconds. */
  now: number;
  /** The address below which its pages are. */
  base: string;
};

type Operation = {
  method: string;
  path: RegExp;
  /** The right that a restricted key needs, as Stripe names it. */
  right: string | null;
  answer(here: Here, fields: Fields, id: string): unknown;
};

/** What a world refuses, in Stripe's words. */
class Refusal extends Error {
  readonly status: number;
  readonly error: Record<string, string>;
  constructor(status: number, error: Record<string, string>) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/**
 * Answers one request as Stripe would at `now`, after everything that the clock has brought about. The same Idempotency-Key with the
 * same request gives the same answer and changes nothing.
 */
export function answer(here: Here, asked: Asked): Answer {
  const { world, now } = here;
  pass(world, now);
  const key = asked.method === 'POST' ? asked.idempotency_key : undefined;
  const request = `${asked.path}?${asked.form}`;
  const former = key === undefined ? undefined : world.answers[key];
  if (former)
    return former.request === request
      ? former.answer
      : refusal(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters.',
        );
  const given = perform(here, asked);
  // A refusal of the parameters is not kept, as at Stripe.
  if (key !== undefined && given.status === 200)
    world.answers[key] = { request, answer: structuredClone(given) };
  return structuredClone(given);
}

function perform(here: Here, { method, path, query, form }: Asked): Answer {
  for (const operation of operations) {
    const found = operation.method === method ? operation.path.exec(path) : null;
    if (!found) continue;
    if (operation.right && here.world.missing_rights.includes(operation.right))
      return refusal(
        403,
        'invalid_request_error',
        `The provided key does not have the required permissions for this endpoint on account 'acct_${here.world.seed}'. Having the 'rak_${operation.right}' permission would allow this request to continue.`,
      );
    try {
      const body = operation.answer(here, readFields(method === 'POST' ? form : query), found[1] ?? '');
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: { error: error.error } };
    }
  }
  return refusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}

function refusal(status: number, type: string, message: string): Answer {
  return { status, body: { error: { type, message } } };
}

function demand<Name extends Kept['object']>({ world }: Here, name: Name, id: string | undefined) {
  const found = find(world, name, id);
  if (found) return found;
  throw missing(name, id);
}

function missing(name: string, id: string | undefined): Refusal {
  const message = `No such ${name}: '${id}'`;
  return new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}

function invalid(message: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message });
}

/** A page of a list, the newest first. */
function list<Item extends { id: string; created: number }>(
  url: string,
  items: readonly Item[],
  fields: Fields,
) {
  const limit = number(fields.limit) ?? 10;
  const since = number(group(fields.created).gte) ?? 0;
  const newest = items.filter(({ created }) => created >= since).toReversed();
  const after = text(fields.starting_after);
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  return {
    object: 'list',
    url,
    data: newest.slice(start, start + limit),
    has_more: newest.length > start + limit,
  };
}

const wanted =
  <Item extends { active: boolean }>({ active }: Fields) =>
  (item: Item) =>
    active === undefined || item.active === flag(active);

/** Whether the request asks for this to be returned whole. */
function expands({ expand }: Fields, path: string): boolean {
  return Object.values(group(expand)).includes(path);
}

/** Discounts are named by their ids unless they are asked for. */
function shownDiscounts(subscription: Stripe.Subscription, isWhole: boolean): Stripe.Subscription {
  if (isWhole) return subscription;
  const discounts = subscription.discounts.map(one => (typeof one === 'string' ? one : one.id));
  return { ...subscription, discounts };
}

const operations: readonly Operation[] = [
  {
    method: 'GET',
    path: /^\/v1\/account$/,
    right: 'connected_account_read',
    answer: ({ world }) => ({
      id: `acct_${world.seed}`,
      object: 'account',
      charges_enabled: true,
      country: 'US',
      default_currency: 'usd',
      details_submitted: true,
      email: null,
      payouts_enabled: true,
      type: 'standard',
    }),
  },
  {
    method: 'GET',
    path: /^\/v1\/products$/,
    right: 'product_read',
    answer: ({ world }, fields) => list('/v1/products', all(world, 'product').filter(wanted(fields)), fields),
  },
  {
    method: 'POST',
    path: /^\/v1\/products$/,
    right: 'product_write',
    answer: ({ world, now }, fields) => keep(world, newProduct(world, fields, now), 'product.created', now),
  },
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    right: 'price_read',
    answer: ({ world }, fields) => list('/v1/prices', all(world, 'price').filter(wanted(fields)), fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/prices\/(\w+)$/,
    right: 'price_read',
    answer: (here, _, id) => demand(here, 'price', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    right: 'price_write',
    answer(here, fields) {
      demand(here, 'product', text(fields.product));
      return keep(here.world, newPrice(here.world, fields, here.now), 'price.created', here.now);
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/prices\/(\w+)$/,
    right: 'price_write',
    answer(here, fields, id) {
      const price = demand(here, 'price', id);
      if (fields.active !== undefined) price.active = flag(fields.active);
      return keep(here.world, price, 'price.updated', here.now);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/customers$/,
    right: 'customer_read',
    answer: ({ world }, fields) => list('/v1/customers', all(world, 'customer'), fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    right: 'customer_read',
    answer: (here, _, id) => demand(here, 'customer', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    right: 'customer_write',
    answer: ({ world, now }, fields) => keep(world, newCustomer(world, fields, now), 'customer.created', now),
  },
  ...(['customer', 'product', 'webhook_endpoint'] as const).map(name => ({
    method: 'POST',
    path: new RegExp(`^/v1/${name}s/(\\w+)$`),
    right: `${name}_write`,
    answer: (here: Here, _: Fields, id: string) => demand(here, name, id),
  })),
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    right: 'checkout_session_read',
    answer: ({ world }, fields) => list('/v1/checkout/sessions', all(world, 'checkout.session'), fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    right: 'checkout_session_read',
    answer(here, fields, id) {
      const session = demand(here, 'checkout.session', id);
      if (!expands(fields, 'payment_intent.latest_charge')) return session;
      const intent = find(here.world, 'payment_intent', session.payment_intent as string | null);
      const charge = find(here.world, 'charge', intent?.latest_charge as string | undefined);
      return intent ? { ...session, payment_intent: { ...intent, latest_charge: charge } } : session;
    },
  },
  ...(['charge', 'payment_intent'] as const).map(name => ({
    method: 'GET',
    path: new RegExp(`^/v1/${name}s$`),
    right: `${name}_read`,
    answer: ({ world }: Here, fields: Fields) => list(`/v1/${name}s`, all(world, name), fields),
  })),
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    right: 'invoice_read',
    answer: ({ world }, fields) =>
      list(
        '/v1/invoices',
        all(world, 'invoice').map(({ payments: _, ...invoice }) => invoice),
        fields,
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices\/(\w+)$/,
    right: 'invoice_read',
    answer(here, fields, id) {
      const { payments, ...invoice } = demand(here, 'invoice', id);
      return expands(fields, 'payments') ? { ...invoice, payments } : invoice;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    right: 'charge_read',
    answer: ({ world }, fields) => list('/v1/refunds', all(world, 'refund'), fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(\w+)$/,
    right: 'charge_read',
    answer: (here, _, id) => demand(here, 'refund', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    right: 'checkout_session_write',
    answer(here, fields) {
      demand(here, 'customer', text(fields.customer));
      const [line] = Object.values(group(fields.line_items)).map(group);
      const own = group(line?.price_data);
      if (line?.price_data !== undefined) demand(here, 'product', text(own.product));
      else if (!demand(here, 'price', text(line?.price)).active)
        throw invalid(`The price specified is inactive. This field only accepts active prices.`);
      const expires = number(fields.expires_at);
      if (expires !== undefined && expires < here.now + 1790)
        throw invalid(
          'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
        );
      return keep(here.world, newSession(here.world, fields, here.now, here.base), null, here.now);
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    right: 'checkout_session_write',
    answer(here, _, id) {
      const session = demand(here, 'checkout.session', id);
      if (session.status !== 'open')
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      expire(here.world, session, here.now);
      return session;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    right: 'customer_portal_write',
    answer(here, fields) {
      const customer = demand(here, 'customer', text(fields.customer));
      return {
        id: nextId(here.world, 'bps_'),
        object: 'billing_portal.session',
        configuration: `bpc_${here.world.seed}`,
        created: here.now,
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: text(fields.return_url) ?? null,
        url: `${here.base}/portal/${customer.id}?${new URLSearchParams({ back: text(fields.return_url) ?? '' })}`,
      };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    right: 'subscription_read',
    answer({ world }, fields) {
      const status = text(fields.status);
      const customer = text(fields.customer);
      const found = all(world, 'subscription').filter(
        one =>
          (status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status)) &&
          (customer === undefined || one.customer === customer),
      );
      const page = list('/v1/subscriptions', found, fields);
      const hasCustomer = expands(fields, 'data.customer');
      const data = page.data.map(one => ({
        ...shownDiscounts(one, expands(fields, 'data.discounts.source.coupon')),
        ...(hasCustomer && { customer: world.objects[one.customer as string] }),
      }));
      return { ...page, data };
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    right: 'subscription_read',
    answer: (here, fields, id) =>
      shownDiscounts(demand(here, 'subscription', id), expands(fields, 'discounts.source.coupon')),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    right: 'subscription_write',
    answer(here, fields, id) {
      const subscription = demand(here, 'subscription', id);
      if (subscription.ended_at !== null)
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      if (fields.cancel_at_period_end !== undefined) {
        subscription.cancel_at_period_end = flag(fields.cancel_at_period_end);
        subscription.canceled_at = subscription.cancel_at_period_end ? here.now : null;
      }
      if (fields.pause_collection !== undefined)
        subscription.pause_collection =
          fields.pause_collection === '' ? null : { behavior: 'void', resumes_at: null };
      const [item] = Object.values(group(fields.items)).map(group);
      if (item) subscription.items.data[0]!.price = demand(here, 'price', text(item.price));
      return keep(here.world, subscription, 'customer.subscription.updated', here.now);
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    right: 'subscription_write',
    answer(here, _, id) {
      const subscription = demand(here, 'subscription', id);
      if (subscription.ended_at !== null) throw missing('subscription', id);
      endNow(here.world, subscription, here.now);
      return subscription;
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/coupons$/,
    right: 'coupon_read',
    answer: ({ world }, fields) => list('/v1/coupons', all(world, 'coupon'), fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    right: 'event_read',
    answer: ({ world }, fields) => list('/v1/events', world.events, fields),
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints$/,
    right: 'webhook_endpoint_write',
    answer({ world, now }, fields) {
      const id = nextId(world, 'we_');
      return keep(
        world,
        {
          id,
          object: 'webhook_endpoint',
          api_version: null,
          application: null,
          created: now,
          description: null,
          enabled_events: Object.values(group(fields.enabled_events)).map(String),
          livemode: false,
          metadata: {},
          secret: `whsec_${world.seed}${id}`,
          status: 'enabled',
          url: text(fields.url) ?? '',
        },
        null,
        now,
      );
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    right: 'webhook_endpoint_write',
    answer(here, _, id) {
      demand(here, 'webhook_endpoint', id);
      delete here.world.objects[id];
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
];

/** Changes a subscription as its owner may in Stripe's Dashboard, without telling anybody who asked nothing. */
export function edit(here: Here, id: string, changes: object): void {
  const subscription = demand(here, 'subscription', id);
  Object.assign(subscription, changes);
  tell(here.world, 'customer.subscription.updated', subscription, here.now);
}
