import { useQuery } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { senderQuery } from '../accounts/sender.ts';
import { usePermission } from '../accounts/session.ts';
import { words } from '../words.ts';
import styles from './findings.module.css';

/** Whether mail of the newsletter can leave and is believed, and what to do where it is not. */
export function SenderCheck({ here }: { here: Here }) {
  const sees = usePermission('settings', 'read');
  const { data, isPending } = useQuery({ ...senderQuery(here), enabled: sees });
  if (!sees) return null;
  if (!data) {
    const { checking, failed } = words.home.sender_states;
    return <p className={styles.sender}>{isPending ? checking : failed}</p>;
  }
  // Nothing has to be believed while mail does not leave.
  if (data.relays.length === 0) return <p className={styles.sender}>{words.review.sender_inbox}</p>;
  const { faults, state } = data;
  if (faults.length === 0)
    return (
      <p className={styles.sender}>
        {state === 'good' ? words.review.sender_good : words.home.sender_states.unknown}
      </p>
    );
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
