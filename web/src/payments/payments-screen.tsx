import { useQuery } from '@tanstack/react-query';
import type { Payments } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { Mark } from '../ui/chip.tsx';
import { PageTitle, UnderTitle } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { Adopt } from './adopt.tsx';
import { Agreement } from './agreement.tsx';
import { Begin } from './begin.tsx';
import { Coupons } from './coupons.tsx';
import { Disconnect } from './disconnect.tsx';
import { NumbersSection } from './numbers.tsx';
import styles from './payments.module.css';
import { Plans } from './plans.tsx';
import { numbersQuery, paymentsQuery, usualDays } from './queries.ts';
import { PaymentSettings } from './settings-form.tsx';

const said = words.payments;

/** Shows everything about money: the connection with Stripe, what readers can buy, and whether everything agrees. */
export function PaymentsScreen() {
  const here = useHere();
  const sees = usePermission('payments', 'read');
  const mayChange = usePermission('payments', 'write');
  const payments = useQuery({ ...paymentsQuery(here), enabled: sees });
  // They stand above the rest, which would move when they arrive.
  const numbers = useQuery({ ...numbersQuery(here, usualDays), enabled: sees });
  const whole = { ...payments, data: numbers.isLoading ? undefined : payments.data };
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      {sees ? (
        <Loaded query={whole} lines={8} height="4rem">
          {data =>
            data.connected ? (
              <Connected payments={data} mayChange={mayChange} />
            ) : (
              <Begin payments={data} mayChange={mayChange} />
            )
          }
        </Loaded>
      ) : (
        <Empty title={said.owners}>{said.owners_detail}</Empty>
      )}
    </>
  );
}

type Shown = { payments: Payments; mayChange: boolean };

function Connected({ payments, mayChange }: Shown) {
  const isPractice = payments.mode === 'practice';
  return (
    <>
      <State payments={payments} />
      <NumbersSection />
      <Plans payments={payments} mayChange={mayChange} />
      {!isPractice && <Coupons mode={payments.mode} />}
      <Agreement payments={payments} mayChange={mayChange} />
      {mayChange && !isPractice && <Adopt />}
      <PaymentSettings payments={payments} mayChange={mayChange} />
      {mayChange && <Disconnect payments={payments} />}
    </>
  );
}

/** Shows the mode, and whether Stripe answers. */
function State({
  payments: { mode, account_id, answer_date, failing_since, trouble, notices },
}: Pick<Shown, 'payments'>) {
  const zone = useHere().newsletter.timezone;
  return (
    <>
      <UnderTitle>
        <Mark strong={mode !== 'live'}>{said.modes[mode]}</Mark>
        <span>{said.mode_says[mode]}</span>
        {account_id && <span>{said.account(account_id)}</span>}
        {answer_date && mode !== 'practice' && (
          <span>
            {said.answered} <Time at={answer_date} zone={zone} precise />. {said[notices]}
          </span>
        )}
      </UnderTitle>
      {failing_since && (
        <div className={styles.trouble} role="alert">
          <strong>
            {said.failing} <Time at={failing_since} zone={zone} precise />
          </strong>
          <p>
            {said.failing_detail} {trouble}
          </p>
        </div>
      )}
    </>
  );
}
