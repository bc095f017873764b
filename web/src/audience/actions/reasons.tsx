import { useQuery } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { Section } from '../../ui/page.tsx';
import { Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { reasonsQuery } from '../bulk-queries.ts';
import styles from './action-screen.module.css';

const said = words.actions;

/** Why items did not change; `count` of them so far. */
export function ActionReasons({ here, id, count }: { here: Here; id: string; count: number }) {
  const reasons = useQuery(reasonsQuery(here, id, count));
  return (
    <Section title={said.reasons}>
      <Loaded query={reasons} lines={2} height="1.75rem">
        {data => (
          <ul className={styles.reasons}>
            {data.map(({ status, detail, count }) => (
              <li key={status + detail}>{said.reason(count, detail)}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
