import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Import } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { ApiFailure } from '../platform/failure.ts';
import { soonOf } from '../platform/time.ts';
import { buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { BackArrow, backClass, PageTitle, UnderTitle } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { DryRun } from './dry-run.tsx';
import { Ended } from './ended.tsx';
import styles from './moving.module.css';
import { ProgressBar } from './progress-bar.tsx';
import { importQuery, isWhole } from './queries.ts';
import { UndoButton } from './undo-button.tsx';

const said = words.imports;

/** Shows one import, from the check of its file to its end and its undo. */
export function ImportScreen() {
  const here = useHere();
  const { import: id } = useParams({ from: '/$newsletter/frame/imports/$import' });
  const { data: one, error, refetch } = useQuery(importQuery(here, id));
  const isGone = error instanceof ApiFailure && error.status === 404;
  const toAll = (
    <Link
      to="/$newsletter/imports"
      params={{ newsletter: here.newsletter.username }}
      className={isGone ? buttonClass() : backClass}
    >
      {!isGone && <BackArrow />}
      {said.back}
    </Link>
  );
  if (isGone)
    return (
      <>
        <PageTitle>{said.not_there}</PageTitle>
        <p className={styles.note}>{said.not_there_detail}</p>
        <p className={styles.acts}>{toAll}</p>
      </>
    );
  return (
    <>
      {toAll}
      <PageTitle>{one ? one.file_name || said.formats[one.format] : said.title}</PageTitle>
      {error && !one ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : one ? (
        <>
          <UnderTitle>
            <Mark strong={one.status === 'failed'}>{said.statuses[one.status]}</Mark>
            <span>
              {one.format === 'newsletter'
                ? said.formats.newsletter
                : said.recognised(said.formats[one.format], one.size)}
            </span>
          </UnderTitle>
          <Shown here={here} one={one} />
        </>
      ) : (
        <Skeleton lines={8} height="3.5rem" />
      )}
    </>
  );
}

function Shown({ here, one }: { here: Here; one: Import }) {
  const { status, dry_run } = one;
  const isWaiting = status === 'validated' || (status === 'failed' && dry_run);
  // A new check starts from the options stored then.
  if (isWaiting) return <DryRun key={JSON.stringify(one.options)} here={here} one={one} />;
  if (status === 'succeeded' || status === 'failed' || status === 'undone')
    return <Ended here={here} one={one} />;
  return <Running here={here} one={one} />;
}

function Running({ here, one }: { here: Here; one: Import }) {
  const { status, dry_run, done_count, total_count, rate, expected_completion_date: end } = one;
  const isChecking = dry_run || status === 'not_started' || status === 'validating';
  const zone = here.newsletter.timezone;
  const counted = total_count > 0 ? said.done_of(done_count, total_count) : words.number(done_count);
  const told = [
    counted,
    ...(rate === null ? [] : [said.pace(rate)]),
    ...(end === null ? [] : [said.end(soonOf(new Date(end), zone))]),
  ];
  return (
    <div role="status" className={styles.running}>
      <p>{status === 'undoing' ? said.undoing : isChecking ? said.checking : said.running}</p>
      <ProgressBar label={told.join(' · ')} share={total_count > 0 ? done_count / total_count : 0} />
      {status === 'in_progress' && !isWhole(one) && <UndoButton here={here} one={one} label={said.stop} />}
    </div>
  );
}
