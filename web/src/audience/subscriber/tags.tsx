import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { submitted, textOf } from '../../platform/form.ts';
import { Button } from '../../ui/button.tsx';
import { HeldChip, Mark } from '../../ui/chip.tsx';
import { Failure } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import type { SavePerson } from './queries.ts';
import styles from './subscriber-screen.module.css';

const said = words.person;
type Shown = { person: Subscriber; save: SavePerson; mayChange: boolean };

/** Edits the person's tags. The field completes a typed name to an existing tag, or makes a new one. */
export function PersonTags({ person: { tags }, save, mayChange }: Shown) {
  const here = useHere();
  const id = useId();
  const { data: all } = useQuery(tagsQuery(here));
  const change = useMutation({ mutationFn: (work: () => Promise<void>) => work() });
  const submit = submitted((entered, form) => {
    const name = textOf(entered, 'tag');
    if (name !== '') change.mutate(() => save({ tags: [name] }, 'add'), { onSuccess: () => form.reset() });
  });
  if (!all) return <div className={styles.tags} />;
  const held = all.filter(tag => tags.includes(tag.id));
  if (!mayChange)
    return held.length > 0 ? (
      <span className={styles.tags}>
        {held.map(tag => (
          <Mark key={tag.id}>{tag.name}</Mark>
        ))}
      </span>
    ) : (
      <span className={styles.soft}>{words.parts.nothing}</span>
    );
  return (
    <>
      <div className={styles.tags}>
        {held.map(tag => (
          <HeldChip
            key={tag.id}
            label={said.remove_tag(tag.name)}
            onRemove={() => change.mutate(() => save({ tags: tags.filter(one => one !== tag.id) }))}
          >
            {tag.name}
          </HeldChip>
        ))}
        <form className={styles.newTag} onSubmit={submit}>
          <input
            name="tag"
            list={id}
            aria-label={said.add_tag}
            placeholder={said.add_tag}
            autoComplete="off"
          />
          <datalist id={id}>
            {all
              .filter(tag => !tags.includes(tag.id))
              .map(tag => (
                <option key={tag.id} value={tag.name} />
              ))}
          </datalist>
          <Button type="submit" look="quiet" busy={change.isPending}>
            {said.add}
          </Button>
        </form>
      </div>
      {change.error && <Failure error={change.error} />}
    </>
  );
}
