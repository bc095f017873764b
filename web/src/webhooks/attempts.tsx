import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Webhook, WebhookAttempt } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { answerOf, kindOf } from '../journal/attempt-line.tsx';
import { nameOfType } from '../journal/event-words.ts';
import { soonOf } from '../platform/time.ts';
import { Section } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { attemptsQuery } from './webhook-queries.ts';
import styles from './webhook-screen.module.css';

const said = words.webhooks;

/** Lists the requests to the webhook, latest first, with the responses. */
export function Attempts({ webhook }: { webhook: Webhook }) {
  const here = useHere();
  const { failed = false } = useSearch({ from: '/$newsletter/frame/settings/webhooks/$webhook' });
  const navigate = useNavigate({ from: '/$newsletter/settings/webhooks/$webhook' });
  const log = useInfiniteQuery(attemptsQuery(here, webhook.id, failed));
  const rows = log.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Section title={said.log} note={said.log_note}>
      <Segments
        label={said.log}
        value={failed ? 'failed' : 'all'}
        options={said.outcomes}
        onChange={next =>
          void navigate({
            search: next === 'failed' ? { failed: true } : {},
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Loaded query={log} lines={5} height="3.5rem">
        {() =>
          rows.length === 0 ? (
            <p className={styles.none}>{failed ? said.no_failures : said.no_attempts}</p>
          ) : (
            <ol className={styles.log} aria-label={said.log}>
              {rows.map(attempt => (
                <AttemptRow key={attempt.id} attempt={attempt} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <ShowMore list={log} />
    </Section>
  );
}

function AttemptRow({ attempt }: { attempt: WebhookAttempt }) {
  const here = useHere();
  const { id, event_type, outcome, reason, next_attempt_date, duration_ms } = attempt;
  const zone = here.newsletter.timezone;
  const told = [
    kindOf(attempt),
    outcome === 'succeeded' && answerOf(attempt),
    said.took(duration_ms),
    next_attempt_date && said.next(soonOf(new Date(next_attempt_date), zone)),
  ];
  return (
    <li data-bad={outcome === 'failed' || undefined}>
      <Time at={attempt.creation_date} zone={zone} precise />
      <div>
        <Link
          from="/$newsletter/settings/webhooks/$webhook"
          to="."
          search={before => ({ ...before, attempt: id })}
          resetScroll={false}
        >
          {nameOfType(event_type)}
        </Link>
        <small>{told.filter(Boolean).join(' · ')}</small>
        {reason && <p>{reason}</p>}
      </div>
    </li>
  );
}
