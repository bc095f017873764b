import { useQuery } from '@tanstack/react-query';
import { useHere } from '../accounts/newsletters.ts';
import { Field, Options, SelectField } from '../ui/field.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { words } from '../words.ts';
import { nameOfType, typeGroups } from './event-words.ts';
import styles from './events-screen.module.css';
import type { WantedEvents } from './wanted.ts';

const said = words.journal;

type Filtering = { wanted: WantedEvents; onShow: (wanted: WantedEvents) => void };

/** Narrows the events by kind, person, email and time. The address holds all of it. */
export function EventFilters({ wanted, onShow }: Filtering) {
  const here = useHere();
  const emails = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'emails', 'named'],
    queryFn: async () => {
      const query = { page_size: 100, ordering: '-creation_date', excluded_fields: ['body'] };
      return (await here.api.get('/v1/emails', { query })).results;
    },
  });
  const change = (name: keyof WantedEvents) => (value: string) => {
    const { [name]: _, ...others } = wanted;
    onShow(value === '' ? others : { ...others, [name]: value });
  };
  const field = (name: keyof WantedEvents) => ({
    value: wanted[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => change(name)(target.value),
  });
  const isKnown = !wanted.email || emails.data?.some(({ id }) => id === wanted.email);
  return (
    <FilterBar used={Object.keys(wanted).length} onClear={() => onShow({})}>
      <SelectField label={said.type} {...field('type')}>
        <option value="">{said.any_type}</option>
        {Object.entries(typeGroups).map(([group, types]) => (
          <optgroup key={group} label={said.groups[group as keyof typeof said.groups]}>
            <Options of={types.map(type => [type, nameOfType(type)])} />
          </optgroup>
        ))}
      </SelectField>
      <SelectField label={said.email} {...field('email')}>
        <option value="">{said.any_email}</option>
        {!isKnown && <option value={wanted.email}>…</option>}
        <Options of={emails.data?.map(({ id, subject }) => [id, subject || words.emails.untitled]) ?? []} />
      </SelectField>
      <span className={styles.person}>
        {said.person}
        <SearchField
          label={said.person}
          placeholder={said.person_hint}
          value={wanted.person ?? ''}
          onSearch={change('person')}
        />
      </span>
      <Field type="date" label={said.since} {...field('since')} />
      <Field type="date" label={said.until} {...field('until')} />
    </FilterBar>
  );
}
