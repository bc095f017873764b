import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newslettersQuery, useHere } from '../../accounts/newsletters.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import type { StepPart } from './draft.ts';

const said = words.step_editor;

/** Chooses the other newsletter, and the tags there. */
export function OtherNewsletter({ action: { metadata }, onChange }: StepPart) {
  const here = useHere();
  const { data: all = [] } = useQuery(newslettersQuery);
  const others = all.filter(({ id }) => id !== here.newsletter.id);
  const [tags, setTags] = useState(Array.isArray(metadata.tags) ? metadata.tags.join(', ') : '');
  const chosen = typeof metadata.newsletter_id === 'string' ? metadata.newsletter_id : '';
  const isListed = others.some(({ id }) => id === chosen);
  return (
    <>
      <SelectField
        label={said.newsletter}
        hint={others.length === 0 ? said.no_other_newsletter : said.newsletter_hint}
        required
        value={chosen}
        onChange={({ target }) => onChange({ ...metadata, newsletter_id: target.value })}
      >
        <option value="">{said.no_newsletter}</option>
        {chosen !== '' && !isListed && <option value={chosen}>{chosen}</option>}
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label={said.tags_there}
        hint={said.tags_there_hint}
        value={tags}
        onChange={({ target }) => {
          setTags(target.value);
          const names = target.value.split(',').map(name => name.trim());
          onChange({ ...metadata, tags: names.filter(name => name !== '') });
        }}
      />
    </>
  );
}

/** Chooses what the export contains: everything, or one table. */
export function WhatToExport({ action: { metadata }, onChange }: StepPart) {
  const { collections } = metadata;
  const several = Array.isArray(collections) && collections.length > 1;
  const chosen = Array.isArray(collections) ? collections.join(', ') : '';
  return (
    <SelectField
      label={said.export}
      hint={said.export_hint}
      value={chosen}
      onChange={({ target }) => onChange(target.value === '' ? {} : { collections: [target.value] })}
    >
      <option value="">{said.export_all}</option>
      {several && <option value={chosen}>{chosen}</option>}
      {Object.entries(said.collections).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Chooses the new type of the email that triggered the step. */
export function EmailType({ action: { metadata }, onChange }: StepPart) {
  return (
    <SelectField
      label={said.email_type}
      required
      value={typeof metadata.email_type === 'string' ? metadata.email_type : ''}
      onChange={({ target }) => onChange({ email_type: target.value })}
    >
      <option value="">{said.no_email_type}</option>
      {Object.entries(words.rail.types).map(([type, { name }]) => (
        <option key={type} value={type}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
