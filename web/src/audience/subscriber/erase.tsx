import type { ErasureReceipt, Subscriber } from '../../../../src/client/schema.ts';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { notes as noted } from '../../words/notes.ts';
import { words } from '../../words.ts';
import { Back } from './back.tsx';
import { Line } from './line.tsx';
import styles from './subscriber-screen.module.css';

const said = words.person;

type Erasing = { person: Subscriber; onClose: () => void; onErased: (receipt: ErasureReceipt) => void };

/** Asks, then deletes the person's data. */
export function EraseDialog({ person, onClose, onErased }: Erasing) {
  const here = useHere();
  return (
    <Confirmation
      title={said.erase_title(person.email_address)}
      act={said.erase_act}
      run={() =>
        here.api.post('/v1/subscribers/{id_or_email}/erasure', { params: { id_or_email: person.id } })
      }
      onDone={receipt => {
        onErased(receipt);
        queryClient.removeQueries({ queryKey: ['newsletter', here.newsletter.id, 'person', person.id] });
        void readAgain(here);
      }}
      onClose={onClose}
    >
      {said.erase_detail}
    </Confirmation>
  );
}

/** Shows the receipt for an erased person, or for somebody who asks for proof. */
export function Receipt({ receipt }: { receipt: ErasureReceipt }) {
  const here = useHere();
  const { subscriber_id, date, deleted, kept } = receipt;
  const parts: Record<string, string> = { ...said.receipt_parts, notes: noted.title };
  const save = () =>
    saveFile(`erasure-${subscriber_id}.json`, JSON.stringify(receipt, null, 2), 'application/json');
  return (
    <>
      <PageTitle>{said.receipt}</PageTitle>
      <p className={styles.soft}>{said.receipt_detail}</p>
      <dl className={styles.details}>
        <Line name={said.receipt_date}>
          <Time at={date} zone={here.newsletter.timezone} precise />
        </Line>
        <Line name={said.receipt_id}>
          <code>{subscriber_id}</code>
        </Line>
        <Line name={said.receipt_deleted}>
          {Object.entries(deleted)
            .map(([name, count]) => words.parts.with_detail(parts[name] ?? name, words.number(count)))
            .join(' · ')}
        </Line>
        <Line name={said.receipt_kept}>
          <ul className={styles.kept}>
            {kept.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Line>
      </dl>
      <div className={styles.buttons}>
        <Button look="solid" onClick={save}>
          {said.receipt_save}
        </Button>
        <Back look="button" />
      </div>
    </>
  );
}
