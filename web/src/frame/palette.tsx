import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { bare } from '../platform/alphabet.ts';
import { Key } from '../ui/chip.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { englishNames } from '../words/english-names.ts';
import { words } from '../words.ts';
import { findChoices } from './find-choices.ts';
import { closeOverlay } from './overlay.ts';
import styles from './palette.module.css';
import { type Choice, useChoices } from './palette-choices.ts';

/** Finds every place and action by name. */
export function Palette({ only }: { only?: 'newsletters' }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(0);
  const { fixed, api, newsletter, open } = useChoices(only);
  const wanted = query.trim().toLowerCase();
  const isSearching = wanted.length > 1 && !only && api !== undefined;
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['newsletter', newsletter?.id, 'palette', wanted],
    queryFn: ({ signal }) => findChoices(api!, wanted, open, signal),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  const choices: Choice[] = [
    ...fixed.filter(({ name, hidden }) => isNamed(name, wanted) && (!hidden || wanted !== '')),
    ...(isSearching ? found : []),
  ];
  const at = Math.min(marked, choices.length - 1);

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    closeOverlay();
    choice.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = (at + step + choices.length) % Math.max(1, choices.length);
      setMarked(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(choices[at]);
    } else if (only && /^[1-9]$/.test(event.key)) {
      event.preventDefault();
      choose(choices[Number(event.key) - 1]);
    }
  };

  const title = only ? words.frame.switch : words.palette.title;
  const kinds = [...new Set(choices.map(({ kind }) => kind))];
  return (
    <Dialog kind="palette" title={title} hide_title onClose={closeOverlay}>
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[at] ? `${id}-${at}` : undefined}
        aria-label={title}
        placeholder={only ? words.frame.switch : words.palette.placeholder}
        value={query}
        onChange={event => {
          setQuery(event.target.value);
          setMarked(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label={title} className={styles.list}>
        {kinds.map(kind => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, and no fieldset
          <div key={kind} role="group" aria-label={kind}>
            <p aria-hidden="true">{kind}</p>
            {choices.map(
              (choice, index) =>
                choice.kind === kind && (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
                  <div
                    key={choice.key}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === at}
                    onMouseMove={() => setMarked(index)}
                    onClick={() => choose(choice)}
                  >
                    <span>{choice.name}</span>
                    {choice.note && <small>{choice.note}</small>}
                    {choice.keys && (
                      <small aria-hidden="true">
                        {choice.keys.map(key => (
                          <Key key={key}>{key}</Key>
                        ))}
                      </small>
                    )}
                  </div>
                ),
            )}
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <p className={styles.nothing} role="status">
          {isFetching ? words.parts.loading : words.palette.nothing(query)}
        </p>
      )}
    </Dialog>
  );
}

/** Returns true if a choice has these words in its name, or in its English name, with or without accents. */
function isNamed(name: string, wanted: string): boolean {
  const sought = bare(wanted);
  return [name, englishNames[name] ?? ''].some(one => bare(one).includes(sought));
}
