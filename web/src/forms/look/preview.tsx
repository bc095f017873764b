import { useState } from 'react';
import type { Operations } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { useFrameLook } from '../../emails/preview/frame-look.tsx';
import { MailFrame } from '../../emails/preview/mail-frame.tsx';
import { useSettled } from '../../platform/settled.ts';
import { Segments } from '../../ui/segments.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { usePart } from '../queries.ts';
import type { LookDraft } from './draft.ts';
import type { Changes } from './look-fields.ts';
import styles from './preview.module.css';

type Preview = Operations['post']['/v1/newsletters/{id}/preview'];
export type Finding = Preview['answers'][200]['findings'][number];
type Part = keyof typeof words.look.parts;

/**
 * Previews what readers would see with the edited look, as the service renders it. `fixed` is the only thing to show, with further changes.
 */
export function useLookPreview(here: Here, draft: Pick<LookDraft, 'base' | 'changes'>, fixed?: Changes) {
  const [chosen, setPart] = useState<Part>('home');
  const part = fixed ? 'mail' : chosen;
  const changes = useSettled({ ...draft.changes, ...fixed }, 150);
  const { preview: shown, error } = usePart(here, part, changes, draft.base);
  return { part, setPart: fixed ? undefined : setPart, shown, findings: shown?.findings ?? [], error };
}
type Previewed = ReturnType<typeof useLookPreview>;

/** Shows a page or mail beside the settings, wide or like a phone, light or dark. */
export function LookPreview({ part, setPart, shown, error }: Omit<Previewed, 'findings'>) {
  const { width, scheme, controls } = useFrameLook();
  const name = words.look.parts[part];
  const isBroken = shown?.html === '';
  return (
    <aside className={styles.place} aria-label={words.look.preview}>
      <div className={styles.views}>
        {setPart ? (
          <Segments label={words.look.shows} value={part} options={words.look.parts} onChange={setPart} />
        ) : (
          <strong>{name}</strong>
        )}
        <div className={styles.how}>{controls}</div>
      </div>
      {error && <Failure error={error} />}
      <section
        className={styles.card}
        data-width={width}
        data-scheme={scheme}
        aria-label={words.look.preview_of(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the card scrolls, also by keyboard
        tabIndex={0}
      >
        {isBroken ? (
          <p className={styles.broken}>{words.look.layout.broken}</p>
        ) : shown ? (
          <MailFrame html={shown.html} title={words.look.preview_of(name)} scheme={scheme} />
        ) : (
          !error && <Skeleton lines={8} height="4rem" />
        )}
      </section>
    </aside>
  );
}
