import type { Payments } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { KeyForm } from './key-form.tsx';
import styles from './payments.module.css';
import { useConnect } from './queries.ts';

const said = words.payments;

/** Offers two ways to begin: a practice without an account, or a key of a Stripe account. */
export function Begin({ payments, mayChange }: { payments: Payments; mayChange: boolean }) {
  if (!mayChange) return <Empty title={said.owners}>{said.owners_detail}</Empty>;
  return (
    <>
      <h2 className={styles.lead}>{said.begin}</h2>
      <p className={styles.text}>{said.begin_detail}</p>
      <Practise />
      <Section title={said.with_key}>
        <KeyForm payments={payments} />
      </Section>
    </>
  );
}

function Practise() {
  const here = useHere();
  const start = useConnect(here, () => say(said.practised));
  return (
    <Section
      title={said.practise}
      note={said.practise_detail}
      action={
        <Button look="solid" busy={start.isPending} onClick={() => start.mutate({ mode: 'practice' })}>
          {said.practise_act}
        </Button>
      }
    >
      {start.error && <Failure error={start.error} />}
    </Section>
  );
}
