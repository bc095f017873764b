import type { Here } from '../accounts/newsletters.ts';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './simulation.module.css';
import type { Simulation } from './simulation-queries.ts';

const simulator = words.simulator;
const feed = words.feed;
type Item = Simulation['items'][number];
const mostShown = 50;
/** Posts that need a decision come first. */
const order = ['held', 'errored', 'skipped', 'queued', 'irrelevant'] as const;

/** Lists the posts that would not have been mailed, each with the reason. */
export function NotMailed({ here, items }: { here: Here; items: Item[] }) {
  const left = items
    .filter(({ status }) => status !== 'processed')
    .toSorted(
      (one, other) =>
        order.indexOf(one.status as never) - order.indexOf(other.status as never) ||
        (one.publish_date < other.publish_date ? 1 : -1),
    );
  if (left.length === 0) return null;
  return (
    <details className={styles.folded}>
      <summary>{simulator.not_mailed(left.length)}</summary>
      <ul>
        {left.slice(0, mostShown).map(({ title, url, status, reason, publish_date }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: posts may have neither a title nor an address
          <li key={at}>
            <span>{title || url || feed.untitled}</span>
            <p>
              {feed.states[status]} · <Time at={publish_date} zone={here.newsletter.timezone} />
              {(reason || feed.meanings[status]) && ` · ${reason || feed.meanings[status]}`}
            </p>
          </li>
        ))}
      </ul>
      {left.length > mostShown && <p>{simulator.and_more(left.length - mostShown)}</p>}
    </details>
  );
}
