import type { Import, Operations } from '../../../src/client/schema.ts';
import { usePermission } from '../accounts/session.ts';
import { CheckField, Field, SelectField } from '../ui/field.tsx';
import { Fields, Section } from '../ui/page.tsx';
import { words } from '../words.ts';
import { columnField } from './columns.tsx';
import { readDateOrders } from './date-orders.tsx';
import styles from './moving.module.css';

const said = words.imports;
type Options = Operations['patch']['/v1/imports/{id}']['body'];
const formats = Object.keys(said.formats).filter(
  name => name !== 'postrider' && name !== 'newsletter',
) as (keyof typeof said.formats)[];
const revivable = Object.keys(said.revives) as (keyof typeof said.revives)[];

type Choosing = { one: Import; hasIssues: boolean };

/** Chooses how people and past issues are imported. */
export function ImportOptions({ one: { options, format }, hasIssues }: Choosing) {
  const maySend = usePermission('sending', 'write');
  return (
    <Section title={said.options}>
      <div className={styles.options}>
        <Fields>
          <SelectField name="format" label={said.format} defaultValue={format}>
            {formats.map(name => (
              <option key={name} value={name}>
                {said.formats[name]}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="existing"
            label={said.existing}
            hint={said.existing_hint}
            defaultValue={options.existing}
          >
            {Object.entries(said.existings).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
          <Field
            name="tags"
            label={said.tags}
            hint={said.tags_hint}
            defaultValue={options.tags.join(', ')}
            autoComplete="off"
          />
          {maySend && (
            <CheckField
              name="confirm"
              label={said.confirm}
              hint={said.confirm_hint}
              defaultChecked={options.confirm}
            />
          )}
          <CheckField
            name="start_sequences"
            label={said.start_sequences}
            hint={said.start_sequences_hint}
            defaultChecked={options.start_sequences}
          />
          <fieldset className={styles.revive}>
            <legend>{said.revive}</legend>
            {revivable.map(name => (
              <CheckField
                key={name}
                name="revive"
                value={name}
                label={said.revives[name]}
                defaultChecked={options.revive.includes(name)}
              />
            ))}
          </fieldset>
          {hasIssues && (
            <>
              <CheckField
                name="fetch_images"
                label={said.fetch_images}
                defaultChecked={options.fetch_images}
              />
              <CheckField name="redirect" label={said.redirect} defaultChecked={options.redirect} />
              <Field
                name="site_url"
                type="url"
                label={said.site_url}
                hint={said.site_url_hint}
                defaultValue={options.site_url}
              />
            </>
          )}
        </Fields>
      </div>
    </Section>
  );
}

/** Reads the options from the form. Options that it does not show keep their values. */
export function readOptions(form: FormData, one: Import): Options {
  const { options } = one;
  const { columns } = one.report;
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const headers = Object.keys(columns).filter(header => form.has(columnField(header)));
  return {
    format: formats.find(name => name === text('format')) as NonNullable<Options['format']>,
    existing: text('existing') === 'skip' ? 'skip' : 'update',
    tags: text('tags')
      .split(',')
      .map(tag => tag.trim())
      .filter(Boolean),
    columns:
      headers.length > 0
        ? Object.fromEntries(headers.map(header => [header, String(form.get(columnField(header)))]))
        : options.columns,
    date_orders: readDateOrders(form, one),
    confirm: form.has('confirm'),
    start_sequences: form.has('start_sequences'),
    revive: revivable.filter(name => form.getAll('revive').includes(name)),
    ...(form.has('site_url') && {
      fetch_images: form.has('fetch_images'),
      redirect: form.has('redirect'),
      site_url: text('site_url'),
    }),
  };
}
