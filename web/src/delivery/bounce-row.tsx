import { Link } from '@tanstack/react-router';
import type { Feedback, Newsletter } from '../../../src/client/schema.ts';
import { complaintInWords } from '../audience/complaint-words.ts';
import { Row } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './lists.module.css';

const said = words.bounces;

/** Shows a report: whom it is about, what the server said, how it was read, what it did and why. */
export function BounceRow({ row, newsletter }: { row: Feedback; newsletter: Newsletter }) {
  const { kind, status, reason, recipient, pattern, source, identified_by, email_id, subscriber_id } = row;
  const here = { newsletter: newsletter.username };
  const named = kind === 'complaint' && reason ? complaintInWords(reason) : undefined;
  return (
    <Row
      title={
        subscriber_id === null ? (
          (recipient ?? said.nobody)
        ) : (
          <Link
            className={styles.address}
            to="/$newsletter/subscribers/$person"
            params={{ ...here, person: subscriber_id }}
          >
            {row.email_address ?? recipient}
          </Link>
        )
      }
      note={
        <>
          {said.read[kind]}
          {status && ` (${status})`} · <Time at={row.creation_date} zone={newsletter.timezone} precise />
          {email_id && (
            <>
              {' · '}
              <Link to="/$newsletter/emails/$email/recipients" params={{ ...here, email: email_id }}>
                {said.email}
              </Link>
            </>
          )}
          {reason && <span className={styles.words}>{named ?? said.quoted(reason)}</span>}
          <details className={styles.explain}>
            <summary>{said.explain}</summary>
            <p>{effectOf(row)}</p>
            <p>
              {said.came((said.sources as Record<string, string>)[source] ?? source)}{' '}
              {identified_by === null
                ? said.unidentified
                : said.identified(
                    (said.clues as Record<string, string>)[identified_by] ?? identified_by,
                  )}{' '}
              {pattern && said.decided(pattern)}
            </p>
          </details>
        </>
      }
    />
  );
}

/** Says what the report did to the subscriber, and why. */
function effectOf({ kind, effect, subscriber_id, subscriber_type, pattern }: Feedback): string {
  if (subscriber_id === null) return said.effects.nobody;
  if (effect === 'complained') return said.effects.complained;
  if (effect === 'undeliverable') return kind === 'soft' ? said.effects.soft_enough : said.effects.hard;
  switch (kind) {
    case 'hard':
    case 'complaint':
      return said.effects.already(subscriber_type ? words.subscriber.types[subscriber_type] : '');
    case 'soft':
      return said.effects.soft;
    case 'policy':
      return pattern?.startsWith('sender-') ? said.effects.sender : said.effects.policy;
    default:
      return said.effects.none;
  }
}
