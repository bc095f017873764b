import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { words } from '../words.ts';
import styles from './forms.module.css';

/** Shows a text for copying, such as an address or code. */
export function CopyBox({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.copy}>
      <textarea
        readOnly
        aria-label={label}
        value={text}
        spellCheck={false}
        rows={Math.max(1, text.split('\n').length)}
        onFocus={({ target }) => target.select()}
      />
      <Button aria-label={words.forms.copy_of(label)} onClick={() => void copyText(text)}>
        {words.parts.copy}
      </Button>
    </div>
  );
}
