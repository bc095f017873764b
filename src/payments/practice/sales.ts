import { type Fields, group, number, text } from './form.ts';
import { newCustomer, newSession } from './objects.ts';
import { demand, expands, type Here, invalid, list, type Operation } from './operation.ts';
import { expire } from './pass.ts';
import { all, find, keep, nextId } from './world.ts';

/** The operations on customers, checkout sessions and the portal. */
export const sales: readonly Operation[] = [
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
];
