import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLast } from '../platform/last.ts';
import { Failure, Skeleton } from '../ui/state.tsx';
import styles from './simulation.module.css';

/** Shows the simulation beside the form. The last result stays, paler, while the settings cannot be simulated. */
export function SimulationSection<Simulated>({
  label,
  working,
  query,
  children,
}: {
  label: string;
  /** The text shown until there is a result. */
  working: string;
  query: UseQueryResult<Simulated>;
  children: (data: Simulated) => ReactNode;
}) {
  const { error, isPlaceholderData } = query;
  const data = useLast(query.data);
  return (
    <section id="simulation" className={styles.simulation} aria-label={label}>
      {error && (
        <div className={styles.trouble}>
          <Failure error={error} retry={() => void query.refetch()} />
        </div>
      )}
      {data ? (
        <div data-stale={isPlaceholderData || error !== null || undefined} className={styles.results}>
          {children(data)}
        </div>
      ) : (
        !error && (
          <>
            <p className={styles.working}>{working}</p>
            <Skeleton lines={8} />
          </>
        )
      )}
    </section>
  );
}
