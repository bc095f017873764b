import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Email, Tag } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { Mark } from '../../ui/chip.tsx';
import { listRowClass } from '../../ui/list-row.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Time } from '../../ui/time.tsx';
import type { Usual } from '../../words/list.ts';
import { words } from '../../words.ts';
import { screenOf } from '../queries.ts';
import { titleOf } from '../title.ts';
import type { EmailActs } from './email-acts.ts';
import styles from './email-row.module.css';
import { ReachBars } from './reach-bars.tsx';

type Shown = {
  here: Here;
  email: Email;
  acts: EmailActs;
  /** Undefined until they are known. */
  tags: Tag[] | undefined;
  usual: Usual | undefined;
  isChosen: boolean;
  /** Absent if this person cannot change emails. */
  onChoose?: (email: Email) => void;
};

/**
 * Shows an email in the list. It links to the screen of its next step, and its menu has further acts. It renders again only when the email
 * or its selection has changed, however far the list is scrolled.
 */
export const EmailRow = memo(function EmailRow({
  here,
  email,
  acts,
  tags,
  usual,
  isChosen,
  onChoose,
}: Shown) {
  const { newsletter } = here;
  const to = screenOf(email);
  const title = titleOf(email);
  const items = acts(email, isChosen);
  return (
    <>
      {onChoose && (
        <input
          type="checkbox"
          className={styles.choose}
          checked={isChosen}
          aria-label={words.list.select(title)}
          onChange={() => onChoose(email)}
        />
      )}
      <Link
        to={to}
        params={{ newsletter: newsletter.username, email: email.id }}
        className={`${listRowClass} ${styles.row}`}
        data-status={email.status}
      >
        <span className={styles.subject}>{title}</span>
        <span className={styles.audience}>{audienceOf(email, tags)}</span>
        <span className={styles.state}>
          <State email={email} usual={usual} isTracked={newsletter.track_opens || newsletter.track_clicks} />
        </span>
        <span className={styles.date}>
          <Time
            at={email.publish_date ?? email.creation_date}
            zone={newsletter.timezone}
            precise={email.status === 'scheduled'}
          />
        </span>
      </Link>
      {items.length > 0 && <Menu label={words.emails.more(title)} items={items} className={styles.more} />}
    </>
  );
});

function State({ email, usual, isTracked }: { email: Email; usual: Usual | undefined; isTracked: boolean }) {
  const { status, approval, analytics } = email;
  if (approval.state === 'requested') return <Mark strong>{words.emails.waits_for_approval}</Mark>;
  if (status === 'draft' && approval.state === 'declined')
    return <Mark strong>{words.emails.not_approved}</Mark>;
  if (status === 'sent' && analytics && analytics.deliveries > 0 && (isTracked || analytics.opens > 0))
    return <ReachBars figures={analytics} usual={usual} />;
  const wantsYou = ['draft', 'scheduled', 'errored', 'in_flight'].includes(status);
  return <Mark strong={wantsYou}>{words.emails.status[status]}</Mark>;
}

/** Returns who gets it, or how many got it. */
function audienceOf(email: Email, tags: Tag[] | undefined): string {
  const { included_tags, excluded_tags, filters, analytics, email_type, should_send_teaser } = email;
  const isTeased = email_type === 'premium' && should_send_teaser;
  const readership = isTeased ? words.list.teased : words.list.audiences[email_type];
  const named = (ids: string[]) => ids.map(id => tags?.find(tag => tag.id === id)?.name ?? '…');
  const isTagged = included_tags.length + excluded_tags.length > 0;
  const isFiltered = !isTagged && filters.filters.length + filters.groups.length > 0;
  const parts = [
    analytics ? words.list.delivered(analytics.deliveries) : readership,
    ...(analytics && email_type !== 'public' ? [readership] : []),
    ...(included_tags.length > 0 ? [words.list.with(named(included_tags))] : []),
    ...(excluded_tags.length > 0 ? [words.list.without(named(excluded_tags))] : []),
    ...(isFiltered ? [words.list.filtered] : []),
  ];
  return parts.join(' · ');
}
