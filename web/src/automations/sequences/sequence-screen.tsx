import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { LateDialog } from '../../sequences/late-dialog.tsx';
import { type Figures, figuresQuery, type Sequence, sequenceQuery } from '../../sequences/queries.ts';
import { runsQuery } from '../../sequences/run-queries.ts';
import { Button } from '../../ui/button.tsx';
import { BackArrow, backClass, PageTitle, Section } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import feed from '../feed-screen.module.css';
import { Beginning } from './beginning.tsx';
import { Runs } from './runs.tsx';
import { SequenceActions } from './sequence-actions.tsx';
import styles from './sequence-screen.module.css';
import { Reasons } from './simulation.tsx';
import { StepCards } from './step-cards.tsx';
import { Why } from './why.tsx';

const said = words.sequence;

/** Shows a sequence: what starts it, its steps with the people at each, and every passage through it. */
export function SequenceScreen() {
  const here = useHere();
  const from = '/$newsletter/frame/sequences/$sequence';
  const { sequence: id } = useParams({ from });
  const { status } = useSearch({ from });
  const sequence = useQuery(sequenceQuery(here, id));
  const figures = useQuery(figuresQuery(here, id));
  const seesPeople = usePermission('subscribers', 'read');
  // All sections appear together, so that nothing jumps. A list that fails says so and offers to try again.
  const runs = useInfiniteQuery({ ...runsQuery(here, id, status), enabled: seesPeople });
  const error = sequence.error ?? figures.error;
  return (
    <>
      <Link
        to="/$newsletter/sequences"
        params={{ newsletter: here.newsletter.username }}
        className={backClass}
      >
        <BackArrow />
        {said.back}
      </Link>
      {sequence.data && figures.data && !runs.isLoading ? (
        <Shown sequence={sequence.data} figures={figures.data} seesPeople={seesPeople} />
      ) : error ? (
        <Failure error={error} retry={() => void Promise.all([sequence.refetch(), figures.refetch()])} />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  );
}

type Known = { sequence: Sequence; figures: Figures; seesPeople: boolean };

function Shown({ sequence, figures, seesPeople }: Known) {
  const mayChange = usePermission('automations', 'write');
  const { counts, refused } = sequence;
  const numbers = {
    inside: counts.waiting + counts.held,
    entered: counts.entered,
    done: counts.done,
    left: counts.left,
    ...(counts.failed > 0 && { failed: counts.failed }),
  };
  return (
    <>
      <PageTitle action={mayChange && <SequenceActions sequence={sequence} />}>{sequence.name}</PageTitle>
      <Off sequence={sequence} />
      <Late sequence={sequence} />
      <dl className={styles.figures}>
        {Object.entries(numbers).map(([name, count]) => (
          <div key={name}>
            <dt>{said.figures[name as keyof typeof said.figures]}</dt>
            <dd>{words.number(count)}</dd>
          </div>
        ))}
      </dl>
      <Beginning sequence={sequence} />
      <StepCards sequence={sequence} figures={figures} />
      {refused.length > 0 && (
        <div className={styles.refused}>
          <Reasons
            title={said.refused(refused.reduce((sum, { count }) => sum + count, 0))}
            reasons={refused}
          />
        </div>
      )}
      {seesPeople && (
        <>
          <Runs sequence={sequence} />
          <Section title={said.why}>
            <Why sequence={sequence} />
          </Section>
        </>
      )}
    </>
  );
}

/** Says why nobody enters, and what happens to people inside. */
function Off({ sequence: { status, status_reason, counts } }: { sequence: Sequence }) {
  if (status === 'active') return null;
  const inside = counts.waiting + counts.held;
  return (
    <div className={feed.notice} role="status">
      <strong>{said.is_off}</strong>
      <p>{status_reason || (inside > 0 ? said.is_off_held(inside) : said.is_off_new)}</p>
    </div>
  );
}

/** Asks for a decision about entries that came too late. */
function Late({ sequence: { id, counts } }: { sequence: Sequence }) {
  const [asks, setAsks] = useState(false);
  const mayDecide = usePermission('sending', 'write');
  if (counts.late === 0) return null;
  return (
    <div className={feed.notice} role="status" data-bad>
      <strong>{words.late.title(counts.late)}</strong>
      <p>{words.late.detail}</p>
      {mayDecide && (
        <div>
          <Button onClick={() => setAsks(true)}>{words.late.decide}</Button>
        </div>
      )}
      {asks && <LateDialog id={id} onClose={() => setAsks(false)} />}
    </div>
  );
}
