import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Email, Subscriber } from '../../../../src/client/schema.ts';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { emailsKey } from '../../emails/queries.ts';
import { titleOf } from '../../emails/title.ts';
import { Mark } from '../../ui/chip.tsx';
import { Confirmation, Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import styles from './subscriber-screen.module.css';

const said = words.person;
const statuses = {
  send: ['draft', 'in_flight', 'sent'],
  why: ['sent', 'in_flight', 'scheduled', 'about_to_send', 'errored', 'draft'],
} as const satisfies Record<string, Email['status'][]>;

type Choosing = {
  person: Subscriber;
  ask: keyof typeof statuses;
  onClose: () => void;
  onWhy: (email_id: string) => void;
};

/** Chooses an email: to send it to this person alone, or to learn why they got it or did not. */
export function EmailChoice({ person, ask, onClose, onWhy }: Choosing) {
  const here = useHere();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Pick<Email, 'id' | 'subject'>>();
  const { data, error, refetch } = useQuery({
    queryKey: [...emailsKey(here), 'choice', ask, search],
    queryFn: ({ signal }) => {
      const query = {
        status: [...statuses[ask]],
        ordering: '-creation_date',
        excluded_fields: 'body',
        page_size: 8,
        ...(search && { subject: search }),
      };
      return here.api.get('/v1/emails', { query, signal });
    },
    placeholderData: keepPreviousData,
  });
  if (chosen) return <SendDialog person={person} email={chosen} onClose={onClose} />;
  return (
    <Dialog title={ask === 'send' ? said.send_title : said.why_title} onClose={onClose}>
      <div className={styles.choice}>
        <SearchField
          label={said.find_email}
          placeholder={said.find_email}
          value={search}
          onSearch={setSearch}
        />
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton lines={8} height="2.75rem" />
        ) : data.results.length === 0 ? (
          <p className={styles.none}>{said.no_email}</p>
        ) : (
          <ul>
            {data.results.map(email => (
              <li key={email.id}>
                <button type="button" onClick={() => (ask === 'send' ? setChosen(email) : onWhy(email.id))}>
                  <span>{titleOf(email)}</span>
                  <Mark>{words.emails.status[email.status]}</Mark>
                </button>
              </li>
            ))}
          </ul>
        )}
        {ask === 'send' && <p className={styles.words}>{said.send_note}</p>}
      </div>
      <DialogButtons onCancel={onClose} />
    </Dialog>
  );
}

type Sending = { person: Subscriber; email: Pick<Email, 'id' | 'subject'>; onClose: () => void };

function SendDialog({ person, email, onClose }: Sending) {
  const here = useHere();
  return (
    <Confirmation
      title={said.send_confirm(titleOf(email))}
      act={said.send_act}
      run={() =>
        here.api.post('/v1/subscribers/{id_or_email}/emails/{email_id}', {
          params: { id_or_email: person.id, email_id: email.id },
        })
      }
      done={said.sent(titleOf(email))}
      onDone={() => {
        void readAgain(here);
        onClose();
      }}
      onClose={onClose}
    >
      {said.send_detail(person.email_address)}
    </Confirmation>
  );
}
