import { words } from '../../words.ts';
import styles from './editor.module.css';

type Shown = { value: string; readOnly: boolean; onChange: (text: string) => void };

/** A plain text field in the editor's place until the editor has loaded. */
export function PlainEditor({ value, readOnly, onChange }: Shown) {
  return (
    <textarea
      id="body"
      className={styles.plain}
      aria-label={words.write.body}
      placeholder={words.write.body_hint}
      value={value}
      readOnly={readOnly}
      onChange={event => onChange(event.target.value)}
    />
  );
}
