import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Delivery, PersonExplanation } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { emailQuery } from '../queries.ts';
import { titleOf } from '../title.ts';
import styles from './recipient.module.css';
import { explanationQuery } from './recipient-details.ts';
import { RecipientMail } from './recipient-mail.tsx';

const recipient = words.recipient;
type Asked = { email_id: string; word: string; onClose: () => void };

/** Says why one person, named by id or address, got the email or did not, what they did with it, and shows the exact mail they got. */
export function RecipientDialog({ email_id, word, onClose }: Asked) {
  const here = useHere();
  const { data, error, refetch } = useQuery(explanationQuery(here, email_id, word));
  const isUnknown = error instanceof ApiFailure && error.status === 404;
  const isAddress = word.includes('@');
  const title = data?.subscriber.email_address ?? (isAddress ? word : words.recipients.title);
  return (
    <Dialog title={title} kind="wide" onClose={onClose}>
      <div className={styles.person}>
        {isUnknown ? (
          <p>{recipient.unknown}</p>
        ) : error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : data ? (
          <Explained email_id={email_id} explanation={data} />
        ) : (
          <Skeleton lines={4} />
        )}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{words.parts.close}</Button>
      </DialogButtons>
    </Dialog>
  );
}

type Explanation = { email_id: string; explanation: PersonExplanation };

function Explained({ email_id, explanation }: Explanation) {
  const here = useHere();
  const { subscriber, detail, delivery, rules, changes } = explanation;
  const zone = here.newsletter.timezone;
  const failing = rules.filter(({ passes }) => !passes);
  const isMailed = delivery !== null && delivery.attempts > 0;
  const { person: shown } = useParams({ strict: false });
  const { data: email } = useQuery(emailQuery(here, email_id));
  return (
    <>
      <p className={styles.about}>{email && recipient.about(titleOf(email))}</p>
      <p className={styles.why}>{detail}</p>
      {subscriber.email_address !== null && subscriber.id !== shown && (
        <p className={styles.everything}>
          <Link
            to="/$newsletter/subscribers/$person"
            params={{ newsletter: here.newsletter.username, person: subscriber.id }}
          >
            {recipient.everything}
          </Link>
        </p>
      )}
      {delivery && <Facts delivery={delivery} zone={zone} />}
      {!delivery && failing.length > 0 && (
        <section className={styles.part} aria-label={recipient.rules}>
          <h3>{recipient.rules}</h3>
          <ul className={styles.list}>
            {rules.map(({ rule, detail, passes }) => (
              <li key={rule + detail}>{recipient.rule(detail, passes)}</li>
            ))}
          </ul>
        </section>
      )}
      {changes.length > 0 && (
        <section className={styles.part} aria-label={recipient.changes}>
          <h3>{recipient.changes}</h3>
          <ul className={styles.list}>
            {changes.map(({ event_type, creation_date }) => (
              <li key={event_type + creation_date}>
                <Time at={creation_date} zone={zone} precise />: {recipient.change(event_type)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isMailed && <RecipientMail email_id={email_id} subscriber={subscriber.id} />}
    </>
  );
}

const times = [
  'retry_date',
  'open_date',
  'click_date',
  'unsubscription_date',
  'complaint_date',
] as const satisfies (keyof Delivery)[];

function Facts({ delivery, zone }: { delivery: Delivery; zone: string }) {
  const facts = [
    [recipient.facts.attempts, words.number(delivery.attempts)],
    [recipient.facts.reply, delivery.reply],
    ...times.map(name => {
      const at = delivery[name];
      return [
        recipient.facts[name],
        at === null ? '' : <Time key={name} at={at} zone={zone} precise />,
      ] as const;
    }),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
