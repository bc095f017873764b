import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { Newsletter } from '../../../src/client/schema.ts';
import { newslettersQuery, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, Field, SelectField, TextField } from '../ui/field.tsx';
import { Fields, PageTitle } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './newsletter-screen.module.css';

const lines = ['name', 'username', 'from_name', 'from_address', 'reply_to'] as const;
const texts = ['description', 'postal_address'] as const;
const switches = ['double_opt_in', 'track_opens', 'track_clicks'] as const;
const groups = {
  page: ['name', 'username', 'description', 'timezone'],
  sender: ['from_name', 'from_address', 'reply_to', 'postal_address'],
  sending: ['undo_seconds', ...switches],
} as const;
type Name = (typeof groups)[keyof typeof groups][number];

/** The newsletter's name, its sender, and how it treats its readers. */
export function NewsletterScreen() {
  const { newsletter, api } = useHere();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: (form: FormData) =>
      must(() =>
        api.patch('/v1/newsletters/{id}', {
          params: { id: newsletter.id },
          body: {
            ...Object.fromEntries([...lines, ...texts].map(name => [name, String(form.get(name)).trim()])),
            ...Object.fromEntries(switches.map(name => [name, form.get(name) === 'on'])),
            timezone: String(form.get('timezone')),
            undo_seconds: Number(form.get('undo_seconds')),
          },
        }),
      ),
    onSuccess: async saved => {
      queryClient.setQueryData(newslettersQuery.queryKey, all =>
        all?.map(one => (one.id === saved.id ? saved : one)),
      );
      say(words.parts.saved);
      if (saved.username !== newsletter.username)
        await navigate({
          to: '/$newsletter/settings',
          params: { newsletter: saved.username },
          replace: true,
        });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  const wrong = (name: string) => errorAt(save.error, name);
  const isShown = [...lines, ...texts, 'timezone', 'undo_seconds'].some(wrong);
  const mayChange = usePermission('settings', 'write');
  return (
    <>
      <PageTitle>{words.settings.newsletter}</PageTitle>
      <form className={styles.form} onSubmit={submit}>
        {!mayChange && <p className={styles.note}>{words.settings.reading}</p>}
        <fieldset disabled={!mayChange} className={styles.groups}>
          {Object.entries(groups).map(([group, names]) => (
            <section key={group} className={styles.group}>
              <h2>{words.settings.groups[group as keyof typeof groups]}</h2>
              <Fields>
                {names.map(name => (
                  <Setting key={name} name={name} newsletter={newsletter} error={wrong(name)} />
                ))}
              </Fields>
            </section>
          ))}
        </fieldset>
        {save.error && !isShown && <Failure error={save.error} />}
        {mayChange && (
          <div className={styles.save}>
            <Button type="submit" look="solid" busy={save.isPending}>
              {words.parts.save}
            </Button>
          </div>
        )}
      </form>
    </>
  );
}

type SettingOf = { name: Name; newsletter: Newsletter; error: string | undefined };

/** One field. Its name is also its anchor in the page, so that the palette can link to it. */
function Setting({ name, newsletter, error }: SettingOf) {
  const said = {
    id: name,
    name,
    label: words.settings.fields[name],
    hint: words.settings.hints[name],
    error,
  };
  if (name === 'undo_seconds')
    return <Field {...said} type="number" min={0} defaultValue={newsletter[name]} />;
  if (isOneOf(switches, name)) return <CheckField {...said} defaultChecked={newsletter[name]} />;
  if (isOneOf(texts, name)) return <TextField {...said} defaultValue={newsletter[name]} />;
  if (name === 'timezone')
    return (
      <SelectField {...said} defaultValue={newsletter.timezone}>
        {zonesWith(newsletter.timezone).map(zone => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
    );
  return <Field {...said} defaultValue={newsletter[name]} />;
}

function isOneOf<One extends Name>(names: readonly One[], name: Name): name is One {
  return names.some(one => one === name);
}

function zonesWith(zone: string): string[] {
  return [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])];
}
