import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { senderQuery } from '../../accounts/sender.ts';
import { usePermission } from '../../accounts/session.ts';
import { words } from '../../words.ts';
import findings from './findings.module.css';

/** Says whether the newsletter's mail can be sent and is trusted, and what to do if not. */
export function SenderCheck() {
  const here = useHere();
  const sees = usePermission('settings', 'read');
  const { data, isPending } = useQuery({ ...senderQuery(here), enabled: sees });
  if (!sees) return null;
  if (!data) {
    const { checking, failed } = words.overview.sender_states;
    return <p className={findings.sender}>{isPending ? checking : failed}</p>;
  }
  // While mail stays in the built-in inbox, nobody needs to trust the sender.
  if (data.relays.length === 0) return <p className={findings.sender}>{words.review.sender_inbox}</p>;
  const { faults, state } = data;
  if (faults.length === 0)
    return (
      <p className={findings.sender}>
        {state === 'good' ? words.review.sender_good : words.overview.sender_states.unknown}
      </p>
    );
  return (
    <details className={findings.findings}>
      <summary>{words.review.sender_faults(faults.length)}</summary>
      <ul>
        {faults.map(fault => (
          <li key={fault} className={findings.warning}>
            {fault}
          </li>
        ))}
      </ul>
    </details>
  );
}
