import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BulkAction } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import styles from './action-screen.module.css';
import { mostTried, undoAction } from './bulk-queries.ts';
import { Reasons } from './bulk-result.tsx';
import { forecastUndo } from './queries.ts';

const said = words.actions;

/** Says what undoing the action would do, undoes it, and leads to the action that does so. */
export function UndoDialog({
  action: { id, done_count },
  onClose,
}: {
  action: BulkAction;
  onClose: () => void;
}) {
  const here = useHere();
  const navigate = useNavigate();
  const isTried = done_count <= mostTried;
  const forecast = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'bulk undo', id],
    queryFn: () => forecastUndo(here, id),
    enabled: isTried,
    gcTime: 0,
  });
  const undo = useMutation({
    mutationFn: () => undoAction(here, id),
    onSuccess: async ({ id: action }) => {
      const params = { newsletter: here.newsletter.username, action };
      void queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id, 'bulk action', id] });
      await navigate({ to: '/$newsletter/subscribers/actions/$action', params });
    },
  });
  const { data } = forecast;
  return (
    <Dialog title={said.undo_title} onClose={onClose}>
      <div className={styles.undo}>
        <p>{said.undo_detail}</p>
        {forecast.error ? (
          <Failure error={forecast.error} retry={() => void forecast.refetch()} />
        ) : data ? (
          <>
            <p>{said.undo_would(data.done_count)}</p>
            <Reasons
              title={said.undo_others(data.skipped_count + data.failed_count)}
              reasons={data.reasons}
            />
          </>
        ) : (
          isTried && (
            <>
              <p>{said.undo_trying}</p>
              <Skeleton lines={2} height="1.75rem" />
            </>
          )
        )}
        {undo.error && <Failure error={undo.error} />}
      </div>
      <DialogButtons onCancel={onClose}>
        <Button
          look="solid"
          busy={undo.isPending}
          disabled={isTried && (data === undefined || data.done_count === 0)}
          onClick={() => undo.mutate()}
        >
          {said.undo_act}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
