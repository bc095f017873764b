import { flag, text } from './form.ts';
import { newPrice, newProduct } from './objects.ts';
import { demand, list, type Operation, wanted } from './operation.ts';
import { all, keep } from './world.ts';

/** The operations on the account, its products, prices and coupons. */
export const catalogue: readonly Operation[] = [
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
    path: /^\/v1\/coupons$/,
    right: 'coupon_read',
    answer: ({ world }, fields) => list('/v1/coupons', all(world, 'coupon'), fields),
  },
  {
    method: 'GET',
    path: /^\/v1\/coupons\/(\w+)$/,
    right: 'coupon_read',
    answer: (here, _, id) => demand(here, 'coupon', id),
  },
];
