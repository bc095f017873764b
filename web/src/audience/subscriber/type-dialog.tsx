import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { useSavePerson } from './queries.ts';
import { type SettableType, settableTypes } from './search.ts';
import styles from './subscriber-screen.module.css';

const said = words.person;
const types = words.subscriber.types;
const left: Subscriber['type'][] = ['unsubscribed', 'undeliverable', 'blocked'];
const away: SettableType[] = ['unsubscribed', 'blocked', 'paused', 'unpaid', 'unactivated'];

type Changing = { person: Subscriber; proposed: SettableType; onClose: () => void };

/** Unsubscribes the person, subscribes them again, or sets another type. */
export function TypeDialog({ person, proposed, onClose }: Changing) {
  const here = useHere();
  const save = useSavePerson(here, person);
  const [type, setType] = useState(proposed);
  const change = useMutation({
    mutationFn: () => save({ type }),
    onSuccess: () => {
      say(said.type_changed(types[type]));
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate();
  };
  const wrong = errorAt(change.error, 'type');
  const comesBack = left.includes(person.type) && !away.includes(type);
  return (
    <Dialog title={said.type_title} onClose={onClose}>
      <form onSubmit={submit}>
        <SelectField
          label={said.type}
          value={type}
          onChange={({ target }) => setType(target.value as SettableType)}
          hint={said.type_hints[type]}
          error={wrong}
        >
          <Options of={settableTypes.map(one => [one, types[one]])} />
        </SelectField>
        <p className={styles.words}>{said.type_now(types[person.type])}</p>
        {comesBack && <p className={styles.warning}>{said.came_back}</p>}
        {change.error && !wrong && <Failure error={change.error} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={change.isPending}>
            {words.parts.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
