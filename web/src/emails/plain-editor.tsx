import { words } from '../words.ts';
import styles from './editor.module.css';

/** The text while the editor is on its way: it stands where it will stand, and can be written in. */
export function PlainEditor({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <textarea
      id="body"
      className={styles.plain}
      aria-label={words.write.body}
      placeholder={words.write.body_hint}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
}
