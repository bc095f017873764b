import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { words } from '../words.ts';
import styles from './secret-once.module.css';

/** Shows a secret for copying. It is shown only once. */
export function SecretOnce({
  secret,
  onDone,
  note = words.keys.once,
}: {
  secret: string;
  onDone?: () => void;
  note?: string;
}) {
  return (
    <section className={styles.secret} aria-label={note}>
      <p>{note}</p>
      <code>{secret}</code>
      <div>
        <Button look="solid" onClick={() => void copyText(secret)}>
          {words.parts.copy}
        </Button>
        {onDone && (
          <Button look="quiet" onClick={onDone}>
            {words.parts.close}
          </Button>
        )}
      </div>
    </section>
  );
}
