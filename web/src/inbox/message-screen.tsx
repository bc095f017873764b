import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { MailFrame } from '../emails/preview/mail-frame.tsx';
import { ApiFailure } from '../platform/failure.ts';
import { ownZone } from '../platform/time.ts';
import { PageTitle } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './inbox.module.css';
import { InboxPage } from './page.tsx';
import { inboxPath, type Message, messageQuery, sourceQuery } from './queries.ts';

type View = keyof typeof words.inbox.views;

const longestShown = 500_000;

/** Shows one message of the built-in inbox. */
export function MessageScreen() {
  const { message = '' } = useParams({ strict: false });
  return (
    <InboxPage back={{ name: words.inbox.to_list, to: '/inbox' }}>
      <Mail id={message} />
    </InboxPage>
  );
}

function Mail({ id }: { id: string }) {
  const { data: mail, error, refetch } = useQuery(messageQuery(id));
  const [chosen, setChosen] = useState<View>();
  if (error instanceof ApiFailure && error.status === 404)
    return (
      <>
        <PageTitle>{words.inbox.title}</PageTitle>
        <Empty title={words.inbox.gone}>{words.inbox.gone_detail}</Empty>
      </>
    );
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!mail) return <Skeleton lines={8} />;
  const view = chosen ?? (mail.html ? 'html' : mail.text ? 'text' : 'source');
  return (
    <>
      <PageTitle>{mail.subject || words.inbox.no_subject}</PageTitle>
      <Facts mail={mail} />
      <div className={styles.views}>
        <Segments label={words.inbox.view} value={view} options={words.inbox.views} onChange={setChosen} />
        {view === 'html' && mail.html && <Alone path={`/messages/${id}/html`} />}
        {view === 'source' && <Alone path={`/messages/${id}/source`} />}
      </div>
      <Body mail={mail} view={view} />
    </>
  );
}

function Alone({ path }: { path: string }) {
  return (
    <a href={inboxPath(path)} target="_blank" rel="noopener">
      {words.inbox.alone}
    </a>
  );
}

function Facts({ mail: { id, from, to, date, size, attachments } }: { mail: Message }) {
  return (
    <dl className={styles.facts}>
      <dt>{words.inbox.from}</dt>
      <dd>
        <bdi>{from}</bdi>
      </dd>
      <dt>{words.inbox.recipient}</dt>
      <dd>
        <Link to="/inbox" search={{ query: to }}>
          <bdi>{to}</bdi>
        </Link>
      </dd>
      <dt>{words.inbox.arrived}</dt>
      <dd>
        <Time at={date} zone={ownZone} precise />
      </dd>
      <dt>{words.inbox.size}</dt>
      <dd>{words.inbox.bytes(size)}</dd>
      {attachments.length > 0 && (
        <>
          <dt>{words.inbox.files}</dt>
          <dd>
            <ul>
              {attachments.map(file => (
                <li key={file.number}>
                  <a href={inboxPath(`/messages/${id}/attachments/${file.number}`)} download>
                    <bdi>{file.name || words.inbox.unnamed}</bdi>
                  </a>{' '}
                  {words.inbox.bytes(file.size)}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}

function Body({ mail, view }: { mail: Message; view: View }) {
  if (view === 'source') return <Source id={mail.id} />;
  if (view === 'headers')
    return (
      <dl className={`${styles.facts} ${styles.headers}`}>
        {mail.headers.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
  if (mail[view] === '') return <p className={styles.nothing}>{words.inbox.no_part[view]}</p>;
  return view === 'html' ? (
    <div className={styles.paper}>
      <MailFrame html={mail.html} title={words.inbox.framed} scheme="light" />
    </div>
  ) : (
    <Plain text={mail.text} />
  );
}

function Source({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(sourceQuery(id));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} height="1.5rem" />;
  return <Plain text={data} />;
}

function Plain({ text }: { text: string }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <pre className={styles.plain} tabIndex={0}>
        {text.slice(0, longestShown)}
      </pre>
      {text.length > longestShown && <p className={styles.nothing}>{words.inbox.whole}</p>}
    </>
  );
}
