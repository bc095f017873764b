import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Newsletter } from '../../../src/client/schema.ts';
import { keepNewsletter, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { ApiFailure, errorAt } from '../platform/failure.ts';
import { submitted } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, Field, SelectField, TextField } from '../ui/field.tsx';
import { LanguageOptions } from '../ui/language-options.tsx';
import { Fields, PageTitle } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { DeleteNewsletter } from './delete-newsletter.tsx';
import { DuplicateNewsletter } from './duplicate-newsletter.tsx';
import { groups, kinds, type Pair, pairs, readSettings, type Setting } from './fields.ts';
import styles from './newsletter-screen.module.css';
import { PairField } from './pair-field.tsx';

/** Edits every setting of the newsletter that has no screen of its own, and leads to duplicating and deleting the newsletter. */
export function NewsletterScreen() {
  const { newsletter } = useHere();
  const save = useSave();
  const wrong = (name: string) => errorAt(save.error, name);
  const isShown = kinds.some(([name, kind]) => kind !== 'switch' && isAt(save.error, name));
  const mayChange = usePermission('settings', 'write');
  return (
    <>
      <PageTitle>{words.settings.newsletter}</PageTitle>
      <form className={styles.form} onSubmit={submitted(form => save.mutate(form))}>
        {!mayChange && <p className={styles.note}>{words.settings_reading}</p>}
        <fieldset disabled={!mayChange} className={styles.groups}>
          {Object.entries(groups).map(([group, names]) => (
            <section key={group} className={styles.group}>
              <h2>{words.setting_groups[group as keyof typeof groups]}</h2>
              <Fields>
                {(Object.keys(names) as Setting[]).map(name =>
                  isPair(name) ? (
                    <PairField key={name} name={name} newsletter={newsletter} error={save.error} />
                  ) : (
                    <SettingField key={name} name={name} newsletter={newsletter} error={wrong(name)} />
                  ),
                )}
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
      <DuplicateNewsletter />
      {mayChange && <DeleteNewsletter />}
    </>
  );
}

function useSave() {
  const { newsletter, api } = useHere();
  const navigate = useNavigate();
  // Saving leaves alone what somebody else has changed since the form was filled.
  const [shown, setShown] = useState(newsletter);
  return useMutation({
    mutationFn: (form: FormData) =>
      api.patch('/v1/newsletters/{id}', { params: { id: newsletter.id }, body: readSettings(form, shown) }),
    // The form is long, and the field may be out of sight.
    onError: error => {
      const at = kinds.find(([name]) => isAt(error, name));
      if (at) document.getElementById(at[0])?.focus();
    },
    onSuccess: async saved => {
      keepNewsletter(saved);
      setShown(saved);
      say(words.parts.saved);
      if (saved.username !== newsletter.username)
        await navigate({
          to: '/$newsletter/settings',
          params: { newsletter: saved.username },
          replace: true,
        });
    },
  });
}

function isPair(name: Setting): name is Pair {
  return name in pairs;
}

/** Returns true if the error is about this setting, or about a member of it. */
function isAt(error: unknown, name: string): boolean {
  return error instanceof ApiFailure && (error.field === name || !!error.field?.startsWith(`${name}.`));
}

type SettingOf = { name: Exclude<Setting, Pair>; newsletter: Newsletter; error: string | undefined };

/** Shows one field. Its name is also its anchor in the page, so that the palette can link to it. */
function SettingField({ name, newsletter, error }: SettingOf) {
  const label = words.settings.fields[name];
  const said = { id: name, name, label, hint: words.setting_hints[name], error };
  const value = newsletter[name];
  if (typeof value === 'boolean') return <CheckField {...said} defaultChecked={value} />;
  switch (kinds.find(([one]) => one === name)?.[1]) {
    case 'number':
    case 'limit':
      return <Field {...said} type="number" min={0} step="any" defaultValue={value ?? ''} />;
    case 'text':
      return <TextField {...said} defaultValue={value ?? ''} />;
    case 'zone':
      return (
        <SelectField {...said} defaultValue={newsletter.timezone}>
          {zonesWith(newsletter.timezone).map(zone => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      );
    case 'language':
      return (
        <SelectField {...said} defaultValue={newsletter.locale}>
          <LanguageOptions chosen={newsletter.locale} />
        </SelectField>
      );
    case 'choice':
      return (
        <SelectField {...said} defaultValue={newsletter.replies}>
          {Object.entries(words.setting_choices.replies).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      );
    default:
      return <Field {...said} defaultValue={value ?? ''} />;
  }
}

function zonesWith(zone: string): string[] {
  return [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])];
}
