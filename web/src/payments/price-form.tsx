import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { textOf } from '../platform/form.ts';
import { Field, Options, SelectField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { knownCurrency, readAmount } from './amounts.ts';
import styles from './payments.module.css';
import { keepPayments } from './queries.ts';

const said = words.payments;
type Price = Operations['post']['/v1/prices']['body'];
type Style = keyof typeof said.styles;
const amounts = ['amount', 'minimum_amount', 'suggested_amount'] as const;

/** Creates a price. Amounts are typed as people write them. */
export function PriceForm({ currency, onClose }: { currency: string; onClose: () => void }) {
  const here = useHere();
  const [style, setStyle] = useState<Style>('fixed');
  const [wrong, setWrong] = useState<string[]>([]);
  const make = useMutation({
    mutationFn: (body: Price) => here.api.post('/v1/prices', { body }),
    onSuccess: () => {
      say(said.price_made);
      void keepPayments(here);
      onClose();
    },
  });
  const submit = (form: FormData) => {
    const money = knownCurrency(textOf(form, 'currency'));
    const typed = amounts.filter(name => textOf(form, name) !== '');
    const read = typed.map(name => [name, readAmount(textOf(form, name), money)] as const);
    const missing = style === 'fixed' && !typed.includes('amount') ? ['amount'] : [];
    const unread = [...missing, ...read.filter(([, value]) => value === undefined).map(([name]) => name)];
    setWrong(unread);
    if (unread.length > 0) return;
    make.mutate({
      currency: money,
      cadence: style === 'fixed' ? (textOf(form, 'cadence') as Price['cadence']) : 'one-time',
      style,
      ...(textOf(form, 'description') && { description: textOf(form, 'description') }),
      ...Object.fromEntries(read),
    });
  };
  const amount = (name: (typeof amounts)[number], label: string) => (
    <Field
      name={name}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      error={wrong.includes(name) ? said.amount_wrong : undefined}
    />
  );
  return (
    <FormDialog
      title={said.price_title}
      act={said.price_act}
      action={make}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segments label={said.style} value={style} options={said.styles} onChange={setStyle} />
      {style === 'fixed' ? (
        <div className={styles.pair}>
          {amount('amount', said.amount)}
          <SelectField name="cadence" label={said.cadence}>
            <Options of={Object.entries(said.cadence_choices)} />
          </SelectField>
        </div>
      ) : (
        <>
          <p className={styles.small}>{said.style_hint}</p>
          <div className={styles.pair}>
            {amount('minimum_amount', said.minimum)}
            {amount('suggested_amount', said.suggested)}
          </div>
        </>
      )}
      <Field name="currency" label={said.currency} defaultValue={currency} maxLength={3} required />
      <Field name="description" label={said.description} hint={said.description_hint} maxLength={200} />
    </FormDialog>
  );
}
