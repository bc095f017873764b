import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Email, Newsletter } from '../../../src/client/schema.ts';
import { Mark } from '../ui/chip.tsx';
import { ListRow, listRowClass } from '../ui/list-row.tsx';
import { Menu, MoreIcon } from '../ui/menu.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import type { EmailActs } from './email-acts.ts';
import styles from './list-screen.module.css';
import { titleOf } from './title.ts';

const onTheirWay: Email['status'][] = ['in_flight', 'about_to_send', 'sent'];
type Shown = { newsletter: Newsletter; email: Email; acts: EmailActs };

/**
 * An email in the list. It links to the screen where its next step is, and its menu has further actions. Rendered again
 * only when the email has changed, however far the list is scrolled.
 */
export const EmailRow = memo(function EmailRow({ newsletter, email, acts }: Shown) {
  const to = onTheirWay.includes(email.status)
    ? '/$newsletter/emails/$email/sending'
    : '/$newsletter/emails/$email';
  const title = titleOf(email);
  const items = acts(email);
  return (
    <>
      <Link to={to} params={{ newsletter: newsletter.username, email: email.id }} className={listRowClass}>
        <ListRow
          title={<span className={styles.subject}>{title}</span>}
          mark={<State email={email} />}
          date={
            <Time
              at={email.publish_date ?? email.creation_date}
              zone={newsletter.timezone}
              precise={email.status === 'scheduled'}
            />
          }
        />
      </Link>
      {items.length > 0 && (
        <Menu label={words.emails.more(title)} items={items} className={styles.more}>
          <MoreIcon />
        </Menu>
      )}
    </>
  );
});

function State({ email: { status, approval, analytics } }: { email: Email }) {
  const waits = approval.state === 'requested';
  const wantsYou = waits || ['draft', 'scheduled', 'errored', 'in_flight'].includes(status);
  if (waits) return <Mark strong>{words.emails.waits_for_approval}</Mark>;
  if (status !== 'sent' || !analytics) return <Mark strong={wantsYou}>{words.emails.status[status]}</Mark>;
  const { deliveries, opens } = analytics;
  return <Mark>{words.emails.reached(deliveries, opens)}</Mark>;
}
