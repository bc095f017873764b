import type { System } from '../../../src/client/schema.ts';
import { Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { words } from '../words.ts';
import { Scrolling, State } from './fact.tsx';
import styles from './system-screen.module.css';

type Queue = System['queues'][number];

/** Lists what waits, runs and fails. Other queues than sending, webhooks and feeds are only counted while they are empty. */
export function Queues({ queues }: { queues: Queue[] }) {
  const nameOf = ({ queue }: Queue) => words.system.queue_names[queue] ?? queue.replaceAll('_', ' ');
  const isShown = ({ queue, waiting, running, later, failing }: Queue) =>
    ['sending', 'webhooks', 'feeds'].includes(queue) || waiting + running + later + failing > 0;
  const shown = queues.filter(isShown);
  const failing = queues.filter(one => one.failing > 0);
  return (
    <Section title={words.system.queues} note={words.system.queues_note}>
      <Scrolling label={words.system.queues}>
        <Table
          heads={words.system.queue_heads}
          rows={shown.map(one => [
            nameOf(one),
            ...[one.waiting, one.running, one.later, one.failing].map(words.system.number),
            one.waiting === 0 ? (
              '–'
            ) : (
              <>
                {one.is_late && <State bad>{words.system.late}</State>} {words.system.age(one.oldest_seconds)}
              </>
            ),
          ])}
        />
      </Scrolling>
      <ul className={styles.notes}>
        {failing.map(one => (
          <li key={one.queue}>
            {words.system.failed(nameOf(one), one.failing)} {one.reason}
          </li>
        ))}
        {shown.length < queues.length && <li>{words.system.idle(queues.length - shown.length)}</li>}
      </ul>
    </Section>
  );
}
