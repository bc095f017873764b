import type { WarmUp } from '../../../src/client/schema.ts';
import { soonOf } from '../platform/time.ts';
import { Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { words } from '../words.ts';
import styles from './warm-up.module.css';

const said = words.warm_up;
type Given = { plan: NonNullable<WarmUp['plan']>; today: NonNullable<WarmUp['today']>; zone: string };

/** Shows how many copies were sent today, of how many, and who waits for another day. */
export function WarmUpToday({ plan, today, zone }: Given) {
  const { sent, allowed, waiting, next_date, domains } = today;
  const isEach = plan.per === 'domain';
  return (
    <Section title={said.today}>
      <p className={styles.count}>
        <b>{words.number(sent)}</b> {isEach ? said.sent_each(sent, allowed) : said.sent_of(allowed)}
      </p>
      {!isEach && <Bar sent={sent} allowed={allowed} />}
      {waiting > 0 && (
        <p className={styles.state}>{said.waiting(waiting, soonOf(new Date(next_date), zone))}</p>
      )}
      {isEach && domains.length > 0 && (
        <Table
          heads={[said.domain, said.sent, said.waits]}
          rows={domains.map(one => [
            <span key={one.domain} className={styles.domain}>
              {one.domain}
              <Bar sent={one.sent} allowed={allowed} />
            </span>,
            <span key="sent" className={styles.figure}>
              {said.of(one.sent, allowed)}
            </span>,
            words.number(one.waiting),
          ])}
        />
      )}
    </Section>
  );
}

function Bar({ sent, allowed }: { sent: number; allowed: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <i style={{ width: `${Math.min(100, (100 * sent) / allowed)}%` }} />
    </span>
  );
}
