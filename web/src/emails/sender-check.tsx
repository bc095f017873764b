import { useQuery } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { must } from '../platform/api.ts';
import { words } from '../words.ts';
import styles from './findings.module.css';

/** Whether mail of the newsletter can leave and is believed, and what to do where it is not. */
export function SenderCheck({ here }: { here: Here }) {
  const { id } = here.newsletter;
  const sees = usePermission('settings', 'read');
  const { data } = useQuery({
    queryKey: ['newsletter', id, 'sender'],
    queryFn: () => must(() => here.api.get('/v1/newsletters/{id}/sender_check', { params: { id } })),
    enabled: sees,
    staleTime: 60_000,
    retry: false,
  });
  if (!data) return null;
  // Nothing has to be believed while mail does not leave.
  if (data.relays.length === 0) return <p className={styles.sender}>{words.review.sender_inbox}</p>;
  const faults = [
    ...data.relays.filter(({ state }) => state !== 'reachable').map(one => `${one.name}: ${one.detail}`),
    ...data.records.filter(({ state }) => state !== 'found').map(one => `${one.purpose}: ${one.detail}`),
    ...data.notes,
  ];
  if (faults.length === 0) return <p className={styles.sender}>{words.review.sender_good}</p>;
  return (
    <details className={styles.findings}>
      <summary>{words.review.sender_faults(faults.length)}</summary>
      <ul>
        {faults.map(fault => (
          <li key={fault} className={styles.warning}>
            {fault}
          </li>
        ))}
      </ul>
    </details>
  );
}
