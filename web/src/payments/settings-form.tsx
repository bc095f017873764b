import { useQuery } from '@tanstack/react-query';
import type { Payments } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Field, Options, SelectField } from '../ui/field.tsx';
import { Fields, Section } from '../ui/page.tsx';
import { Failure, Loaded } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './payments.module.css';
import { Products, readProducts } from './products.tsx';
import { type Change, checkQuery, useConnect } from './queries.ts';

const said = words.payments;
const fields = ['grace_days', 'trial_days', 'currency'] as const;

/** Edits which products count, and the rules: trial, grace, taxes, and the effect of unsubscribing. */
export function PaymentSettings({ payments, mayChange }: { payments: Payments; mayChange: boolean }) {
  const here = useHere();
  const save = useConnect(here, () => say(words.parts.saved));
  const asksProducts = mayChange && payments.mode !== 'practice';
  const check = useQuery({ ...checkQuery(here), enabled: asksProducts });
  const wrong = (name: (typeof fields)[number]) => errorAt(save.error, name);
  const number = (name: 'grace_days' | 'trial_days', most: number) => ({
    name,
    type: 'number',
    min: 0,
    max: most,
    defaultValue: payments[name],
    error: wrong(name),
    required: true,
  });
  return (
    <Section title={said.settings}>
      <form
        className={styles.form}
        onSubmit={submitted(form => save.mutate(readSettings(form, check.data !== undefined)))}
      >
        <fieldset disabled={!mayChange}>
          <Fields>
            {asksProducts && (
              <Loaded query={check} lines={2} height="2.5rem">
                {({ products, trouble }) =>
                  trouble === '' ? <Products products={products} /> : <p role="alert">{trouble}</p>
                }
              </Loaded>
            )}
            <Field {...number('trial_days', 365)} label={said.trial} hint={said.trial_hint} />
            <Field {...number('grace_days', 60)} label={said.grace} hint={said.grace_hint} />
            <SelectField
              name="on_unsubscribe"
              label={said.unsubscribing}
              defaultValue={payments.on_unsubscribe}
            >
              <Options of={Object.entries(said.unsubscribings)} />
            </SelectField>
            <SelectField name="tax" label={said.tax} hint={said.tax_hint} defaultValue={payments.tax}>
              <Options of={Object.entries(said.taxes)} />
            </SelectField>
            <Field
              name="currency"
              label={said.usual_currency}
              hint={said.usual_currency_hint}
              error={wrong('currency')}
              defaultValue={payments.currency}
              maxLength={3}
              required
            />
          </Fields>
        </fieldset>
        {save.error && !fields.some(wrong) && <Failure error={save.error} />}
        {mayChange && (
          <Button type="submit" look="solid" busy={save.isPending}>
            {words.parts.save}
          </Button>
        )}
      </form>
    </Section>
  );
}

function readSettings(form: FormData, hasProducts: boolean): Change {
  return {
    ...(hasProducts && { product_ids: readProducts(form) }),
    trial_days: Number(textOf(form, 'trial_days')),
    grace_days: Number(textOf(form, 'grace_days')),
    on_unsubscribe: textOf(form, 'on_unsubscribe') as 'end',
    tax: textOf(form, 'tax') as 'none',
    currency: textOf(form, 'currency').toLowerCase(),
  };
}
