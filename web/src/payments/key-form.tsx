import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payments, PaymentsCheck } from '../../../src/client/schema.ts';
import { useProven } from '../accounts/me.ts';
import { useHere } from '../accounts/newsletters.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './payments.module.css';
import { Products, readProducts } from './products.tsx';
import { connect, keepPayments } from './queries.ts';

const said = words.payments;
type Checked = { key: string; found: PaymentsCheck };

/** Explains how to create a key at Stripe, checks its rights one by one, then asks for the products and connects. */
export function KeyForm({ payments, onDone }: { payments: Payments; onDone?: () => void }) {
  const here = useHere();
  const [checked, setChecked] = useState<Checked>();
  const check = useMutation({
    mutationFn: async (key: string): Promise<Checked> => ({
      key,
      found: await here.api.post('/v1/payments/check', { body: { key } }),
    }),
    onSuccess: setChecked,
  });
  const start = useProven(
    (form: FormData) => connect(here, { key: checked!.key, product_ids: readProducts(form) }),
    saved => {
      say(said.connected);
      void keepPayments(here, saved);
      onDone?.();
    },
  );
  const wrong = errorAt(check.error, 'key');
  const isGood = checked?.found.ok === true;
  return (
    <>
      <Steps payments={payments} />
      <Rights payments={payments} found={checked?.found} />
      <form
        className={styles.form}
        onSubmit={submitted(form => {
          const key = textOf(form, 'key');
          if (isGood && key === checked.key) start.mutate(form);
          else check.mutate(key);
        })}
      >
        <Fields>
          <Field
            name="key"
            label={said.key}
            hint={said.key_hint}
            error={wrong}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="rk_live_…"
            required
            onChange={() => setChecked(undefined)}
          />
          {checked && <Found {...checked} />}
          {isGood && <Products products={checked.found.products} />}
        </Fields>
        {check.error && !wrong && <Failure error={check.error} />}
        {start.error && <Failure error={start.error} />}
        <Button look="solid" type="submit" busy={check.isPending || start.isPending}>
          {isGood ? said.connect : said.check}
        </Button>
      </form>
    </>
  );
}

function Steps({ payments: { new_key_url } }: { payments: Payments }) {
  return (
    <>
      <ol className={styles.steps}>
        {said.steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={styles.links}>
        <a className={buttonClass()} href={new_key_url} target="_blank" rel="noreferrer">
          {said.new_key}
        </a>
        <a href={new_key_url.replace('.com/', '.com/test/')} target="_blank" rel="noreferrer">
          {said.new_test_key}
        </a>
      </p>
    </>
  );
}

/** Lists the rights that the key needs, and after the check whether it has each. */
function Rights({ payments, found }: { payments: Payments; found: PaymentsCheck | undefined }) {
  const isKnown = found !== undefined && found.trouble === '';
  return (
    <section className={styles.rights} aria-label={said.rights}>
      <h3>{said.rights}</h3>
      <ul>
        {payments.key_rights.map(right => {
          const lacks = found?.missing.includes(right) === true;
          return (
            <li key={right}>
              {right}
              {isKnown && <Mark strong={lacks}>{lacks ? said.right_missing : said.right_has}</Mark>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Found({ found: { ok, mode, account_id, missing, trouble } }: Checked) {
  if (trouble !== '') return <p role="alert">{trouble}</p>;
  if (!ok) return <p role="alert">{said.key_missing(missing.length)}</p>;
  return <p role="status">{said.key_good(mode, account_id)}</p>;
}
