import { dayOf } from '../platform/time.ts';
import { words } from '../words.ts';
import styles from './simulation.module.css';
import type { SimulatedEmail } from './simulation-queries.ts';

const day = 86_400_000;

/** The mails as marks on a line of days, the higher the more posts are in them. The list below says the same. */
export function MailStrip({ emails, days, zone }: { emails: SimulatedEmail[]; days: number; zone: string }) {
  const until = Date.now();
  const since = until - days * day;
  const most = Math.max(...emails.map(({ items }) => items.length));
  return (
    <figure className={styles.strip} aria-label={words.simulator.strip(emails.length)}>
      <div aria-hidden="true">
        {emails.map(({ date, items }, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: several may have the same date
            key={at}
            style={{
              left: `${(100 * (Date.parse(date) - since)) / (until - since)}%`,
              height: `${35 + (65 * items.length) / most}%`,
            }}
          />
        ))}
      </div>
      <figcaption>
        <span>{dayOf(new Date(since), zone)}</span>
        <span>{words.simulator.today}</span>
      </figcaption>
    </figure>
  );
}
