import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { newslettersQuery, useHere } from '../accounts/newsletters.ts';
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
  return (
    <>
      <PageTitle>{words.settings.newsletter}</PageTitle>
      <form className={styles.form} onSubmit={submit}>
        <Fields>
          {lines.map(name => (
            <Field
              key={name}
              name={name}
              label={words.settings.fields[name]}
              hint={words.settings.hints[name]}
              defaultValue={newsletter[name]}
              error={wrong(name)}
            />
          ))}
          {texts.map(name => (
            <TextField
              key={name}
              name={name}
              label={words.settings.fields[name]}
              hint={words.settings.hints[name]}
              defaultValue={newsletter[name]}
              error={wrong(name)}
            />
          ))}
          <SelectField
            name="timezone"
            label={words.settings.fields.timezone}
            hint={words.settings.hints.timezone}
            defaultValue={newsletter.timezone}
            error={wrong('timezone')}
          >
            {zonesWith(newsletter.timezone).map(zone => (
              <option key={zone}>{zone}</option>
            ))}
          </SelectField>
          <Field
            name="undo_seconds"
            type="number"
            min={0}
            label={words.settings.fields.undo_seconds}
            hint={words.settings.hints.undo_seconds}
            defaultValue={newsletter.undo_seconds}
            error={wrong('undo_seconds')}
          />
          {switches.map(name => (
            <CheckField
              key={name}
              name={name}
              label={words.settings.fields[name]}
              hint={words.settings.hints[name]}
              defaultChecked={newsletter[name]}
            />
          ))}
          {save.error && !isShown && <Failure error={save.error} />}
          <div>
            <Button type="submit" look="solid" busy={save.isPending}>
              {words.parts.save}
            </Button>
          </div>
        </Fields>
      </form>
    </>
  );
}

function zonesWith(zone: string): string[] {
  return [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])];
}
