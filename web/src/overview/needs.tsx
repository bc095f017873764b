import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Overview } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { senderQuery } from '../accounts/sender.ts';
import { usePermission } from '../accounts/session.ts';
import { titleOf } from '../emails/title.ts';
import { LateDialog } from '../sequences/late-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './overview-screen.module.css';

type Need = Overview['needs'][number];
type Needed = { need: Need };

/** Lists what needs somebody, each with a link, and last the state of the sender. */
export function Needs({ needs }: { needs: Need[] }) {
  const sees = usePermission('settings', 'read');
  const listed = needs.filter(({ kind }) => kind !== 'sender');
  return (
    <Section title={words.overview.needs}>
      {listed.length === 0 && <p className={styles.quiet}>{words.overview.nothing}</p>}
      <ul className={styles.needs}>
        {listed.map(need => (
          <li key={`${need.kind} ${need.email?.id ?? need.automation?.id ?? need.detail}`} data-urgent>
            <strong>{words.overview.kinds[need.kind]}</strong>
            <div>
              <Subject need={need} />
              <p>
                {need.detail} <Since need={need} />
              </p>
              {need.kind === 'runs_late' && need.automation && <Late id={need.automation.id} />}
            </div>
          </li>
        ))}
        {sees && <Sender last={needs.find(({ kind }) => kind === 'sender')} />}
      </ul>
    </Section>
  );
}

/** Shows the subject of the need, with a link to the place where it can be settled. */
function Subject({ need: { kind, email, automation } }: Needed) {
  const here = useHere();
  const { username: newsletter } = here.newsletter;
  if (kind === 'backup') return <Link to="/system">{words.overview.to_backups}</Link>;
  if (kind === 'relay')
    return (
      <Link to="/$newsletter/delivery/relay" params={{ newsletter }}>
        {words.overview.to_domain}
      </Link>
    );
  if (kind === 'comments')
    return (
      <Link to="/$newsletter/settings/comments" params={{ newsletter }}>
        {words.settings.comments}
      </Link>
    );
  if (kind === 'replies')
    return (
      <Link to="/$newsletter/settings/replies" params={{ newsletter }}>
        {words.settings.replies}
      </Link>
    );
  if (kind === 'webhook')
    return (
      <Link to="/$newsletter/settings/webhooks" params={{ newsletter }}>
        {words.overview.to_webhooks}
      </Link>
    );
  if (kind === 'domain')
    return (
      <Link to="/$newsletter/settings/address" params={{ newsletter }}>
        {words.overview.to_domain}
      </Link>
    );
  if (automation && (kind === 'runs_late' || kind === 'runs_held'))
    return (
      <Link to="/$newsletter/sequences/$sequence" params={{ newsletter, sequence: automation.id }}>
        {automation.name}
      </Link>
    );
  if (automation)
    return (
      <Link to="/$newsletter/feeds/$feed" params={{ newsletter, feed: automation.id }}>
        {automation.name}
      </Link>
    );
  if (!email) return null;
  const params = { newsletter, email: email.id };
  if (kind === 'approval')
    return (
      <Link to="/$newsletter/emails/$email" params={params} search={{ panel: 'review' }}>
        {titleOf(email)}
      </Link>
    );
  return (
    <Link to="/$newsletter/emails/$email/sending" params={params}>
      {titleOf(email)}
    </Link>
  );
}

/** Asks for a decision about late steps. */
function Late({ id }: { id: string }) {
  const [asks, setAsks] = useState(false);
  const mayDecide = usePermission('sending', 'write');
  if (!mayDecide) return null;
  return (
    <>
      <Button onClick={() => setAsks(true)}>{words.late.decide}</Button>
      {asks && <LateDialog id={id} onClose={() => setAsks(false)} />}
    </>
  );
}

function Since({ need: { kind, date } }: Needed) {
  const here = useHere();
  const since = {
    approval: words.overview.asked,
    domain: words.overview.failing,
    relay: words.overview.failing,
    webhook: words.overview.failing,
    backup: words.overview.last_backup,
  }[kind as string];
  if (!since || date === null) return null;
  return (
    <>
      {since} <Time at={date} zone={here.newsletter.timezone} precise />.
    </>
  );
}

/** Shows the state of the sender. The line is there from the start with the last known fault, because a new check may take a while. */
function Sender({ last }: { last: Need | undefined }) {
  const here = useHere();
  const { data, isError } = useQuery(senderQuery(here));
  const { sender_states: states } = words.overview;
  const [first, ...more] = data?.faults ?? [];
  const fault = data ? first && words.overview.faults(1 + more.length, first) : last?.detail;
  const said = () => {
    if (!data) return isError ? states.failed : states.checking;
    return data.relays.length === 0
      ? words.review.sender_inbox
      : states[data.state === 'good' ? 'good' : 'unknown'];
  };
  return (
    <li data-urgent={fault ? true : undefined}>
      <strong>
        <Link to="/$newsletter/delivery" params={{ newsletter: here.newsletter.username }}>
          {words.overview.sender}
        </Link>
      </strong>
      <div>
        <p className={styles.oneLine} data-tip={data?.faults.join('\n') || undefined}>
          {fault ?? said()}
        </p>
      </div>
    </li>
  );
}
