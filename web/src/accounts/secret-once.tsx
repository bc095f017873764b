import { Button } from '../ui/button.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './secret-once.module.css';

/** A secret that is shown only once, for copying. */
export function SecretOnce({
  secret,
  onDone,
  note = words.keys.once,
}: {
  secret: string;
  onDone?: () => void;
  note?: string;
}) {
  const copy = async () => {
    // Browsers allow this only over HTTPS.
    const copied = await navigator.clipboard?.writeText(secret).then(
      () => true,
      () => false,
    );
    say(copied ? words.parts.copied : words.parts.not_copied);
  };
  return (
    <section className={styles.secret} aria-label={note}>
      <p>{note}</p>
      <code>{secret}</code>
      <div>
        <Button look="solid" onClick={() => void copy()}>
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
