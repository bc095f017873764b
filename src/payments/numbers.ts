import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { addDays } from '../platform/days.ts';
import type { PaymentAccount } from './account.ts';
import { listConversions } from './conversions.ts';
import {
  countRisk,
  type Move,
  movementKinds,
  type Receipts,
  sumMovements,
  sumReceipts,
} from './number-queries.ts';

const count = z.int();
const money = z.int().describe('In the smallest unit of the currency');
const movement = z.object({ people: count, amount: money });
const movements = z
  .object({ new: movement, return: movement, expansion: movement, contraction: movement, churn: movement })
  .describe(
    'How the monthly revenue has changed. new: people who pay for the first time. return: people who had paid before. expansion, contraction: people who pay more or less. churn: people who no longer pay anything',
  );
const income = {
  paid: money.describe('Invoices that were paid, with taxes'),
  invoices: count,
  refunded: money.describe('How much of those invoices was paid back'),
  revenue: money.describe('paid less refunded'),
};

const dayNumbers = z.object({
  day: z.string(),
  mrr: money.describe('At the end of the day'),
  people: count.describe('How many people paid at the end of the day'),
  movements,
  ...income,
});

const currencyNumbers = z.object({
  currency: z.string(),
  mrr: money.describe(
    'The monthly revenue at the end of the last day, from subscriptions that are paid or past due. Recurring discounts are subtracted; taxes, trials and one-time payments do not count',
  ),
  people: count.describe('How many people pay it'),
  at_risk: movement.describe(
    'The part of it that may be lost soon, as of now: its end is planned, or its payment is past due',
  ),
  totals: z.object({ movements, ...income }),
  people_churn: z.number().nullable().describe('Of the people who paid at the start, the share who left'),
  money_churn: z
    .number()
    .nullable()
    .describe('Of the monthly revenue at the start, the share that was lost by churn and contraction'),
  results: z.array(dayNumbers),
});

export const numbersSchema = z
  .object({
    start: z.string().describe('The first day'),
    end: z.string().describe('The last day'),
    timezone: z.string().describe('Days are those of this time zone'),
    currencies: z
      .array(currencyNumbers)
      .describe('The currency with the highest monthly revenue comes first'),
    emails: z
      .array(
        z.object({
          email_id: z.string(),
          subject: z.string(),
          checkouts: count.describe(
            'How many people opened a checkout within a week after a click in this email, their last click before it',
          ),
          paid: count.describe('How many of them paid'),
        }),
      )
      .describe(
        'The emails from which readers came who opened a checkout in these days; those that led to most payments first',
      ),
  })
  .meta({ id: 'PaymentNumbers' });
export type Numbers = z.output<typeof numbersSchema>;
type Currency = Numbers['currencies'][number];

/** The source of the figures: the rows that are kept for them or, for a recount, the history of reads. */
export type Source = {
  moves: (until: string) => Promise<Move[]>;
  receipts: () => Promise<Receipts[]>;
  risk: () => Promise<{ currency: string; people: number; amount: number }[]>;
  emails: (start: string, end: string) => Promise<Numbers['emails']>;
};

/** Returns the figures of the newsletter's account as they are kept. */
export function keptSource(db: Database, { key }: PaymentAccount, newsletter: Newsletter): Source {
  const { timezone } = newsletter;
  return {
    moves: until => sumMovements(db, key, timezone, until),
    receipts: () => sumReceipts(db, key, timezone),
    risk: () => countRisk(db, key),
    emails: (start, end) => listConversions(db, newsletter, key, { start, end }),
  };
}

/** Computes every figure about money from `start` to `end`, two days in the newsletter's time zone, both included. */
export async function readNumbers(
  source: Source,
  timezone: string,
  { start, end }: { start: string; end: string },
): Promise<Numbers> {
  const [moves, receipts, risks, emails] = await Promise.all([
    source.moves(end),
    source.receipts(),
    source.risk(),
    source.emails(start, end),
  ]);
  const named = new Set([...moves, ...receipts, ...risks].map(({ currency }) => currency));
  const currencies = [...named].map((currency): Currency => {
    const mine = <Row extends { currency: string }>(rows: Row[]) =>
      rows.filter(row => row.currency === currency);
    const [risk = { people: 0, amount: 0 }] = mine(risks);
    const at_risk = { people: risk.people, amount: risk.amount };
    return { currency, at_risk, ...overDays(mine(moves), mine(receipts), start, end) };
  });
  currencies.sort((a, b) => b.mrr - a.mrr || (a.currency < b.currency ? -1 : 1));
  return { start, end, timezone, currencies, emails };
}

function overDays(
  moves: Move[],
  receipts: Receipts[],
  start: string,
  end: string,
): Omit<Currency, 'currency' | 'at_risk'> {
  const before = tallyOf(moves.filter(({ day }) => day < start));
  let mrr = netOf(before, 'amount');
  let people = peopleOf(before);
  const first = { mrr, people };
  const results: Currency['results'] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) {
    const movements = tallyOf(moves.filter(move => move.day === day));
    mrr += netOf(movements, 'amount');
    people += peopleOf(movements);
    results.push({ day, mrr, people, movements, ...incomeOf(receipts.filter(one => one.day === day)) });
  }
  const movements = tallyOf(moves.filter(({ day }) => day >= start && day <= end));
  const income = incomeOf(receipts.filter(({ day }) => day >= start && day <= end));
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  return {
    mrr,
    people,
    totals: { movements, ...income },
    people_churn: share(movements.churn.people, first.people),
    money_churn: share(-(movements.churn.amount + movements.contraction.amount), first.mrr),
    results,
  };
}

function tallyOf(moves: Move[]): Currency['totals']['movements'] {
  const tally = Object.fromEntries(
    movementKinds.map(kind => {
      const some = moves.filter(move => move.kind === kind);
      const sum = (name: 'people' | 'amount') => some.reduce((all, move) => all + move[name], 0);
      return [kind, { people: sum('people'), amount: sum('amount') }];
    }),
  );
  return tally as Currency['totals']['movements'];
}

function netOf(tally: Currency['totals']['movements'], name: 'amount'): number {
  return movementKinds.reduce((sum, kind) => sum + tally[kind][name], 0);
}

function peopleOf(tally: Currency['totals']['movements']): number {
  return tally.new.people + tally.return.people - tally.churn.people;
}

function incomeOf(receipts: Receipts[]) {
  const sum = (name: 'paid' | 'invoices' | 'refunded') => receipts.reduce((all, one) => all + one[name], 0);
  const [paid, invoices, refunded] = [sum('paid'), sum('invoices'), sum('refunded')];
  return { paid, invoices, refunded, revenue: paid - refunded };
}
