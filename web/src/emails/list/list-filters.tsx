import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { dayOf } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip, HeldChip } from '../../ui/chip.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { words } from '../../words.ts';
import { useAutomations } from './automations.ts';
import styles from './list-screen.module.css';
import { readWanted, type Wanted, without } from './wanted.ts';

const FilterDialog = lazy(() => import('./filter-dialog.tsx').then(file => ({ default: file.FilterDialog })));

const states = {
  draft: 'draft',
  scheduled: 'scheduled',
  sent: 'sent,in_flight,about_to_send',
  errored: 'errored',
};

/** Narrows the list by state, search, and a chip for each other condition. The address holds all of them. */
export function Filters({ wanted }: { wanted: Wanted }) {
  const here = useHere();
  const navigate = useNavigate({ from: '/$newsletter/emails' });
  const [isOpen, setOpen] = useState(false);
  // The address may have changed since this was rendered.
  const change = (next: (before: Wanted) => Wanted) =>
    void navigate({ search: before => next(readWanted(before)), replace: true, resetScroll: false });
  const held = useHeld(here, wanted);
  return (
    <div className={styles.filters}>
      <fieldset aria-label={words.emails.filter}>
        {Object.entries(states).map(([name, status]) => (
          <FilterChip
            key={name}
            on={wanted.status === status}
            onChange={on => change(before => (on ? { ...before, status } : without(before, 'status')))}
          >
            {words.emails.filters[name as keyof typeof states]}
          </FilterChip>
        ))}
        <FilterChip
          on={wanted.approval !== undefined}
          onChange={on =>
            change(before => (on ? { ...before, approval: 'requested' } : without(before, 'approval')))
          }
        >
          {words.emails.to_approve}
        </FilterChip>
        <FilterChip on={false} onChange={() => setOpen(true)}>
          {words.list.filter}
        </FilterChip>
      </fieldset>
      <SearchField
        label={words.emails.search}
        placeholder={words.emails.search}
        value={wanted.search ?? ''}
        onSearch={search => change(before => (search ? { ...before, search } : without(before, 'search')))}
      />
      {held.length > 0 && (
        <div className={styles.held}>
          {held.map(({ name, text }) => (
            <HeldChip
              key={name}
              label={words.list.clear(text)}
              onRemove={() => change(before => without(before, name))}
            >
              {text}
            </HeldChip>
          ))}
          {held.length > 1 && (
            <Button look="quiet" onClick={() => change(() => ({}))}>
              {words.list.clear_all}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {isOpen && <FilterDialog wanted={wanted} change={change} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}

/** Returns in words the conditions that have no control of their own above the list. */
function useHeld(here: Here, wanted: Wanted): { name: keyof Wanted; text: string }[] {
  const { data: tags } = useQuery(tagsQuery(here));
  const automations = useAutomations(here, wanted.automation !== undefined);
  const list = words.list;
  const dayIn = (day: string) => dayOf(new Date(`${day}T12:00Z`), 'UTC');
  const named = (all: { id: string; name: string }[] | undefined, id: string) =>
    all?.find(one => one.id === id)?.name ?? (all ? list.gone : '…');
  const { source, automation, tag, from, to, search } = wanted;
  const texts: [keyof Wanted, string | undefined][] = [
    ['source', source && list.sources[source]],
    ['automation', automation && named(automations, automation)],
    ['tag', tag && list.tagged(named(tags, tag))],
    ['from', from && list.since(dayIn(from))],
    ['to', to && list.until(dayIn(to))],
    ['search', search && list.found(search)],
  ];
  return texts.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}
