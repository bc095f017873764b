import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { amountOf } from '../../payments/amounts.ts';
import { subscriptionsQuery } from '../../payments/queries.ts';
import { dayOf } from '../../platform/time.ts';
import { words } from '../../words.ts';
import { Line } from './line.tsx';
import styles from './subscriber-screen.module.css';

const said = words.plan;

/** Queries what the person pays at Stripe, if the signed-in person may see payments. */
export function usePlan(id: string) {
  const sees = usePermission('payments', 'read');
  return useQuery({ ...subscriptionsQuery(useHere(), id), enabled: sees });
}

/** Shows what the person pays at Stripe; nothing if they have never paid. */
export function Plan({ id }: { id: string }) {
  const here = useHere();
  const { data = [] } = usePlan(id);
  if (data.length === 0) return null;
  return (
    <Line name={said.name}>
      <ul className={styles.grants}>
        {data.map(({ subscription_id, url, amount, currency, cadence, status, ending_date }) => (
          <li key={subscription_id}>
            <div>
              <strong>{said.pays(amountOf(amount ?? 0, currency), cadence)}</strong>
              <p className={styles.words}>
                {said.statuses[status as keyof typeof said.statuses] ?? status}
                {ending_date !== null &&
                  said.ends(dayOf(new Date(ending_date), here.newsletter.timezone), status === 'canceled')}
              </p>
            </div>
            <a href={url} target="_blank" rel="noreferrer">
              {said.to_stripe}
            </a>
          </li>
        ))}
      </ul>
    </Line>
  );
}
