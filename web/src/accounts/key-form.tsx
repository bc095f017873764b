import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField, Field, SelectField } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import styles from './key-form.module.css';
import type { Here } from './newsletters.ts';

const areas = ['emails', 'sending', 'subscribers', 'automations', 'bulk_actions', 'settings'] as const;
type Level = 'none' | 'read' | 'write';

/** What a new key may do, for how long, and to how many people. */
export function KeyForm({
  here,
  onMade,
  onClose,
}: {
  here: Here;
  onMade: (secret: string) => void;
  onClose: () => void;
}) {
  const make = useMutation({
    mutationFn: (form: FormData) => {
      const number = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
      const ends = String(form.get('expiry_date') ?? '');
      return must(() =>
        here.api.post('/v1/api_keys', {
          body: {
            name: String(form.get('name')).trim(),
            permissions: Object.fromEntries(
              areas.map(area => [area, String(form.get(area)) as Level]),
            ) as Record<(typeof areas)[number], Level>,
            bounds: {
              drafts_only: form.get('drafts_only') === 'on',
              most_recipients: number('most_recipients'),
              most_recipients_a_day: number('most_recipients_a_day'),
            },
            ...(ends && { expiry_date: new Date(`${ends}T23:59:59Z`).toISOString() }),
          },
        }),
      );
    },
    onSuccess: ({ api_key }) => onMade(api_key),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    make.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={words.keys.make} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <Field
            name="name"
            label={words.keys.name}
            hint={words.keys.name_hint}
            required
            error={errorAt(make.error, 'name')}
          />
          <fieldset className={styles.areas}>
            <legend>{words.keys.permissions}</legend>
            {areas.map(area => (
              <SelectField key={area} name={area} label={words.keys.areas[area]} defaultValue="none">
                {(['none', 'read', 'write'] as const).map(level => (
                  <option key={level} value={level}>
                    {words.keys.levels[level]}
                  </option>
                ))}
              </SelectField>
            ))}
          </fieldset>
          <fieldset className={styles.areas}>
            <legend>{words.keys.bounds}</legend>
            <Field name="most_recipients" type="number" min={1} label={words.keys.most_label} />
            <Field name="most_recipients_a_day" type="number" min={1} label={words.keys.most_a_day_label} />
            <Field
              name="expiry_date"
              type="date"
              label={words.keys.expiry}
              error={errorAt(make.error, 'expiry_date')}
            />
          </fieldset>
          <CheckField name="drafts_only" label={words.keys.drafts_only_label} />
          {make.error && <Failure error={make.error} />}
        </Fields>
        <DialogButtons>
          <Button onClick={onClose}>{words.parts.cancel}</Button>
          <Button type="submit" look="solid" busy={make.isPending}>
            {words.keys.make}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
