import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import { amountOf } from './amounts.ts';
import { MoneyChart } from './money-chart.tsx';
import styles from './numbers.module.css';
import { numbersQuery } from './queries.ts';

const said = words.payment_numbers;

/** Queries the money of these days, for people who may see it. An error means that nobody pays for the newsletter. */
export function useMoney(days: number) {
  const sees = usePermission('payments', 'read');
  return useQuery({ ...numbersQuery(useHere(), days), enabled: sees });
}

/** Shows the monthly revenue in small, if readers pay. */
export function HomeMoney({ days }: { days: number }) {
  const { username: newsletter } = useHere().newsletter;
  const { data } = useMoney(days);
  const paid = data?.currencies.filter(({ mrr, totals }) => mrr > 0 || totals.paid > 0) ?? [];
  if (paid.length === 0) return null;
  return (
    <Section
      title={said.title}
      action={
        <Link to="/$newsletter/settings/payments" params={{ newsletter }}>
          {said.all}
        </Link>
      }
    >
      {paid.map(({ currency, mrr, people, totals, results }) => (
        <div key={currency}>
          <p className={styles.figure}>
            <b>{amountOf(mrr, currency)}</b>
            <span>
              {said.each_month} {said.from(people)} ·{' '}
              {said.revenue_of(amountOf(totals.revenue, currency), days)}
            </span>
          </p>
          <MoneyChart
            values={results.map(one => one.mrr)}
            label={said.chart}
            write={amount => amountOf(amount, currency)}
          />
        </div>
      ))}
    </Section>
  );
}
