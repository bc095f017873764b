import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Payments } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { soonOf } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Note, Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import numbers from './numbers.module.css';
import styles from './payments.module.css';
import { keepPayments } from './queries.ts';

const said = words.payments;
const mostShown = 50;

type Shown = { payments: Payments; mayChange: boolean };

/** Shows the last comparison with everything that Stripe has: "1,204 of 1,204 agree", and the differences. */
export function Agreement({ payments: { last_sweep, mode }, mayChange }: Shown) {
  const here = useHere();
  const zone = here.newsletter.timezone;
  const compare = useMutation({
    mutationFn: () => here.api.post('/v1/payments/sweep'),
    onSuccess: ({ agreed, compared }) => {
      say(said.compared(agreed, compared));
      void keepPayments(here);
    },
  });
  return (
    <Section
      title={said.agrees}
      note={said.agrees_note}
      action={
        mayChange && (
          <Button busy={compare.isPending} onClick={() => compare.mutate()}>
            {said.compare}
          </Button>
        )
      }
    >
      {compare.error && <Failure error={compare.error} />}
      {last_sweep ? (
        <>
          <p className={numbers.figure}>
            <b>{said.agree(last_sweep.agreed, last_sweep.compared)}</b>
            <span>{soonOf(new Date(last_sweep.date), zone)}</span>
          </p>
          {last_sweep.outside > 0 && <Note>{said.outside(last_sweep.outside)}</Note>}
          <Drifts drifts={last_sweep.drifts} mode={mode} />
        </>
      ) : (
        <p className={styles.none}>{said.never_compared}</p>
      )}
    </Section>
  );
}

type Drift = NonNullable<Payments['last_sweep']>['drifts'][number];

function Drifts({ drifts, mode }: { drifts: Drift[]; mode: Payments['mode'] }) {
  if (drifts.length === 0) return null;
  return (
    <>
      <h3 className={styles.head}>{said.drifts}</h3>
      <Rows>
        {drifts.slice(0, mostShown).map(drift => (
          <Row
            key={drift.kind + drift.subscription_id}
            title={said.drift_kinds[drift.kind]}
            note={said.drift_acts[drift.kind]}
            action={<Ways drift={drift} mode={mode} />}
          />
        ))}
      </Rows>
      {drifts.length > mostShown && <Note>{said.more_drifts(drifts.length - mostShown)}</Note>}
    </>
  );
}

/** Links to the person, and to the subscription at Stripe. */
function Ways({ drift: { subscription_id, subscriber_id }, mode }: { drift: Drift; mode: Payments['mode'] }) {
  const here = useHere();
  return (
    <span className={styles.links}>
      {subscriber_id && (
        <Link
          to="/$newsletter/subscribers/$person"
          params={{ newsletter: here.newsletter.username, person: subscriber_id }}
        >
          {said.to_person}
        </Link>
      )}
      {mode !== 'practice' && (
        <a
          href={`https://dashboard.stripe.com/${mode === 'live' ? '' : 'test/'}subscriptions/${subscription_id}`}
          target="_blank"
          rel="noreferrer"
        >
          {said.to_stripe}
        </a>
      )}
    </span>
  );
}
