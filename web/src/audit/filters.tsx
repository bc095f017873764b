import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { nameOf } from '../accounts/actors.ts';
import { useHere } from '../accounts/newsletters.ts';
import { keysQuery, teamQuery } from '../accounts/queries.ts';
import { Field, Options, SelectField } from '../ui/field.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { words } from '../words.ts';
import { type LogSearch, readLogSearch } from './search.ts';

const said = words.audit;

/** Narrows the log by actor, action and time. */
export function Filters({ search }: { search: LogSearch }) {
  const here = useHere();
  const navigate = useNavigate({ from: '/$newsletter/settings/log' });
  const { data: team = [] } = useQuery(teamQuery(here));
  const { data: keys = [] } = useQuery(keysQuery(here));
  const change = (next: (before: LogSearch) => LogSearch) =>
    void navigate({ search: before => next(readLogSearch(before)), replace: true, resetScroll: false });
  const set = (name: keyof LogSearch) => (event: { target: { value: string } }) =>
    change(before => readLogSearch({ ...before, [name]: event.target.value }));
  const known = [
    ...team.map(one => ({ id: one.id, name: nameOf(one) })),
    ...keys.map(({ id, name }) => ({ id, name: said.actors.key(name) })),
  ];
  const isGone = search.actor !== undefined && !known.some(({ id }) => id === search.actor);
  return (
    <FilterBar used={Object.keys(search).length} onClear={() => change(() => ({}))}>
      <SelectField label={said.person} value={search.actor ?? ''} onChange={set('actor')}>
        <option value="">{said.anybody}</option>
        {isGone && <option value={search.actor}>{said.actors.person('')}</option>}
        <Options of={known.map(({ id, name }) => [id, name])} />
      </SelectField>
      <SelectField label={said.action} value={search.action ?? ''} onChange={set('action')}>
        <option value="">{said.anything}</option>
        {Object.entries(said.actions).map(([area, actions]) => {
          const name = said.areas[area as keyof typeof said.areas];
          return (
            <optgroup key={area} label={name}>
              <option value={area}>{said.all_of(name)}</option>
              <Options of={Object.entries(actions).map(([action, told]) => [action, sentenceOf(told)])} />
            </optgroup>
          );
        })}
      </SelectField>
      <Field type="date" label={said.from} value={search.from ?? ''} max={search.to} onChange={set('from')} />
      <Field type="date" label={said.to} value={search.to ?? ''} min={search.from} onChange={set('to')} />
    </FilterBar>
  );
}

/** Returns a sentence such as "Sent an email". */
function sentenceOf([sentence, thing]: readonly [string, (keyof typeof said.things)?]): string {
  const text = sentence.replace('{}', thing ? said.things[thing] : '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
