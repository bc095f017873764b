import { words } from '../../words.ts';
import styles from './editor.module.css';

/** A plain, editable text field in the editor's place until the editor has loaded. */
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
