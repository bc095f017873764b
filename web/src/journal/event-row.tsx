import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Here } from '../accounts/newsletters.ts';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { AttemptLine } from './attempt-line.tsx';
import { detailsInWords } from './details.ts';
import { nameOfType } from './event-words.ts';
import styles from './events-screen.module.css';
import type { Listed } from './queries.ts';

const said = words.journal;

type Shown = { here: Here; event: Listed };

/** Shows one event: its time, what happened, to whom, and its data with the attempts of webhooks. */
export function EventRow({ here, event, subjects }: Shown & { subjects: Map<string, string> }) {
  const [isOpen, setOpen] = useState(false);
  const { username: newsletter, timezone } = here.newsletter;
  const { event_type, subscriber, subscriber_id, email_id, automation_id } = event;
  const name = nameOfType(event_type);
  const details = detailsInWords(event);
  return (
    <li>
      <Time at={event.creation_date} zone={timezone} precise />
      <div>
        <p>
          <strong>{name}</strong>
          {subscriber ? (
            <Link to="/$newsletter/subscribers/$person" params={{ newsletter, person: subscriber.id }}>
              {subscriber.email_address}
            </Link>
          ) : (
            subscriber_id && <span>{said.deleted}</span>
          )}
          {email_id && (
            <Link to="/$newsletter/emails/$email" params={{ newsletter, email: email_id }}>
              {subjects.get(email_id) || words.emails.untitled}
            </Link>
          )}
          {automation_id && (
            <Link to="/$newsletter/feeds/$feed" params={{ newsletter, feed: automation_id }}>
              {said.feed}
            </Link>
          )}
        </p>
        {details.length > 0 && <p className={styles.details}>{details.join(' · ')}</p>}
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary aria-label={said.data_of(name)}>{said.data}</summary>
          {isOpen && <Data here={here} event={event} />}
        </details>
      </div>
    </li>
  );
}

function Data({ here, event }: Shown) {
  const { subscriber: _, email: __, automation: ___, ...data } = event;
  const {
    data: attempts,
    error,
    refetch,
  } = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'event attempts', event.id],
    queryFn: async () =>
      (await here.api.get('/v1/events/{id}/attempts', { params: { id: event.id }, query: { page_size: 20 } }))
        .results,
  });
  return (
    <div className={styles.data}>
      <pre>{JSON.stringify(data, null, 2)}</pre>
      <h2>{said.attempts}</h2>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !attempts ? (
        <Skeleton lines={1} height="1.5rem" />
      ) : attempts.length === 0 ? (
        <p>{said.no_attempts}</p>
      ) : (
        <ul>
          {attempts.map(attempt => (
            <li key={attempt.id}>
              <AttemptLine attempt={attempt} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
