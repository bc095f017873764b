import type Stripe from 'stripe';

/** Every object that a world keeps, as Stripe shows it. */
export type Kept =
  | Stripe.Product
  | Stripe.Price
  | Stripe.Customer
  | Stripe.Checkout.Session
  | Stripe.Subscription
  | Stripe.Charge
  | Stripe.PaymentIntent
  | Stripe.Invoice
  | Stripe.Refund
  | Stripe.Coupon
  | Stripe.WebhookEndpoint;

type KeptOf<Name extends Kept['object']> = Extract<Kept, { object: Name }>;

/**
 * Everything that Stripe would know of an account in which nothing is really charged. It is plain JSON, changed only by the functions of
 * this room. Times are in seconds since 1970, as at Stripe.
 */
export type World = {
  /** A part of every id, so that the ids of two worlds differ. */
  seed: string;
  count: number;
  /** The time until which everything that is due has happened. */
  passed: number;
  /** The objects by id, in the order of their creation. */
  objects: Record<string, Kept>;
  events: Stripe.Event[];
  /** The answer for each Idempotency-Key, and a text of the request. */
  answers: Record<string, { request: string; answer: Answer }>;
  /** The customers whose card is refused. */
  refused: string[];
  /** The rights that the key lacks, such as `webhook_endpoint_write`. */
  missing_rights: string[];
};

/** An answer over HTTP. */
export type Answer = { status: number; body: unknown };

export function newWorld(seed: string): World {
  return { seed, count: 0, passed: 0, objects: {}, events: [], answers: {}, refused: [], missing_rights: [] };
}

/** Returns a new id with Stripe's prefix of the kind, such as `sub_`. */
export function nextId(world: World, prefix: string): string {
  world.count += 1;
  return `${prefix}${world.seed}${String(world.count).padStart(6, '0')}`;
}

/** Stores the object and records the event about it. */
export function keep<Object_ extends Kept>(
  world: World,
  object: Object_,
  type: Stripe.Event['type'] | null,
  now: number,
): Object_ {
  world.objects[object.id] = object;
  if (type) tell(world, type, object, now);
  return object;
}

/** Adds the event to those that the account lists. */
export function tell(world: World, type: Stripe.Event['type'], object: object, now: number): void {
  world.events.push({
    id: nextId(world, 'evt_'),
    object: 'event',
    api_version: null,
    created: now,
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 0,
    request: null,
    type,
  } as Stripe.Event);
}

export function find<Name extends Kept['object']>(
  world: World,
  name: Name,
  id: string | null | undefined,
): KeptOf<Name> | undefined {
  const found = id ? world.objects[id] : undefined;
  return found?.object === name ? (found as KeptOf<Name>) : undefined;
}

/** Returns all objects of this kind, the oldest first. */
export function all<Name extends Kept['object']>(world: World, name: Name): KeptOf<Name>[] {
  return Object.values(world.objects).filter(({ object }) => object === name) as KeptOf<Name>[];
}
