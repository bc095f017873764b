import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Confirmation, Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { useHere } from './newsletters.ts';
import styles from './uses.module.css';
import { isUsed, type Used, UsesList, useUses } from './uses.tsx';

/** Asks before deleting something. If something else uses it, lists those uses instead, because it cannot be deleted. */
export function DeleteUnlessUsed({
  kind,
  id,
  title,
  in_use,
  act,
  remove,
  onDeleted,
  onClose,
  children,
}: {
  kind: Used;
  id: string;
  title: string;
  /** Tells people how to remove the uses. */
  in_use: string;
  act: string;
  remove: () => Promise<unknown>;
  onDeleted: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const here = useHere();
  const { data: uses, error, refetch } = useUses(here, kind, id);
  if (!uses || isUsed(uses))
    return (
      <Dialog title={title} onClose={onClose}>
        <div className={styles.inUse}>
          {error ? (
            <Failure error={error} retry={() => void refetch()} />
          ) : uses ? (
            <>
              <p>{in_use}</p>
              <UsesList uses={uses} />
            </>
          ) : (
            <Skeleton lines={3} />
          )}
        </div>
        <DialogButtons>
          <Button onClick={onClose}>{words.parts.close}</Button>
        </DialogButtons>
      </Dialog>
    );
  return (
    <Confirmation title={title} act={act} run={remove} onDone={onDeleted} onClose={onClose}>
      {children}
    </Confirmation>
  );
}
