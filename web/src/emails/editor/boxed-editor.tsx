import { lazy, Suspense, useMemo } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import styles from './boxed-editor.module.css';
import type { Known } from './liquid.ts';
import { PlainEditor } from './plain-editor.tsx';
import { uploadImage } from './upload.ts';

const Editor = lazy(() => import('./editor.tsx').then(file => ({ default: file.Editor })));
const none: readonly [] = [];

/** The editor as a field of a form, with a label above and a hint or an error below. */
export function BoxedEditor({
  label,
  hint,
  error,
  value,
  known,
  onChange,
}: {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: string;
  /** The names that the text can use; undefined until they are known. */
  known: Known | undefined;
  onChange: (text: string) => void;
}) {
  const here = useHere();
  const upload = useMemo(() => uploadImage(here), [here]);
  return (
    <div className={styles.field}>
      <span>{label}</span>
      <div className={styles.box}>
        <Suspense fallback={<PlainEditor value={value} readOnly={false} onChange={onChange} />}>
          <Editor
            value={value}
            known={known}
            upload={upload}
            onChange={onChange}
            readOnly={false}
            findings={none}
          />
        </Suspense>
      </div>
      {(error ?? hint) && <p data-error={error !== undefined || undefined}>{error ?? hint}</p>}
    </div>
  );
}
