import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Adoption } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField } from '../ui/field.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure, Loaded } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './payments.module.css';
import { keepPayments } from './queries.ts';

const said = words.payments;
type Found = Adoption['subscriptions'][number];

/** Links subscriptions that another service started to the subscribers who pay for them. Shows first what would happen. */
export function Adopt() {
  const [looks, setLooks] = useState(false);
  return (
    <Section
      title={said.adopt}
      note={said.adopt_note}
      action={<Button onClick={() => setLooks(true)}>{said.adopt_open}</Button>}
    >
      {looks && <AdoptDialog onClose={() => setLooks(false)} />}
    </Section>
  );
}

function AdoptDialog({ onClose }: { onClose: () => void }) {
  const here = useHere();
  const [by_address, setByAddress] = useState(false);
  const ask = (dry_run: boolean) => here.api.post('/v1/payments/adopt', { body: { dry_run, by_address } });
  const dry = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'adoption', by_address],
    queryFn: () => ask(true),
    gcTime: 0,
  });
  const adopt = useMutation({
    mutationFn: () => ask(false),
    onSuccess: ({ linked }) => {
      say(said.adopted(linked));
      void keepPayments(here);
      onClose();
    },
  });
  const some = dry.data?.subscriptions ?? [];
  const wanted = some.filter(({ match }) => match === 'customer' || (match === 'address' && by_address));
  return (
    <Dialog kind="wide" title={said.adopt_title} onClose={onClose}>
      <Loaded query={dry} lines={5} height="3.5rem">
        {found => <DryRun found={found} />}
      </Loaded>
      {(by_address || some.some(({ match }) => match === 'address')) && (
        <CheckField
          label={said.adopt_by_address}
          hint={said.adopt_by_address_hint}
          checked={by_address}
          onChange={({ target }) => setByAddress(target.checked)}
        />
      )}
      {adopt.error && <Failure error={adopt.error} />}
      <DialogButtons onCancel={onClose}>
        <Button
          look="solid"
          busy={adopt.isPending}
          disabled={wanted.length === 0}
          onClick={() => adopt.mutate()}
        >
          {said.adopt_act}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function DryRun({ found: { found, linked, subscriptions } }: { found: Adoption }) {
  const fees = subscriptions.filter(({ foreign_fee }) => foreign_fee !== null && foreign_fee > 0).length;
  if (subscriptions.length === 0) return <p className={styles.none}>{said.adopt_none}</p>;
  return (
    <>
      <p className={styles.text}>{said.adopt_found(found, linked)}</p>
      {fees > 0 && (
        <p className={styles.trouble} role="note">
          {said.adopt_fees(fees)}
        </p>
      )}
      <div className={styles.scrolls}>
        <Rows>
          {subscriptions.map(one => (
            <Row
              key={one.subscription_id}
              title={one.email_address ?? said.nobody}
              note={factsOf(one).join(' · ')}
            />
          ))}
        </Rows>
      </div>
    </>
  );
}

function factsOf({ match, ends, foreign_fee }: Found): string[] {
  return [
    said.adopt_matches[match],
    said.adopt_does[match],
    ...(ends ? [said.adopt_ends] : []),
    ...(foreign_fee ? [said.adopt_fee(foreign_fee)] : []),
  ].filter(Boolean);
}
