import { Button } from '../../ui/button.tsx';
import { words } from '../../words.ts';
import type { Versioned } from '../version.ts';
import { Changes } from './changes.tsx';
import styles from './review-changed.module.css';
import sheet from './review-sheet.module.css';

const said = words.review.changed;

type Changed = { reviewed: Versioned; present: Versioned; onReview: () => void; onClose: () => void };

/** Says what somebody has changed since the review, in the email or in a part such as a snippet. Nothing is sent without another look. */
export function ReviewChanged({ reviewed, present, onReview, onClose }: Changed) {
  return (
    <div className={sheet.sheet}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it */}
      <section className={`${sheet.read} ${styles.changes}`} aria-label={said.title} tabIndex={0}>
        <p role="alert">{said.explain}</p>
        <Changes reviewed={reviewed} present={present} />
      </section>
      <div className={sheet.actions}>
        <Button look="solid" wide onClick={onReview} data-focus>
          {said.review}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.review.keep}
        </Button>
      </div>
    </div>
  );
}
