import { useQuery } from '@tanstack/react-query';
import type { Payments, StripeCoupon } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { words } from '../words.ts';
import { amountOf } from './amounts.ts';
import styles from './payments.module.css';
import { couponsQuery } from './queries.ts';

const said = words.payments;

/** Lists the coupons of the account. They are created at Stripe. */
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
              {list.map(coupon => (
                <Row key={coupon.coupon_id} title={coupon.name ?? coupon.coupon_id} note={lessBy(coupon)} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Returns "20 % off" or "$5 off". */
function lessBy({ percent_off, amount_off, currency }: StripeCoupon): string {
  if (percent_off !== null) return said.percent_off(percent_off);
  return amount_off === null || currency === null ? '' : said.amount_off(amountOf(amount_off, currency));
}
