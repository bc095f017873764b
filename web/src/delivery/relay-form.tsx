import { useQuery } from '@tanstack/react-query';
import type { Relay } from '../../../src/client/schema.ts';
import { useProven } from '../accounts/me.ts';
import { sessionQuery } from '../accounts/session.ts';
import { type Api, queryClient } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { CheckField, Field, Options, SelectField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { words } from '../words.ts';
import { relaysQuery } from './relay-queries.ts';

const said = words.relays;
const shown = [
  ...['name', 'host', 'port', 'tls', 'user', 'password', 'from_domains', 'weight', 'sending_rate'],
  ...['report_service', 'report_secret'],
];

/** Adds or changes a relay. */
export function RelayForm({ api, relay, onClose }: { api: Api; relay?: Relay; onClose: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const save = useProven(
    (form: FormData) => {
      const body = read(form);
      return relay
        ? api.patch('/v1/relays/{id}', { params: { id: relay.id }, body })
        : api.post('/v1/relays', { body });
    },
    () => {
      void queryClient.invalidateQueries({ queryKey: relaysQuery(api).queryKey });
      onClose();
    },
  );
  const text = (name: 'name' | 'host' | 'user', label: string, hint?: string) => (
    <Field
      name={name}
      label={label}
      hint={hint}
      defaultValue={relay?.[name] ?? ''}
      required={name !== 'user'}
      autoComplete="off"
      error={errorAt(save.error, name)}
    />
  );
  const number = (name: 'port' | 'weight' | 'sending_rate', label: string, usual: number, hint?: string) => (
    <Field
      type="number"
      name={name}
      label={label}
      hint={hint}
      min={0}
      step={name === 'sending_rate' ? 'any' : 1}
      defaultValue={relay?.[name] ?? usual}
      required
      error={errorAt(save.error, name)}
    />
  );
  return (
    <FormDialog
      title={relay ? said.edit_title(relay.name) : said.add}
      act={said.save}
      action={save}
      shown={shown}
      onSubmit={form => save.mutate(form)}
      onClose={onClose}
    >
      {text('name', said.name)}
      {text('host', said.host)}
      {number('port', said.port, 587)}
      <SelectField
        name="tls"
        label={said.tls}
        defaultValue={relay?.tls ?? 'require'}
        error={errorAt(save.error, 'tls')}
      >
        <Options of={said.tls_modes} />
      </SelectField>
      {text('user', said.user, said.user_hint)}
      <Field
        type="password"
        name="password"
        label={said.password}
        hint={relay?.has_password ? said.password_kept : said.password_hint}
        autoComplete="new-password"
        error={errorAt(save.error, 'password')}
      />
      <fieldset>
        <legend>{said.newsletters}</legend>
        {session?.newsletters.map(({ id, name }) => (
          <CheckField
            key={id}
            name="newsletter_ids"
            value={id}
            label={name}
            defaultChecked={relay?.newsletter_ids.includes(id) ?? false}
          />
        ))}
      </fieldset>
      <Field
        name="from_domains"
        label={said.domains}
        hint={said.domains_hint}
        defaultValue={relay?.from_domains.join(', ') ?? ''}
        error={errorAt(save.error, 'from_domains')}
      />
      <CheckField name="is_default" label={said.is_default} defaultChecked={relay?.is_default ?? false} />
      <CheckField name="is_reserve" label={said.is_reserve} defaultChecked={relay?.is_reserve ?? false} />
      {number('weight', said.weight, 1, said.weight_hint)}
      {number('sending_rate', said.rate, 0, said.rate_hint)}
      <Reports relay={relay} error={save.error} />
    </FormDialog>
  );
}

/** Asks which service reports the fate of mail, and for the secret that proves its reports. */
function Reports({ relay, error }: { relay: Relay | undefined; error: unknown }) {
  return (
    <>
      <SelectField
        name="report_service"
        label={said.report_service}
        hint={said.report_service_hint}
        defaultValue={relay?.report_service ?? ''}
        error={errorAt(error, 'report_service')}
      >
        <Options of={said.services} />
      </SelectField>
      <Field
        type="password"
        name="report_secret"
        label={said.report_secret}
        hint={relay?.has_report_secret ? said.report_secret_kept : said.report_secret_hint}
        autoComplete="new-password"
        error={errorAt(error, 'report_secret')}
      />
    </>
  );
}

/** Reads the form. An empty password or secret keeps the present one. */
function read(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const password = String(form.get('password') ?? '');
  const report_secret = text('report_secret');
  return {
    name: text('name'),
    host: text('host'),
    port: Number(text('port')),
    tls: text('tls') as Relay['tls'],
    user: text('user'),
    ...(password !== '' && { password }),
    newsletter_ids: form.getAll('newsletter_ids').map(String),
    from_domains: text('from_domains')
      .split(/[\s,]+/)
      .filter(Boolean),
    is_default: form.has('is_default'),
    is_reserve: form.has('is_reserve'),
    weight: Number(text('weight')),
    sending_rate: Number(text('sending_rate')),
    report_service: (text('report_service') || null) as Relay['report_service'],
    ...(report_secret !== '' && { report_secret }),
  };
}
