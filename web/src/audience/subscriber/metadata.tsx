import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Subscriber } from '../../../../src/client/schema.ts';
import { inOrder } from '../../platform/alphabet.ts';
import { submitted, textOf } from '../../platform/form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { InPlace, WrongText } from '../../ui/in-place.tsx';
import { Failure } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { Editable, Line } from './line.tsx';
import type { SavePerson } from './queries.ts';
import styles from './subscriber-screen.module.css';

const said = words.person;
type Shown = { person: Subscriber; save: SavePerson; mayChange: boolean };

/** Edits the fields of the person's metadata. A name comes first. */
export function Metadata({ person: { metadata }, save, mayChange }: Shown) {
  const names = Object.keys(metadata).toSorted(
    (one, other) => Number(isName(other)) - Number(isName(one)) || inOrder(one, other),
  );
  const remove = (name: string) => {
    const { [name]: _, ...rest } = metadata;
    return save({ metadata: rest });
  };
  return names.map(name => {
    const value = metadata[name];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return (
      <Line key={name} name={name}>
        <Editable mayChange={mayChange} value={text}>
          <InPlace
            label={name}
            value={text}
            onSave={async typed =>
              save({ metadata: { [name]: typeof value === 'string' ? typed : readJson(typed) } }, 'add')
            }
            also={{ label: said.remove_field, act: () => remove(name) }}
          />
        </Editable>
      </Line>
    );
  });
}

function isName(name: string): boolean {
  return /name$/i.test(name);
}

/** Reads a typed value. If it is not text, it keeps its type: a number, a yes or no, a list. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongText(said.not_json);
  }
}

/** Asks for the name and the value of another field. */
export function NewField({ save }: Pick<Shown, 'save'>) {
  const details = useRef<HTMLDetailsElement>(null);
  const add = useMutation({ mutationFn: (metadata: Record<string, string>) => save({ metadata }, 'add') });
  const submit = submitted((entered, form) => {
    add.mutate(
      { [textOf(entered, 'name')]: textOf(entered, 'text') },
      {
        onSuccess: () => {
          form.reset();
          details.current?.removeAttribute('open');
        },
      },
    );
  });
  return (
    <Line name={said.other}>
      <details ref={details} className={styles.add}>
        <summary>{said.add_field}</summary>
        <form onSubmit={submit}>
          <Field
            name="name"
            label={said.field_name}
            hint={said.field_hint('{{ subscriber.metadata.city }}')}
            required
            pattern=".*\S.*"
            autoComplete="off"
          />
          <Field name="text" label={said.field_value} required autoComplete="off" />
          {add.error && <Failure error={add.error} />}
          <div>
            <Button type="submit" busy={add.isPending}>
              {said.add}
            </Button>
          </div>
        </form>
      </details>
    </Line>
  );
}
