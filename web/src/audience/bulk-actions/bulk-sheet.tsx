import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkActionForecast } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { useSettled } from '../../platform/settled.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import type { Wanted } from '../queries.ts';
import { type ActName, acts, type Given, isComplete } from './bulk-acts.ts';
import { BulkForm } from './bulk-form.tsx';
import { createAction, forecastQuery, idsOf, mostTried, type Request } from './bulk-queries.ts';
import { BulkResult, Reasons } from './bulk-result.tsx';
import styles from './bulk-sheet.module.css';
import type { Chosen } from './selection.ts';

const bulk = words.bulk;

type Asked = {
  name: ActName;
  wanted: Wanted;
  chosen: Chosen;
  count: number;
  /** Called when the action has been created. */
  onStarted: () => void;
  onClose: () => void;
};

/** Asks for the action's inputs, says what it would change, runs it, and shows the result with an undo. */
export function BulkSheet({ name, wanted, chosen: chosenNow, count, onStarted, onClose }: Asked) {
  const here = useHere();
  const act = acts[name];
  const texts = bulk.acts[name];
  // The list clears its selection once the action runs.
  const [chosen] = useState(chosenNow);
  const [many] = useState(count);
  const [given, setGiven] = useState<Given>({ tag: '', key: '', value: '', gift: { end: '', message: '' } });
  const [isTried, setTried] = useState(count <= mostTried);
  const request = async (): Promise<Request> => ({
    type: act.type,
    metadata: { ...(await idsOf(here, wanted, chosen)), ...act.metadata?.(given, here.newsletter.timezone) },
  });
  const settled = useSettled(given);
  const isReady = isComplete(act, given);
  const isSettled = JSON.stringify(settled) === JSON.stringify(given);
  const forecast = useQuery({
    ...forecastQuery(here, request, [name, settled, wanted, chosen.kind, [...chosen.ids]]),
    enabled: isReady && isSettled && isTried,
  });
  const run = useMutation({
    mutationFn: async () => createAction(here, await request()),
    onSuccess: onStarted,
  });
  if (run.data)
    return (
      <Dialog kind="sheet" title={texts.title} onClose={onClose}>
        <BulkResult here={here} id={run.data.id} done={texts.done} onClose={onClose} />
      </Dialog>
    );
  const changed = isReady && isSettled ? forecast.data?.done_count : undefined;
  return (
    <Dialog kind="sheet" title={texts.title} onClose={onClose}>
      <p className={styles.will}>{texts.will}</p>
      {act.asks && <BulkForm asks={act.asks} given={given} onChange={setGiven} />}
      <div className={styles.forecast} aria-live="polite">
        {!isReady ? null : !isTried ? (
          <>
            <p className={styles.will}>{bulk.many(many)}</p>
            <Button onClick={() => setTried(true)}>{bulk.try}</Button>
          </>
        ) : forecast.isError ? (
          <Failure error={forecast.error} retry={() => void forecast.refetch()} />
        ) : forecast.data && isSettled ? (
          <Forecast forecast={forecast.data} />
        ) : (
          <>
            <p className={styles.will}>{bulk.trying}</p>
            <Skeleton lines={2} height="2rem" />
          </>
        )}
        {run.error && <Failure error={run.error} />}
      </div>
      <DialogButtons onCancel={onClose}>
        <Button
          look={act.is_dangerous ? 'danger' : 'solid'}
          busy={run.isPending}
          disabled={!isReady || changed === 0 || (isTried && changed === undefined)}
          onClick={() => run.mutate()}
        >
          {texts.act(changed)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Says how many people would change, and why others would not. */
function Forecast({ forecast }: { forecast: BulkActionForecast }) {
  const { done_count, skipped_count, failed_count, reasons, status_reason } = forecast;
  const of = (status: string) => reasons.filter(reason => reason.status === status);
  return (
    <>
      <p className={styles.count}>{done_count > 0 ? bulk.would(done_count) : bulk.would_none}</p>
      {status_reason && <p className={styles.will}>{status_reason}</p>}
      <Reasons title={bulk.skipped(skipped_count)} reasons={of('skipped')} />
      <Reasons title={bulk.failed(failed_count)} reasons={of('failed')} />
    </>
  );
}
