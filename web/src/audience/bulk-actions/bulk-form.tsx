import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { limits } from '../../platform/limits.ts';
import { Field } from '../../ui/field.tsx';
import { Fields } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import { GiftFields } from '../gift-fields.tsx';
import { metadataKeysQuery } from '../queries.ts';
import type { Given } from './bulk-acts.ts';

const bulk = words.bulk;

type Asking = { asks: 'tag' | 'metadata' | 'gift'; given: Given; onChange: (given: Given) => void };

/** Asks for a tag, or for a key and value. Suggests existing ones. */
export function BulkForm({ asks, given, onChange }: Asking) {
  const here = useHere();
  const id = useId();
  const seesKeys = usePermission('emails', 'read');
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const { data: keys = [] } = useQuery({
    ...metadataKeysQuery(here),
    enabled: asks === 'metadata' && seesKeys,
  });
  const suggested = asks === 'tag' ? tags.map(({ name }) => name) : keys;
  const set = (name: 'tag' | 'key' | 'value') => (event: { target: { value: string } }) =>
    onChange({ ...given, [name]: event.target.value });
  if (asks === 'gift')
    return (
      <Fields>
        <GiftFields gift={given.gift} onChange={gift => onChange({ ...given, gift })} />
      </Fields>
    );
  return (
    <Fields>
      <datalist id={id}>
        {suggested.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {asks === 'tag' ? (
        <Field
          label={bulk.tag}
          hint={bulk.tag_hint}
          value={given.tag}
          onChange={set('tag')}
          list={id}
          maxLength={limits.tags.name}
          autoComplete="off"
          data-focus
        />
      ) : (
        <>
          <Field
            label={bulk.key}
            hint={bulk.key_hint}
            value={given.key}
            onChange={set('key')}
            list={id}
            autoComplete="off"
            data-focus
          />
          <Field
            label={bulk.value}
            hint={bulk.value_hint}
            value={given.value}
            onChange={set('value')}
            autoComplete="off"
          />
        </>
      )}
    </Fields>
  );
}
