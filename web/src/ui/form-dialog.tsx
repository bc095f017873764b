import type { ReactNode } from 'react';
import { errorAt } from '../platform/failure.ts';
import { submitted } from '../platform/form.ts';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Fields } from './page.tsx';
import { Failure } from './state.tsx';

/** A dialog with a form. It stays open during `onSubmit`, and shows why that failed. */
export function FormDialog({
  title,
  kind = 'dialog',
  act,
  danger = false,
  action,
  shown = [],
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  kind?: 'dialog' | 'wide';
  /** The text of the button that submits. */
  act: string;
  /** True if the action loses something. */
  danger?: boolean;
  /** The state of the action that `onSubmit` starts, if it takes a while. */
  action?: { isPending: boolean; error: unknown };
  /** The fields that show their own errors. Any other failure appears below the fields. */
  shown?: readonly string[];
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const error = action?.error;
  return (
    <Dialog kind={kind} title={title} onClose={onClose}>
      <form onSubmit={submitted(onSubmit)}>
        <Fields>
          {children}
          {error && !shown.some(name => errorAt(error, name)) ? <Failure error={error} /> : null}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look={danger ? 'danger' : 'solid'} busy={action?.isPending ?? false}>
            {act}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
