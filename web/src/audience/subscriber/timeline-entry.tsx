import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { titleOf } from '../../emails/title.ts';
import { Mark } from '../../ui/chip.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { complaintInWords } from '../complaint-words.ts';
import { changesInWords } from './changes.ts';
import styles from './subscriber-screen.module.css';

const said = words.person;
type Shown = { entry: TimelineEntry };

/** Shows one event: its time, what happened, and its details. */
export function Entry({ entry }: Shown) {
  const here = useHere();
  return (
    <li data-kind={entry.kind}>
      <Time at={entry.date} zone={here.newsletter.timezone} precise />
      <div>
        <Told entry={entry} />
      </div>
    </li>
  );
}

function Told({ entry }: Shown) {
  const { email, consent, mail, hit, report, sequence } = entry;
  if (consent) return <Consent consent={consent} />;
  if (mail) return <Mail mail={mail} email={email} />;
  if (sequence) return <Sequence sequence={sequence} />;
  if (hit) return <Hit hit={hit} email={email} isClick={entry.kind === 'click'} />;
  const named = report?.kind === 'complaint' ? complaintInWords(report.reason ?? '') : undefined;
  if (report)
    return (
      <>
        <p>
          {(said.reports as Record<string, string>)[report.kind] ?? report.kind} <Email email={email} />
        </p>
        {named ? (
          <p className={styles.words}>{named}</p>
        ) : (
          report.reason && <Words before={said.said}>{report.reason}</Words>
        )}
      </>
    );
  return <Changes entry={entry} />;
}

/** Links to the mail as the person got it. */
function Email({ email }: Pick<TimelineEntry, 'email'>) {
  if (!email) return null;
  return (
    <Link
      from="/$newsletter/subscribers/$person"
      to="."
      search={before => ({ ...before, email: email.id })}
      resetScroll={false}
    >
      {titleOf(email)}
    </Link>
  );
}

function Words({ before, children }: { before: string; children: ReactNode }) {
  return (
    <p className={styles.words}>
      {before} <q>{children}</q>
    </p>
  );
}

function Consent({
  consent: { page_url, ip_address, form_text },
}: {
  consent: NonNullable<TimelineEntry['consent']>;
}) {
  const where = [page_url && `${said.consent_at} ${page_url}`, ip_address && said.consent_from(ip_address)];
  return (
    <>
      <p>{said.consent}</p>
      {where.some(Boolean) && <p className={styles.words}>{where.filter(Boolean).join(' ')}</p>}
      {form_text !== '' && (
        <>
          <p className={styles.words}>{said.consent_words}</p>
          <blockquote className={styles.message}>{form_text}</blockquote>
        </>
      )}
    </>
  );
}

const failed = ['temporary', 'permanent', 'uncertain'];

function Mail({ mail, email }: { mail: NonNullable<TimelineEntry['mail']> } & Pick<TimelineEntry, 'email'>) {
  const { status, reply, attempts } = mail;
  const isFailed = failed.includes(status);
  const statuses: Record<string, string> = words.recipients.statuses;
  return (
    <>
      <p>
        {(said.mails as Record<string, string>)[status] ?? status} <Email email={email} />{' '}
        {status !== 'accepted' && status !== 'planned' && <Mark strong={isFailed}>{statuses[status]}</Mark>}
      </p>
      {isFailed && reply !== '' && <Words before={said.said}>{reply}</Words>}
      {attempts > 1 && <p className={styles.words}>{said.attempts(attempts)}</p>}
    </>
  );
}

const stepNames: Record<string, string> = words.step_editor.types;

function Sequence({
  sequence: { name, what, step, result, reason },
}: {
  sequence: NonNullable<TimelineEntry['sequence']>;
}) {
  const told =
    what === 'step'
      ? said.sequence_step(name, stepNames[step ?? ''] ?? step ?? '')
      : said.sequences[what](name);
  return (
    <>
      <p>
        {told}{' '}
        {result !== null && result !== 'done' && (
          <Mark strong={result === 'failed'}>{said.step_results[result]}</Mark>
        )}
      </p>
      {reason !== '' && <p className={styles.words}>{words.sequence_reasons[reason] ?? reason}</p>}
    </>
  );
}

type HitShown = { hit: NonNullable<TimelineEntry['hit']>; isClick: boolean } & Pick<TimelineEntry, 'email'>;

function Hit({ hit: { url, client, verdict, reasons }, isClick, email }: HitShown) {
  const because = [client, ...reasons.map(reasonInWords)].filter(Boolean);
  return (
    <>
      <p>
        {isClick ? said.clicked : said.opened} {isClick && url && <span className={styles.url}>{url}</span>}{' '}
        {isClick && url && said.clicked_in} <Email email={email} />{' '}
        <Mark strong={verdict === 'machine'}>{said.verdicts[verdict]}</Mark>
      </p>
      {because.length > 0 && <p className={styles.words}>{because.join(' · ')}</p>}
    </>
  );
}

function reasonInWords(reason: string): string {
  if (reason.startsWith('scanner_')) return said.scanner(reason.slice('scanner_'.length));
  return (said.reasons as Record<string, string>)[reason] ?? reason.replaceAll('_', ' ');
}

function Changes({ entry: { changes, email } }: Shown) {
  const here = useHere();
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const lines = changesInWords(changes, id => tags.find(tag => tag.id === id)?.name);
  return lines.map((line, at) => (
    <p key={line}>
      {line}
      {at === 0 && email && (
        <>
          {' '}
          {said.through} <Email email={email} />
        </>
      )}
    </p>
  ));
}
