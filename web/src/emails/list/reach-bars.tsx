import type { Usual } from '../../words/list.ts';
import { words } from '../../words.ts';
import styles from './reach-bars.module.css';

type Figures = { deliveries: number; opens: number; clicks: number };

/** The share of a bar's width at which the usual rate is. */
const place = 0.6;

const unknown: Usual = { issues: 0, open_rate: null, click_rate: null };

/**
 * Shows the shares of readers who opened and clicked an email, as two bars with a mark at the usual rate, once that is known. A text has
 * the same numbers.
 */
export function ReachBars({ figures, usual: known }: { figures: Figures; usual: Usual | undefined }) {
  const usual = known ?? unknown;
  const { deliveries, opens, clicks } = figures;
  const [opened, clicked] = [opens / Math.max(1, deliveries), clicks / Math.max(1, deliveries)];
  return (
    <span className={styles.reach} data-tip={words.list.reach(figures, usual)}>
      <span className={styles.words}>{words.list.reach(figures, usual)}</span>
      <span className={styles.bars} data-usual={usual.issues > 0 || undefined} aria-hidden="true">
        {known && (
          <>
            <i style={{ width: widthOf(opened, usual.open_rate) }} />
            <i style={{ width: widthOf(clicked, usual.click_rate) }} />
          </>
        )}
      </span>
      <span className={styles.share} aria-hidden="true">
        {Math.round(100 * opened)}&thinsp;%
      </span>
    </span>
  );
}

function widthOf(rate: number, usual: number | null): string {
  const part = usual ? (rate / usual) * place : rate;
  return `${Math.min(1, part) * 100}%`;
}
