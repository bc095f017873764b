import { useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePlace } from '../../accounts/session.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { forgetEmails } from '../queries.ts';
import { titleOf } from '../title.ts';
import { type ActName, acts } from './bulk-acts.ts';
import styles from './bulk-bar.module.css';

const shown = 6;

type Asked = {
  name: ActName;
  emails: Email[];
  onClose: () => void;
  /** Called when everything is done and nothing was refused. */
  onDone: () => void;
};

/** Says which emails will change and which will not, changes them one by one, and lists refusals. */
export function BulkSheet({ name, emails, onClose, onDone }: Asked) {
  const here = useHere();
  const role = usePlace()?.role;
  const act = acts[name];
  const texts = words.several_emails.acts[name];
  const judged = emails.map(email => ({ email, why: act.refuses(email, role) }));
  const [wanted] = useState(() => judged.filter(({ why }) => why === undefined).map(({ email }) => email));
  const [staying] = useState(() => judged.flatMap(({ email, why }) => (why ? [{ email, why }] : [])));
  const [done, setDone] = useState<number>();
  const [failed, setFailed] = useState<{ email: Email; why: string }[]>([]);
  const isOver = done === wanted.length;
  const run = async () => {
    const refused: typeof failed = [];
    for (const [at, email] of wanted.entries()) {
      setDone(at);
      await act.run(here, email).catch(error => {
        refused.push({ email, why: error instanceof ApiFailure ? error.detail : words.failures.bug });
      });
    }
    setDone(wanted.length);
    setFailed(refused);
    await forgetEmails(here);
    if (wanted.length > refused.length) say(texts.done(wanted.length - refused.length));
    if (refused.length > 0) return;
    onDone();
    onClose();
  };
  const isBusy = done !== undefined && !isOver;
  return (
    <Dialog kind="sheet" title={texts.title(wanted.length)} onClose={() => !isBusy && onClose()}>
      <p className={styles.will}>{texts.will}</p>
      <Group lines={wanted.map(email => ({ email }))} />
      {staying.length > 0 && <Group title={words.several_emails.stays(staying.length)} lines={staying} />}
      {failed.length > 0 && (
        <div role="alert">
          <Group title={words.several_emails.failed(failed.length)} lines={failed} />
        </div>
      )}
      <DialogButtons>
        <Button onClick={onClose} disabled={isBusy}>
          {isOver ? words.parts.close : words.parts.cancel}
        </Button>
        {!isOver && (
          <Button
            look={name === 'delete' ? 'danger' : 'solid'}
            disabled={isBusy}
            onClick={() => void run()}
            data-focus
          >
            {isBusy ? words.several_emails.progress(done, wanted.length) : texts.act(wanted.length)}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function Group({ title, lines }: { title?: string; lines: { email: Email; why?: string }[] }) {
  return (
    <section className={styles.group}>
      {title && <h3>{title}</h3>}
      <ul>
        {lines.slice(0, shown).map(({ email, why }) => (
          <li key={email.id}>
            {titleOf(email)}
            {why && <small>{why}</small>}
          </li>
        ))}
        {lines.length > shown && <li>{words.several_emails.more_of_them(lines.length - shown)}</li>}
      </ul>
    </section>
  );
}
