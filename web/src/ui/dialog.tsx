import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useId } from 'react';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Failure } from './state.tsx';
import { say } from './toast.tsx';

type Kind = 'dialog' | 'wide' | 'sheet' | 'broad' | 'palette';

/**
 * Opens the dialog when it is mounted, and closes it properly when it is unmounted. Focuses the control with `data-focus`, or else the
 * first one.
 */
function showModal(dialog: HTMLDialogElement | null) {
  if (!dialog) return;
  if (!dialog.open) dialog.showModal();
  const [first, wanted] = [document.activeElement, dialog.querySelector<HTMLElement>('[data-focus]')];
  if (wanted) wanted.focus();
  // Among radio buttons the chosen one gets the focus, as if Tab had led there.
  else if (first instanceof HTMLInputElement && first.type === 'radio' && !first.checked)
    dialog.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`)?.focus();
  return () => dialog.close();
}

/**
 * A dialog over the page. Render it to open it. It takes the focus and returns it; Escape and a click outside call `onClose`. A sheet is at
 * the right, or at the bottom on a phone; a broad one has room for two columns.
 */
export function Dialog({
  title,
  kind = 'dialog',
  onClose,
  children,
  hide_title = false,
}: {
  title: string;
  kind?: Kind;
  onClose?: () => void;
  children: ReactNode;
  hide_title?: boolean;
}) {
  const id = useId();
  const close = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose?.();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, and the dialog handles it itself
    <dialog
      ref={showModal}
      className={`${styles.dialog} ${styles[kind]} ${kind === 'broad' ? styles.sheet : ''}`}
      aria-labelledby={id}
      onCancel={close}
      onClick={event => event.target === event.currentTarget && close(event)}
    >
      <div className={styles.body}>
        <h2 id={id} className={hide_title ? styles.unseen : styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

type Asked = {
  title: string;
  children: ReactNode;
  /** The text of the button. */
  act: string;
  onClose: () => void;
};

/** Asks before an action that cannot be undone. The dialog stays open during the action and shows why it was refused. */
export function Question({
  title,
  children,
  act,
  busy,
  error,
  onConfirm,
  onClose,
}: Asked & { busy: boolean; error: unknown; onConfirm: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.text}>{children}</div>
      {error ? <Failure error={error} /> : null}
      <DialogButtons onCancel={onClose}>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {act}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Asks, performs the action, and says `done` unless it was refused. */
export function Confirmation<Result>({
  title,
  children,
  act,
  run,
  done,
  onDone,
  onClose,
  ...also
}: Asked & {
  run: () => Promise<Result>;
  done?: string;
  onDone: (result: Result) => unknown;
} & Pick<UseMutationOptions<Result>, 'onError' | 'onSettled'>) {
  const action = useMutation({
    ...also,
    mutationFn: run,
    onSuccess: result => {
      if (done) say(done);
      return onDone(result);
    },
  });
  const question = { title, children, act, onClose };
  return (
    <Question {...question} busy={action.isPending} error={action.error} onConfirm={() => action.mutate()} />
  );
}

/** The row of buttons at the end of a dialog, with Cancel first if something can be cancelled. */
export function DialogButtons({ onCancel, children }: { onCancel?: () => void; children?: ReactNode }) {
  return (
    <div className={styles.buttons}>
      {onCancel && <Button onClick={onCancel}>{words.parts.cancel}</Button>}
      {children}
    </div>
  );
}
