import { useMutation, useQuery } from '@tanstack/react-query';
import { errorAt } from '../platform/failure.ts';
import { textOf } from '../platform/form.ts';
import { CheckField, Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import styles from './key-form.module.css';
import { useHere } from './newsletters.ts';
import { tagsQuery } from './tags.ts';

const areas = [
  'emails',
  'sending',
  'subscribers',
  'automations',
  'bulk_actions',
  'payments',
  'settings',
] as const;
const shown = ['name', 'expiry_date', 'bounds.most_recipients', 'bounds.most_recipients_a_day'];
type Level = 'none' | 'read' | 'write';

/** Creates a key: its permissions, its end, and the number and choice of people it may mail. */
export function KeyForm({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const here = useHere();
  const tags = useQuery(tagsQuery(here));
  const make = useMutation({
    mutationFn: (form: FormData) => here.api.post('/v1/api_keys', { body: readKey(form) }),
    onSuccess: ({ api_key }) => onMade(api_key),
  });
  const wrong = (name: string) => errorAt(make.error, name);
  return (
    <FormDialog
      title={words.keys.make}
      act={words.keys.make}
      action={make}
      shown={shown}
      onSubmit={form => make.mutate(form)}
      onClose={onClose}
    >
      <Field name="name" label={words.keys.name} hint={words.keys.name_hint} required error={wrong('name')} />
      <fieldset className={styles.group}>
        <legend>{words.keys.permissions}</legend>
        {areas.map(area => (
          <div key={area} className={styles.area}>
            <span>{words.keys.areas[area]}</span>
            <Segments<Level>
              name={area}
              label={words.keys.areas[area]}
              value="none"
              options={words.keys.levels}
            />
          </div>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{words.keys.bounds}</legend>
        <p className={styles.note}>{words.keys.bounds_hint}</p>
        <div className={styles.pair}>
          <Field
            name="most_recipients"
            type="number"
            min={1}
            label={words.keys.most_label}
            error={wrong('bounds.most_recipients')}
          />
          <Field
            name="most_recipients_a_day"
            type="number"
            min={1}
            label={words.keys.most_a_day_label}
            error={wrong('bounds.most_recipients_a_day')}
          />
        </div>
        <Field
          name="expiry_date"
          type="date"
          label={words.keys.expiry}
          hint={words.keys.expiry_hint}
          error={wrong('expiry_date')}
        />
        <CheckField name="needs_approval" label={words.keys.needs_approval_label} />
        <CheckField name="drafts_only" label={words.keys.drafts_only_label} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{words.keys.tags_label}</legend>
        <p className={styles.note}>{tags.data?.length === 0 ? words.keys.tags_none : words.keys.tags_hint}</p>
        {tags.error && <Failure error={tags.error} retry={() => void tags.refetch()} />}
        {tags.data && tags.data.length > 0 && (
          <div className={styles.tags}>
            {tags.data.map(({ id, name }) => (
              <CheckField key={id} name="tags" value={id} label={name} />
            ))}
          </div>
        )}
      </fieldset>
    </FormDialog>
  );
}

function readKey(form: FormData) {
  const number = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
  const ends = String(form.get('expiry_date') ?? '');
  const tags = form.getAll('tags').map(String);
  return {
    name: textOf(form, 'name'),
    permissions: Object.fromEntries(areas.map(area => [area, String(form.get(area)) as Level])) as Record<
      (typeof areas)[number],
      Level
    >,
    bounds: {
      most_recipients: number('most_recipients'),
      most_recipients_a_day: number('most_recipients_a_day'),
      tags: tags.length > 0 ? tags : null,
      drafts_only: form.get('drafts_only') === 'on',
      needs_approval: form.get('needs_approval') === 'on',
    },
    ...(ends && { expiry_date: new Date(`${ends}T23:59:59Z`).toISOString() }),
  };
}
