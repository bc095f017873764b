import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { trimmed } from '../../audience/filter/fields.ts';
import { useFilterInWords } from '../../audience/filter/in-words.ts';
import type { Sequence } from '../../sequences/queries.ts';
import { words } from '../../words.ts';
import { partsOf } from './draft.ts';
import styles from './sequence-screen.module.css';
import { eventWords, triggerWords } from './trigger-words.ts';

const said = words.sequence;

/** Says in a sentence what starts the sequence, with its conditions below. */
export function Beginning({ sequence }: { sequence: Sequence }) {
  const here = useHere();
  const { trigger, trigger_date, entry, filters, exit_filters } = sequence;
  const { event, people } = partsOf(filters);
  const goal = exit_filters ? trimmed(exit_filters) : undefined;
  const inWords = useFilterInWords(
    here,
    [people, goal].filter(one => one !== undefined),
  );
  const { data: tags } = useQuery({ ...tagsQuery(here), enabled: event.length > 0 });
  const nameOf = (id: string) => tags?.find(tag => tag.id === id)?.name ?? id;
  const lines = [
    ...(trigger_date && trigger === 'subscriber.date'
      ? [said.date_of(trigger_date.key, trigger_date.days_before, trigger_date.yearly)]
      : []),
    ...event.map(one => eventWords(one, nameOf)),
    ...(people ? [said.who(inWords(people))] : []),
    said.entry[entry],
    ...(goal ? [said.goal(inWords(goal))] : []),
  ];
  return (
    <div className={styles.beginning}>
      <h2>{triggerWords(sequence)}</h2>
      <ul>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
