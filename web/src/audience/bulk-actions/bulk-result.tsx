import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BulkAction } from '../../../../src/client/schema.ts';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { dayOf } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { reasonsQuery, undoAction, useAction } from './bulk-queries.ts';
import styles from './bulk-sheet.module.css';

const bulk = words.bulk;

type Shown = { here: Here; id: string; done: (count: number) => string; onClose: () => void };

/** Shows the progress of an action, then its result with a way to undo it. The undo's progress and result follow. */
export function BulkResult({ here, id, done, onClose }: Shown) {
  const action = useAction(here, id);
  const isOver = action.data ? action.data.completion_date !== null : false;
  const undo = useMutation({ mutationFn: () => undoAction(here, id) });
  if (undo.data) return <BulkResult here={here} id={undo.data.id} done={bulk.undone} onClose={onClose} />;
  const { data } = action;
  return (
    <>
      <div className={styles.forecast} aria-live="polite">
        {action.isError ? (
          <Failure error={action.error} retry={() => void action.refetch()} />
        ) : !data ? (
          <Skeleton lines={2} height="2rem" />
        ) : isOver ? (
          <Result action={data} done={done} />
        ) : (
          <Progress action={data} />
        )}
        {undo.error && <Failure error={undo.error} />}
      </div>
      <DialogButtons>
        {data?.undo_until && (
          <Button busy={undo.isPending} onClick={() => undo.mutate()}>
            {bulk.undo}
          </Button>
        )}
        <Button look="solid" onClick={onClose} data-focus>
          {bulk.close}
        </Button>
      </DialogButtons>
    </>
  );
}

function Progress({ action }: { action: BulkAction }) {
  const { status, type, total_count, done_count, skipped_count, failed_count } = action;
  const worked = done_count + skipped_count + failed_count;
  const text =
    status === 'not_started'
      ? bulk.waiting
      : type === 'undo'
        ? bulk.undoing
        : bulk.progress(worked, total_count);
  return (
    <>
      <p className={styles.count}>{text}</p>
      <progress className={styles.progress} aria-label={text} value={worked} max={Math.max(1, total_count)} />
      <p className={styles.will}>{bulk.goes_on}</p>
    </>
  );
}

function Result({ action, done }: { action: BulkAction; done: Shown['done'] }) {
  const here = useHere();
  const { id, done_count, skipped_count, failed_count, status_reason, undo_until, type } = action;
  const others = skipped_count + failed_count;
  const { data: reasons = [] } = useQuery({ ...reasonsQuery(here, id, others), enabled: others > 0 });
  return (
    <>
      <p className={styles.count}>{done(done_count)}</p>
      {status_reason && <p className={styles.will}>{status_reason}</p>}
      {others > 0 && <Reasons title={bulk.skipped(others)} reasons={reasons} />}
      <Link
        to="/$newsletter/subscribers/actions/$action"
        params={{ newsletter: here.newsletter.username, action: id }}
      >
        {bulk.details}
      </Link>
      {type !== 'undo' && done_count > 0 && (
        <p className={styles.will}>
          {undo_until
            ? bulk.undo_until(dayOf(new Date(undo_until), here.newsletter.timezone))
            : bulk.not_undoable}
        </p>
      )}
    </>
  );
}

/** Says why people stay unchanged; shows nothing if everybody changes. */
export function Reasons({ title, reasons }: { title: string; reasons: { detail: string; count: number }[] }) {
  if (reasons.length === 0) return null;
  return (
    <section className={styles.reasons}>
      <h3>{title}</h3>
      <ul>
        {reasons.map(({ detail, count }) => (
          <li key={detail}>{bulk.reason(detail, count)}</li>
        ))}
      </ul>
    </section>
  );
}
