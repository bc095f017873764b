import { type Fields, text } from './form.ts';
import { demand, expands, type Here, list, type Operation } from './operation.ts';
import { all } from './world.ts';

/** The operations on payments, invoices and refunds. */
export const receipts: readonly Operation[] = [
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
        all(world, 'invoice')
          .filter(({ status }) => fields.status === undefined || status === text(fields.status))
          .map(({ payments: _, ...invoice }) => invoice),
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
];
