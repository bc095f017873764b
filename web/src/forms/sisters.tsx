import { useSuspenseQuery } from '@tanstack/react-query';
import { newslettersQuery } from '../accounts/newsletters.ts';
import { CheckField } from '../ui/field.tsx';
import { words } from '../words.ts';
import type { Draft } from './draft.ts';
import styles from './forms.module.css';

const named = words.forms.sisters;

/** Offers this person's other newsletters, which the page for readers can recommend; nothing if there are none. */
export function Sisters({ draft }: { draft: Draft }) {
  const { data } = useSuspenseQuery(newslettersQuery);
  const { id: own, sister_newsletters: chosen } = draft.shown;
  const others = data.filter(({ id }) => id !== own);
  if (others.length === 0) return null;
  const choose = (id: string, isChosen: boolean) =>
    draft.change({ sister_newsletters: isChosen ? [...chosen, id] : chosen.filter(one => one !== id) });
  return (
    <section className={styles.group}>
      <h2>{named.title}</h2>
      <p className={styles.note}>{named.note}</p>
      {others.map(({ id, name, sister_newsletters }) => {
        const isChosen = chosen.includes(id);
        return (
          <CheckField
            key={id}
            label={name}
            hint={isChosen && !sister_newsletters.includes(own) ? named.waits(name) : undefined}
            checked={isChosen}
            onChange={({ target }) => choose(id, target.checked)}
          />
        );
      })}
    </section>
  );
}
