import { useQuery } from '@tanstack/react-query';
import type { Filter, FilterGroup } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { words } from '../../words.ts';
import { sentEmailsQuery } from '../queries.ts';
import { daysAgo, isWithoutValue, type Kind, operatorsOf, readCondition } from './fields.ts';
import { formNamesQuery } from './names.ts';

const say = words.saying;

const named: Record<'type' | 'mail_state' | 'standing' | 'frequency', Record<string, string>> = {
  type: words.subscriber.types,
  mail_state: words.standing.mail_states,
  standing: words.standing.standings,
  frequency: words.frequencies,
};

type NameOf = (kind: Kind, id: string) => string;

/** Returns a function that says these filters in words, with the names of the objects in them. */
export function useFilterInWords(here: Here, groups: FilterGroup[]): (filter: FilterGroup) => string {
  const mentions = (kind: Kind) => groups.some(group => kindsIn(group).includes(kind));
  const { data: tags } = useQuery({ ...tagsQuery(here), enabled: mentions('tag') });
  const { data: emails } = useQuery({ ...sentEmailsQuery(here), enabled: mentions('email') });
  const { data: forms } = useQuery({ ...formNamesQuery(here), enabled: mentions('form') });
  const nameOf: NameOf = (kind, id) => {
    const known: { id: string; name: string }[] | undefined =
      kind === 'tag' ? tags : kind === 'form' ? forms : emails;
    if (!known) return '…';
    return known.find(one => one.id === id)?.name ?? words.filters.gone;
  };
  return filter => sayFilter(filter, nameOf);
}

function kindsIn({ filters, groups }: FilterGroup): (Kind | undefined)[] {
  return [...filters.map(filter => readCondition(filter)?.kind), ...groups.flatMap(kindsIn)];
}

/** Returns the filter in words. The words between conditions follow from the predicates of its groups. */
function sayFilter({ filters, groups, predicate }: FilterGroup, nameOf: NameOf): string {
  return say.joined[predicate]([
    ...filters.map(filter => sayCondition(filter, nameOf)),
    ...groups.map(group => say.group(sayFilter(group, nameOf))),
  ]);
}

function sayCondition(filter: Filter, nameOf: NameOf): string {
  const read = readCondition(filter);
  const { field, operator, value } = filter;
  if (!read) return say.condition(field, operator, value);
  const { name, kind, key } = read;
  const called =
    kind === 'metadata'
      ? say.metadata(key)
      : kind === 'survey'
        ? say.survey(key)
        : words.filters.fields[name];
  if (kind === 'email') {
    const email = say.quoted(nameOf(kind, value));
    return operator === 'contains' ? say.did(called, email) : say.did_not(called, email);
  }
  const days = kind === 'date' ? daysAgo(value) : undefined;
  if (days !== undefined)
    return say.condition(called, '', operator === 'greater_than' ? say.less_ago(days) : say.more_ago(days));
  const how = operatorsOf(name).find(([known]) => known === operator)?.[1] ?? operator;
  return say.condition(called, how, isWithoutValue(operator) ? '' : sayValue(kind, value, nameOf));
}

function sayValue(kind: Kind, value: string, nameOf: NameOf): string {
  if (kind === 'tag' || kind === 'form') return say.quoted(nameOf(kind, value));
  if (kind in named) return say.quoted(named[kind as keyof typeof named][value] ?? value);
  if (kind === 'date') return value;
  return kind === 'rate' ? say.percent(value) : say.quoted(value);
}
