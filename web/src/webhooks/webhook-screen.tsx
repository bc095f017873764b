import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Webhook } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { ApiFailure } from '../platform/failure.ts';
import { Mark } from '../ui/chip.tsx';
import { BackArrow, backClass, PageTitle, UnderTitle } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { words } from '../words.ts';
import { AttemptSheet } from './attempt-sheet.tsx';
import { Attempts } from './attempts.tsx';
import { addressOf, eventsOf, healthOf, troubleOf } from './health.ts';
import { WebhookActs } from './webhook-acts.tsx';
import { webhookQuery } from './webhook-queries.ts';
import styles from './webhook-screen.module.css';

const said = words.webhooks;

/** Shows one webhook: its state, its requests and responses, and its actions. */
export function WebhookScreen() {
  const here = useHere();
  const { webhook: id } = useParams({ from: '/$newsletter/frame/settings/webhooks/$webhook' });
  const { attempt } = useSearch({ from: '/$newsletter/frame/settings/webhooks/$webhook' });
  const navigate = useNavigate({ from: '/$newsletter/settings/webhooks/$webhook' });
  const webhook = useQuery(webhookQuery(here, id));
  const { error } = webhook;
  const mayChange = usePermission('settings', 'write');
  const isGone = error instanceof ApiFailure && error.status === 404;
  return (
    <>
      <Link
        to="/$newsletter/settings/webhooks"
        params={{ newsletter: here.newsletter.username }}
        className={backClass}
      >
        <BackArrow />
        {said.back}
      </Link>
      {isGone ? (
        <>
          <PageTitle>{words.frame.webhooks}</PageTitle>
          <Empty title={said.missing}>{said.missing_detail}</Empty>
        </>
      ) : (
        <Loaded query={webhook} lines={8} height="3.5rem">
          {data => <Shown webhook={data} mayChange={mayChange} />}
        </Loaded>
      )}
      {webhook.data && attempt && (
        <AttemptSheet
          webhook={webhook.data}
          id={attempt}
          mayChange={mayChange}
          onClose={() => void navigate({ search: ({ attempt: _, ...others }) => others, resetScroll: false })}
        />
      )}
    </>
  );
}

function Shown({ webhook, mayChange }: { webhook: Webhook; mayChange: boolean }) {
  const here = useHere();
  // The log contains data about subscribers.
  const seesPeople = usePermission('subscribers', 'read');
  const { status, disabled_reason, description } = webhook;
  return (
    <>
      <PageTitle action={mayChange && <WebhookActs webhook={webhook} />}>{addressOf(webhook)}</PageTitle>
      <UnderTitle>
        {troubleOf(webhook) ? (
          <Mark strong>{healthOf(webhook, here)}</Mark>
        ) : (
          <span>{healthOf(webhook, here)}</span>
        )}
        <span>{eventsOf(webhook)}</span>
        {description && <span>{description}</span>}
      </UnderTitle>
      {status === 'disabled' && (
        <div className={styles.notice}>
          {disabled_reason && <strong>{disabled_reason}</strong>}
          <p>{said.paused_detail}</p>
        </div>
      )}
      {seesPeople && <Attempts webhook={webhook} />}
    </>
  );
}
