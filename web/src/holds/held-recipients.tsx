import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HoldPending } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Button } from '../ui/button.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Loaded } from '../ui/state.tsx';
import { words } from '../words.ts';
import styles from './hold-screen.module.css';
import { heldRecipientsQuery } from './queries.ts';

const said = words.resuming.doubts;

type Email = HoldPending['recipients'][number];

/** Lists, email by email, the people whose outcomes the database lacks or lacked, and says what that means for the decision. */
export function HeldRecipients({ emails }: { emails: Email[] }) {
  if (emails.length === 0) return null;
  return (
    <Section title={said.title} note={said.note}>
      <div className={styles.doubts}>
        {emails.some(({ written_again }) => written_again > 0) && <p>{said.written_again_detail}</p>}
        {emails.some(({ in_hand }) => in_hand > 0) && <p>{said.in_hand_detail}</p>}
        <p>{said.more_detail}</p>
      </div>
      {emails.map(email => (
        <HeldEmail key={email.id} email={email} />
      ))}
    </Section>
  );
}

function HeldEmail({ email }: { email: Email }) {
  const [isOpen, setOpen] = useState(false);
  const { id, subject, newsletter, written_again, in_hand } = email;
  const counts = [
    written_again > 0 && said.written_again(words.number(written_again)),
    in_hand > 0 && said.in_hand(words.number(in_hand)),
  ];
  return (
    <>
      <Rows>
        <Row
          title={subject}
          note={[newsletter.name, ...counts.filter(Boolean)].join(' · ')}
          action={
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? said.hide : said.show}
            </Button>
          }
        />
      </Rows>
      {isOpen && <People id={id} subject={subject} />}
    </>
  );
}

function People({ id, subject }: Pick<Email, 'id' | 'subject'>) {
  const list = useInfiniteQuery(heldRecipientsQuery(useHere(), id));
  return (
    <>
      <Loaded query={list} lines={3} height="2rem">
        {({ pages }) => (
          <ul className={styles.people} aria-label={said.of(subject)}>
            {pages.flatMap(({ results }, page) =>
              results.map(({ subscriber_id, email_address, type }, at) => (
                <li key={subscriber_id ?? `${page}-${at}`}>
                  <span>{email_address ?? said.deleted}</span>
                  <span>{said.types[type]}</span>
                </li>
              )),
            )}
          </ul>
        )}
      </Loaded>
      <ShowMore list={list} />
    </>
  );
}
