import { useState } from 'react';
import type { Payments } from '../../../src/client/schema.ts';
import { useProven } from '../accounts/me.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, Question } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { KeyForm } from './key-form.tsx';
import styles from './payments.module.css';
import { keepPayments } from './queries.ts';

const said = words.payments;

/** Changes the key or ends the connection. Either needs a recent sign-in. */
export function Disconnect({ payments }: { payments: Payments }) {
  const [open, setOpen] = useState<'key' | 'end'>();
  const close = () => setOpen(undefined);
  return (
    <Section
      title={said.disconnect}
      note={said.disconnect_note}
      action={
        <span className={styles.links}>
          <Button onClick={() => setOpen('key')}>
            {payments.mode === 'practice' ? said.with_key : said.replace_key}
          </Button>
          <Button look="danger" onClick={() => setOpen('end')}>
            {said.disconnect_ask}
          </Button>
        </span>
      }
    >
      {open === 'key' && (
        <Dialog kind="wide" title={said.with_key} onClose={close}>
          <KeyForm payments={payments} onDone={close} />
        </Dialog>
      )}
      {open === 'end' && <End payments={payments} onClose={close} />}
    </Section>
  );
}

function End({ payments, onClose }: { payments: Payments; onClose: () => void }) {
  const here = useHere();
  const end = useProven(
    (_: null) => here.api.delete('/v1/payments'),
    () => {
      say(said.disconnected);
      void keepPayments(here);
      onClose();
    },
  );
  return (
    <Question
      title={said.disconnect_title}
      act={said.disconnect_act}
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(null)}
      onClose={onClose}
    >
      {payments.mode === 'live' ? said.disconnect_live : said.disconnect_practice}
    </Question>
  );
}
