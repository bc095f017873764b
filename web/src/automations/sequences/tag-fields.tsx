import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { tagsOf } from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/chip.tsx';
import { Field } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import type { StepPart } from './draft.ts';
import styles from './editor.module.css';

const said = words.step_editor;

/** Edits the tags of a step, by name. Saving the sequence creates those that do not exist yet. */
export function TagFields({ action: { metadata }, onChange }: StepPart) {
  const here = useHere();
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const [typed, setTyped] = useState('');
  const chosen = tagsOf(metadata);
  const others = chosen.filter(word => !tags.some(({ id, name }) => word === id || word === name));
  const set = (words: string[]) => onChange({ tags: words });
  const add = () => {
    const name = typed.trim();
    if (name !== '' && !chosen.includes(name)) set([...chosen, name]);
    setTyped('');
  };
  return (
    <fieldset className={styles.days}>
      <legend>{said.tags}</legend>
      <div>
        {[...tags, ...others.map(name => ({ id: name, name }))].map(({ id, name }) => {
          const isOn = chosen.includes(id) || chosen.includes(name);
          return (
            <FilterChip
              key={id}
              on={isOn}
              onChange={on =>
                set(on ? [...chosen, name] : chosen.filter(word => word !== id && word !== name))
              }
            >
              {name}
            </FilterChip>
          );
        })}
      </div>
      <div className={styles.adding}>
        <Field
          label={said.new_tag}
          maxLength={100}
          required={chosen.length === 0}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={add}
          onKeyDown={event => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>{words.person.add}</Button>
      </div>
    </fieldset>
  );
}
