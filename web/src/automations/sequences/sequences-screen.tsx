import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { type Sequence, sequencesQuery } from '../../sequences/queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Mark } from '../../ui/chip.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import styles from '../feeds-screen.module.css';
import { triggerWords } from './trigger-words.ts';

const said = words.sequences;

/** Lists the sequences of the newsletter, what starts each, and how many people are inside. */
export function SequencesScreen() {
  const here = useHere();
  const query = useQuery(sequencesQuery(here));
  const mayChange = usePermission('automations', 'write');
  const make = mayChange && (
    <Link
      to="/$newsletter/sequences/new"
      params={{ newsletter: here.newsletter.username }}
      className={buttonClass('solid')}
    >
      {said.make}
    </Link>
  );
  return (
    <>
      <PageTitle action={query.data?.length !== 0 && make}>{said.title}</PageTitle>
      <Loaded query={query} lines={3} height="6.25rem">
        {sequences =>
          sequences.length === 0 ? (
            <Empty title={said.empty} action={make}>
              {said.empty_detail}
            </Empty>
          ) : (
            <ul className={styles.list} aria-label={said.list(sequences.length)}>
              {sequences.map(sequence => (
                <SequenceRow key={sequence.id} sequence={sequence} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function SequenceRow({ sequence }: { sequence: Sequence }) {
  const here = useHere();
  const { id, name, counts, steps, status_reason } = sequence;
  return (
    <li className={styles.feed}>
      <Link
        to="/$newsletter/sequences/$sequence"
        params={{ newsletter: here.newsletter.username, sequence: id }}
      >
        {name}
      </Link>
      <State sequence={sequence} />
      <p>
        {triggerWords(sequence)}. {said.steps(steps.length)}.
      </p>
      <dl>
        {(['inside', 'entered', 'done'] as const).map(name => (
          <div key={name}>
            <dt>{words.sequence.figures[name]}</dt>
            <dd>{words.number(name === 'inside' ? counts.waiting + counts.held : counts[name])}</dd>
          </div>
        ))}
      </dl>
      {status_reason && <p className={styles.trouble}>{status_reason}</p>}
    </li>
  );
}

/** Shows its state in a word. */
export function State({ sequence: { status, counts } }: { sequence: Sequence }) {
  if (counts.late > 0) return <Mark strong>{said.states.late(counts.late)}</Mark>;
  return <Mark>{said.states[status]}</Mark>;
}
