import type { PaymentNumbers } from '../../../src/client/schema.ts';

const kinds = ['new', 'return', 'expansion', 'contraction', 'churn'] as const;

/** The figures of each day as a table. Amounts are in the smallest unit of the currency. */
export function csvOf({ currencies }: PaymentNumbers): string {
  const heads = [
    ...['day', 'currency', 'mrr', 'people'],
    ...kinds.flatMap(kind => [`${kind}_people`, `${kind}_amount`]),
    ...['paid', 'invoices', 'refunded', 'revenue'],
  ];
  const rows = currencies.flatMap(({ currency, results }) =>
    results.map(({ day, mrr, people, movements, paid, invoices, refunded, revenue }) => [
      ...[day, currency, mrr, people],
      ...kinds.flatMap(kind => [movements[kind].people, movements[kind].amount]),
      ...[paid, invoices, refunded, revenue],
    ]),
  );
  return [heads, ...rows].map(row => `${row.join(',')}\r\n`).join('');
}
