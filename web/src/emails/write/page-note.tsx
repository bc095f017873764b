import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { words } from '../../words.ts';
import { useMayChange, whyFixed } from '../open-fields.ts';
import { hasPage } from '../readership.ts';
import styles from './page-note.module.css';

const said = words.page_note;
type Shown = { email: Email; onRevisions: () => void };

/** Says that only the page of an email can still change, and links to the page and the report. */
export function PageNote({ email, onRevisions }: Shown) {
  const here = useHere();
  const mayChange = useMayChange(email);
  const why = whyFixed(email);
  if (why === undefined) return null;
  if (why === 'deleted') return <Note>{said.deleted}</Note>;
  const params = { newsletter: here.newsletter.username, email: email.id };
  return (
    <Note>
      {mayChange('slug') ? (
        <>
          <strong>{said.only_page[why]}</strong> {said.fixed[why]}
        </>
      ) : (
        said.not_yours
      )}{' '}
      {!hasPage(email) && said.no_page}
      <span className={styles.ways}>
        {hasPage(email) && (
          <a href={email.absolute_url} target="_blank" rel="noreferrer" className={buttonClass()}>
            {said.page}
          </a>
        )}
        {why !== 'imported' && (
          <Link to="/$newsletter/emails/$email/sending" params={params} className={buttonClass()}>
            {why === 'sent' ? said.report : said.progress}
          </Link>
        )}
        <Button onClick={onRevisions}>{why === 'sent' ? said.mailed : words.revisions.title}</Button>
      </span>
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note} role="note">
      {children}
    </p>
  );
}
