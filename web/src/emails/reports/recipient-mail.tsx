import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CopyAgain } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { saveFile } from '../../platform/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { MailFrame } from '../preview/mail-frame.tsx';
import styles from './recipient.module.css';
import { copyQuery } from './recipient-details.ts';

const recipient = words.recipient;
type View = keyof typeof recipient.views;

/** Shows the exact mail that somebody got, with the proof: as mail, as text, and as it was transmitted. */
export function RecipientMail({ email_id, subscriber }: { email_id: string; subscriber: string }) {
  const here = useHere();
  const { data: copy, error, refetch } = useQuery(copyQuery(here, email_id, subscriber));
  return (
    <section className={styles.part} aria-label={recipient.mail}>
      <h3>{recipient.mail}</h3>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {!copy && !error && <Skeleton lines={4} />}
      {copy && <Copy copy={copy} />}
    </section>
  );
}

function Copy({ copy }: { copy: CopyAgain }) {
  const [view, setView] = useState<View>('mail');
  const { message, email_address, explanation, proved } = copy;
  // The message reader is loaded when the first message is shown.
  const { data: read } = useQuery({
    queryKey: ['message', message],
    queryFn: async () => (await import('./read-message.ts')).readMessage(message),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!read) return <Skeleton lines={4} />;
  const shown = view === 'mail' && read.html === '' ? 'text' : view;
  return (
    <>
      <p className={styles.proof} data-proved={proved || undefined}>
        {proved && <strong>{recipient.proved}</strong>} {explanation}
      </p>
      <div className={styles.views}>
        <Segments label={recipient.view} value={shown} options={recipient.views} onChange={setView} />
        <Button look="quiet" onClick={() => saveFile(`${email_address}.eml`, message, 'message/rfc822')}>
          {recipient.download}
        </Button>
      </div>
      <div className={styles.card}>
        {shown === 'source' ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it
          <section className={styles.source} tabIndex={0} aria-label={recipient.source}>
            <pre>{message}</pre>
          </section>
        ) : (
          <>
            <dl className={styles.head}>
              {(['from', 'to', 'subject'] as const).map(name => (
                <div key={name}>
                  <dt>{recipient[name]}</dt>
                  <dd>{read[name]}</dd>
                </div>
              ))}
            </dl>
            {shown === 'mail' ? (
              <MailFrame
                html={read.html}
                title={recipient.mail_of(email_address)}
                scheme="light"
                change={withoutEffects}
              />
            ) : (
              <pre className={styles.text}>{read.text}</pre>
            )}
          </>
        )}
      </div>
      {shown === 'mail' && <Note>{recipient.inert}</Note>}
    </>
  );
}

/** Matches the address of the picture that counts opens: a stamp below `/o/`. */
const counter = /\/o\/[\w-]{40}\.gif$/;

/** Removes everything that acts: looking at somebody's mail must not count as an open, and its links would act in their name. */
function withoutEffects(page: Document): void {
  for (const image of page.querySelectorAll('img'))
    if (counter.test(image.getAttribute('src') ?? '')) image.remove();
  for (const link of page.querySelectorAll('a[href], area[href]')) {
    link.setAttribute('title', link.getAttribute('href')!);
    link.removeAttribute('href');
    link.setAttribute('style', `${link.getAttribute('style') ?? ''};text-decoration:underline`);
  }
}
