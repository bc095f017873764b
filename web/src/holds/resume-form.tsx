import { useState } from 'react';
import type { HoldPending } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { sessionQuery } from '../accounts/session.ts';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { words } from '../words.ts';
import { HeldRecipients } from './held-recipients.tsx';
import styles from './hold-screen.module.css';
import { holdKey } from './queries.ts';

type Rest = 'send' | 'uncertain';

/** Asks for a decision about each waiting email and one for everything else, and has the button that resumes. */
export function ResumeForm({ pending }: { pending: HoldPending }) {
  const { api } = useHere();
  const [rest, setRest] = useState<Rest>('uncertain');
  const [emails, setEmails] = useState<Record<string, Rest>>({});
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Section title={words.resuming.waiting} note={pending.unknown}>
        {pending.emails.length === 0 ? (
          <p className={styles.note}>{words.resuming.nothing}</p>
        ) : (
          <div className={styles.emails}>
            <Rows>
              {pending.emails.map(email => (
                <Row
                  key={email.id}
                  title={email.subject}
                  note={noteOf(email)}
                  action={
                    <Segments
                      label={words.resuming.rest(email.subject)}
                      value={emails[email.id] ?? rest}
                      options={words.resuming.rests}
                      onChange={value => setEmails({ ...emails, [email.id]: value })}
                    />
                  }
                />
              ))}
            </Rows>
          </div>
        )}
      </Section>
      <HeldRecipients emails={pending.recipients} />
      <Section title={words.resuming.everything} note={othersOf(pending)}>
        <div className={styles.choice}>
          <Segments
            label={words.resuming.everything}
            value={rest}
            options={words.resuming.choices}
            onChange={setRest}
          />
          <p className={styles.note}>{words.resuming.choice_hints[rest]}</p>
        </div>
      </Section>
      <Section title={words.resuming.decide} note={words.resuming.first}>
        <Button look="solid" onClick={() => setAsks(true)}>
          {words.resuming.resume}
        </Button>
      </Section>
      {asks && (
        <Confirmation
          title={words.resuming.confirm}
          act={words.resuming.resume}
          run={() => api.post('/v1/hold/resume', { body: { rest, emails } })}
          done={words.resuming.resumed}
          onDone={async () => {
            setAsks(false);
            await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
            await queryClient.invalidateQueries({ queryKey: holdKey });
          }}
          onClose={() => setAsks(false)}
        >
          {words.resuming.confirm_detail}
        </Confirmation>
      )}
    </>
  );
}

function noteOf({ newsletter, planned, accepted }: HoldPending['emails'][number]): string {
  const count =
    planned === null
      ? words.resuming.audience_open
      : words.resuming.to_go(words.number(accepted), words.number(planned));
  return `${newsletter.name} · ${count}`;
}

function othersOf({ bulk_actions, queued_items, webhook_deliveries }: HoldPending): string {
  const items = bulk_actions.reduce((sum, { remaining }) => sum + remaining, 0);
  return words.resuming.others(
    words.number(items),
    words.number(queued_items),
    words.number(webhook_deliveries),
  );
}
