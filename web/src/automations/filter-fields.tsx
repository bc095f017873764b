import { useState } from 'react';
import { errorAt } from '../platform/failure.ts';
import { TextField } from '../ui/field.tsx';
import { words } from '../words.ts';
import type { Setting } from './settings.ts';
import { linesOf } from './settings.ts';
import simulation from './simulation.module.css';
import styles from './simulator.module.css';

const simulator = words.simulator;
const sides = ['include', 'exclude'] as const;
const lists = ['categories', 'titles', 'authors'] as const;

/** Chooses by category, title and author which posts are mailed. */
export function FilterFields({ settings, error, onChange }: Setting) {
  const { item_filters } = settings;
  const isSet = sides.some(side => lists.some(list => item_filters[side][list].length > 0));
  const [opened] = useState(isSet);
  return (
    <details className={simulation.folded} open={opened}>
      <summary>{simulator.filters_more}</summary>
      <p>{simulator.filters_hint}</p>
      <div className={styles.filters}>
        {lists.flatMap(list =>
          sides.map(side => (
            <Lines
              key={side + list}
              label={simulator.filters[side][list]}
              value={item_filters[side][list]}
              error={errorAt(error, `item_filters.${side}.${list}`)}
              onChange={lines =>
                onChange({
                  item_filters: { ...item_filters, [side]: { ...item_filters[side], [list]: lines } },
                })
              }
            />
          )),
        )}
      </div>
    </details>
  );
}

/** Keeps the text as it was typed; ignores empty lines. */
function Lines({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string[];
  error: string | undefined;
  onChange: (lines: string[]) => void;
}) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <TextField
      label={label}
      error={error}
      value={text}
      rows={1}
      onChange={event => {
        setText(event.target.value);
        onChange(linesOf(event.target.value));
      }}
    />
  );
}
