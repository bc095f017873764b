import { Link } from '@tanstack/react-router';
import type { Email } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { titleOf } from '../emails/title.ts';
import { Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './overview-screen.module.css';

const shown = 3;

/** Lists drafts with the time of their last change. Drafts that wait for approval are listed with what needs somebody. */
export function Drafts({ drafts, count }: { drafts: Email[]; count: number }) {
  const here = useHere();
  const { username: newsletter, timezone } = here.newsletter;
  const begun = drafts.filter(({ approval }) => approval.state !== 'requested').slice(0, shown);
  if (begun.length === 0) return null;
  const home = words.overview;
  return (
    <Section title={home.drafts}>
      <ul className={styles.entries}>
        {begun.map(email => (
          <li key={email.id}>
            <span>
              {email.approval.state === 'declined' && `${words.emails.not_approved} · `}
              {home.edited} <Time at={email.modification_date} zone={timezone} />
            </span>
            <Link to="/$newsletter/emails/$email" params={{ newsletter, email: email.id }}>
              {titleOf(email)}
            </Link>
          </li>
        ))}
        {count > begun.length && (
          <li>
            <Link to="/$newsletter/emails" params={{ newsletter }} search={{ status: 'draft' }}>
              {home.all_drafts(count)}
            </Link>
          </li>
        )}
      </ul>
    </Section>
  );
}
