import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Form } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { errorAt } from '../../platform/failure.ts';
import { limits } from '../../platform/limits.ts';
import { FilterChip } from '../../ui/chip.tsx';
import { Field, Options, SelectField, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { ownForms as said } from '../../words/own-forms.ts';
import { words } from '../../words.ts';
import styles from '../forms.module.css';
import { type Draft, draftOf, inputOf } from './draft.ts';
import { Questions } from './questions.tsx';

/** Fields that show their own errors. */
const shown = ['title', 'slug', 'redirect_url', 'hourly_limit'];

/** Creates or changes a form. */
export function FormEditor({
  form,
  onDone,
  onClose,
}: {
  form?: Form;
  onDone: () => void;
  onClose: () => void;
}) {
  const here = useHere();
  const [draft, setDraft] = useState<Draft>(draftOf(form));
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }));
  const save = useMutation({
    mutationFn: () => {
      const body = inputOf(draft);
      if (form) return here.api.patch('/v1/forms/{id}', { params: { id: form.id }, body });
      return here.api.post('/v1/forms', { body });
    },
    onSuccess: () => {
      say(said.saved);
      onDone();
    },
  });
  const error = (name: string) => errorAt(save.error, name);
  return (
    <FormDialog
      kind="wide"
      title={form ? said.edit_title : said.make}
      act={form ? words.parts.save : said.make}
      action={save}
      shown={shown}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={said.form_title}
        value={draft.title}
        required
        maxLength={limits.forms.title}
        error={error('title')}
        autoComplete="off"
        onChange={({ target }) => change({ title: target.value })}
      />
      <Field
        label={said.slug}
        hint={said.slug_hint(draft.slug)}
        value={draft.slug}
        required
        error={error('slug')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => change({ slug: target.value })}
      />
      <TextField
        label={said.body}
        hint={said.markdown}
        value={draft.body}
        maxLength={limits.forms.body}
        onChange={({ target }) => change({ body: target.value })}
      />
      <Questions questions={draft.fields} onChange={fields => change({ fields })} />
      <Rules draft={draft} change={change} error={error} />
    </FormDialog>
  );
}

type Ruling = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  error: (name: string) => string | undefined;
};

/** Edits what happens to people who sign up. */
function Rules({ draft, change, error }: Ruling) {
  return (
    <>
      <Field
        label={said.button}
        hint={said.button_hint}
        value={draft.button}
        maxLength={limits.forms.button}
        onChange={({ target }) => change({ button: target.value })}
      />
      <TextField
        label={said.consent}
        hint={said.consent_hint}
        value={draft.consent_text}
        maxLength={limits.forms.consent_text}
        onChange={({ target }) => change({ consent_text: target.value })}
      />
      <Tags chosen={draft.tags} onChange={tags => change({ tags })} />
      <SelectField
        label={said.opt_in}
        hint={said.opt_in_hint}
        value={draft.opt_in}
        onChange={({ target }) => change({ opt_in: target.value as Draft['opt_in'] })}
      >
        <Options of={Object.entries(said.opt_ins)} />
      </SelectField>
      <TextField
        label={said.success}
        hint={said.success_hint}
        value={draft.success_body}
        maxLength={limits.forms.success_body}
        onChange={({ target }) => change({ success_body: target.value })}
      />
      <Field
        label={said.redirect}
        hint={said.redirect_hint}
        type="url"
        value={draft.redirect_url}
        error={error('redirect_url')}
        onChange={({ target }) => change({ redirect_url: target.value })}
      />
      <Field
        label={said.limit}
        hint={said.limit_hint}
        type="number"
        min={1}
        value={draft.hourly_limit}
        error={error('hourly_limit')}
        onChange={({ target }) => change({ hourly_limit: target.value })}
      />
    </>
  );
}

function Tags({ chosen, onChange }: { chosen: string[]; onChange: (tags: string[]) => void }) {
  const seesTags = usePermission('subscribers', 'read');
  const { data: tags = [] } = useQuery({ ...tagsQuery(useHere()), enabled: seesTags });
  if (tags.length === 0) return null;
  return (
    <fieldset className={styles.tags}>
      <legend>{said.tags}</legend>
      {tags.map(({ id, name }) => (
        <FilterChip
          key={id}
          on={chosen.includes(id)}
          onChange={on => onChange(on ? [...chosen, id] : chosen.filter(one => one !== id))}
        >
          {name}
        </FilterChip>
      ))}
    </fieldset>
  );
}
