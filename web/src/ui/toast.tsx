import { createCell } from '../platform/cell.ts';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import styles from './toast.module.css';

type Toast = { id: number; text: string; action?: { label: string; run: () => void } | undefined };

const shownMilliseconds = 6000;
const toasts = createCell<readonly Toast[]>([]);
let last = 0;

/** Shows a short message for six seconds, or longer while it offers an action. */
export function say(text: string, action?: Toast['action']): void {
  last += 1;
  const id = last;
  toasts.set([...toasts.get().slice(-2), { id, text, action }]);
  setTimeout(() => dismiss(id), action ? shownMilliseconds * 2 : shownMilliseconds);
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter(toast => toast.id !== id));
}

/** The place for short messages. Screen readers announce them. */
export function Toasts() {
  const shown = toasts.use();
  return (
    <section className={styles.toasts} aria-live="polite" aria-label={words.parts.messages}>
      {shown.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          <span>{text}</span>
          {action && (
            <Button
              look="quiet"
              className={styles.action}
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
