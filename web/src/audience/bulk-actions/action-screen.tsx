import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { BulkAction } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Counts } from '../../moving/picture.tsx';
import { ProgressBar } from '../../moving/progress-bar.tsx';
import { ApiFailure } from '../../platform/failure.ts';
import { dayOf, soonOf } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/chip.tsx';
import { BackArrow, backClass, Note, PageTitle, Section, UnderTitle } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import styles from './action-screen.module.css';
import { reasonsQuery, useAction } from './bulk-queries.ts';
import { creatorOf, statusOf, useActionInWords, useChoiceInWords } from './in-words.ts';
import { Items } from './items.tsx';
import { UndoDialog } from './undo-dialog.tsx';

const said = words.actions;

/** Shows one bulk action: what it does, its progress and result, and a way to undo it. */
export function ActionScreen() {
  const here = useHere();
  const { action: id } = useParams({ from: '/$newsletter/frame/subscribers/actions/$action' });
  const query = useAction(here, id);
  const { data: action, error } = query;
  const inWords = useActionInWords(here);
  const isGone = error instanceof ApiFailure && error.status === 404;
  return (
    <>
      <Link
        to="/$newsletter/subscribers/actions"
        params={{ newsletter: here.newsletter.username }}
        className={backClass}
      >
        <BackArrow />
        {said.back}
      </Link>
      <PageTitle action={action && <Undo key={id} action={action} />}>
        {action ? inWords(action) : words.frame.actions}
      </PageTitle>
      {isGone ? (
        <Empty title={said.missing}>{said.missing_detail}</Empty>
      ) : (
        <Loaded query={query} lines={8} height="3.5rem">
          {found => <Shown action={found} />}
        </Loaded>
      )}
    </>
  );
}

function Shown({ action }: { action: BulkAction }) {
  const here = useHere();
  const { id, status, status_reason, completion_date, skipped_count, failed_count } = action;
  const isOver = completion_date !== null;
  const others = skipped_count + failed_count;
  return (
    <>
      <UnderTitle>
        <Mark strong={status === 'failed'}>{statusOf(action)}</Mark>
        <Time at={action.creation_date} zone={here.newsletter.timezone} precise />
        {creatorOf(action) && <span>{creatorOf(action)}</span>}
      </UnderTitle>
      <Choice action={action} />
      {!isOver && <Progress action={action} />}
      <Numbers action={action} />
      {status_reason && (
        <section className={styles.failed} role="alert">
          <strong>{said.failed_title}</strong>
          <p>{status_reason}</p>
        </section>
      )}
      <Bond action={action} />
      {others > 0 && <ActionReasons id={id} count={others} />}
      <Items action={action} isOver={isOver} />
    </>
  );
}

function Choice({ action }: { action: BulkAction }) {
  const here = useHere();
  return <p className={styles.choice}>{useChoiceInWords(here, action)}</p>;
}

function Progress({ action }: { action: BulkAction }) {
  const here = useHere();
  const { status, total_count, rate, expected_completion_date: end } = action;
  const worked = action.done_count + action.skipped_count + action.failed_count;
  const told = [
    said.progress(worked, total_count),
    ...(rate === null ? [] : [said.rate(rate)]),
    ...(end === null ? [] : [said.ends(soonOf(new Date(end), here.newsletter.timezone))]),
  ];
  return (
    <div role="status">
      <p>{status === 'not_started' ? said.waiting : said.running}</p>
      <ProgressBar label={told.join(' · ')} share={worked / Math.max(1, total_count)} />
    </div>
  );
}

/** The numbers have the same marks as those of an import. */
const marks = { done: 'created', skipped: 'skipped', failed: 'refused', left: 'unchanged' };

function Numbers({ action }: { action: BulkAction }) {
  const { total_count, done_count, skipped_count, failed_count } = action;
  const left = total_count - done_count - skipped_count - failed_count;
  const counts = { done: done_count, skipped: skipped_count, failed: failed_count, left };
  const shown = (['done', 'skipped', 'failed', 'left'] as const).filter(name => name !== 'left' || left > 0);
  return <Counts parts={shown.map(name => [marks[name], said.parts[name], counts[name]])} />;
}

/** Links to the action that it undoes or that undoes it, or says until when it can be undone. */
function Bond({ action }: { action: BulkAction }) {
  const here = useHere();
  const { undoes, undone_by, undo_until, done_count, completion_date } = action;
  const link = (id: string, text: ReactNode) => (
    <Link
      to="/$newsletter/subscribers/actions/$action"
      params={{ newsletter: here.newsletter.username, action: id }}
    >
      {text}
    </Link>
  );
  if (undoes)
    return (
      <Note>
        {said.undoes} {link(undoes, said.undoes_link)}
      </Note>
    );
  if (undone_by)
    return (
      <Note>
        {said.was_undone} {link(undone_by, said.undo_result)}
      </Note>
    );
  if (completion_date === null || done_count === 0) return null;
  const zone = here.newsletter.timezone;
  return <Note>{undo_until ? said.undo_until(dayOf(new Date(undo_until), zone)) : said.not_undoable}</Note>;
}

function Undo({ action }: { action: BulkAction }) {
  const [isAsked, setAsked] = useState(false);
  const mayUndo = usePermission('bulk_actions', 'write');
  if (!action.undo_until || !mayUndo || action.done_count === 0) return null;
  return (
    <>
      <Button onClick={() => setAsked(true)}>{said.undo}</Button>
      {isAsked && <UndoDialog action={action} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Lists the reasons why items did not change; `count` of them so far. */
function ActionReasons({ id, count }: { id: string; count: number }) {
  const here = useHere();
  const reasons = useQuery(reasonsQuery(here, id, count));
  return (
    <Section title={said.reasons}>
      <Loaded query={reasons} lines={2} height="1.75rem">
        {data => (
          <ul className={styles.reasons}>
            {data.map(({ status, detail, count }) => (
              <li key={status + detail}>{said.reason(count, detail)}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
