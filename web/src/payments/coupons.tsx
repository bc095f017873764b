import { useQuery } from '@tanstack/react-query';
import type { Payments } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { words } from '../words.ts';
import styles from './payments.module.css';
import { couponsQuery } from './queries.ts';

const said = words.payments;

/** The coupons of the account, which are made at Stripe. */
export function Coupons({ mode }: Pick<Payments, 'mode'>) {
  const coupons = useQuery(couponsQuery(useHere()));
  return (
    <Section
      title={said.coupons}
      note={said.coupons_note}
      action={
        <a
          href={`https://dashboard.stripe.com/${mode === 'live' ? '' : 'test/'}coupons`}
          target="_blank"
          rel="noreferrer"
        >
          {said.to_coupons}
        </a>
      }
    >
      <Loaded query={coupons} lines={1} height="3.5rem">
        {list =>
          list.length === 0 ? (
            <p className={styles.none}>{said.no_coupons}</p>
          ) : (
            <Rows>
              {list.map(({ coupon_id, name, percent_off }) => (
                <Row
                  key={coupon_id}
                  title={name ?? coupon_id}
                  note={percent_off === null ? coupon_id : said.percent_off(percent_off)}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Section>
  );
}
