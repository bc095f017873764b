import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Webhook, WebhookAttemptDetail } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { answerOf, kindOf } from '../journal/attempt-line.tsx';
import { nameOfType } from '../journal/event-words.ts';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { UnderTitle } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { attemptQuery, webhooksKey } from './webhook-queries.ts';
import styles from './webhook-screen.module.css';

const said = words.webhooks;

/** Shows one attempt: its request, its response, and a button to send it again. */
export function AttemptSheet({
  webhook,
  id,
  mayChange,
  onClose,
}: {
  webhook: Webhook;
  id: string;
  mayChange: boolean;
  onClose: () => void;
}) {
  const here = useHere();
  const navigate = useNavigate({ from: '/$newsletter/settings/webhooks/$webhook' });
  const { data, error, refetch } = useQuery(attemptQuery(here, webhook.id, id));
  const resend = useMutation({
    mutationFn: () => {
      const params = { id: webhook.id, attempt_id: id };
      return here.api.post('/v1/webhooks/{id}/attempts/{attempt_id}/resend', { params });
    },
    onSuccess: async ({ id: attempt, outcome }) => {
      say(outcome === 'succeeded' ? said.resent : said.resend_failed);
      await queryClient.invalidateQueries({ queryKey: webhooksKey(here) });
      await navigate({ search: before => ({ ...before, attempt }), replace: true, resetScroll: false });
    },
  });
  return (
    <Dialog kind="wide" title={data ? nameOfType(data.event_type) : said.open_attempt} onClose={onClose}>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : data ? (
        <Exchange attempt={data} />
      ) : (
        <Skeleton lines={6} height="2.5rem" />
      )}
      {resend.error && <Failure error={resend.error} />}
      <DialogButtons>
        {mayChange && data && data.request_body !== '' && (
          <Button busy={resend.isPending} onClick={() => resend.mutate()}>
            {said.resend}
          </Button>
        )}
        <Button look="solid" onClick={onClose} data-focus>
          {words.parts.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Exchange({ attempt }: { attempt: WebhookAttemptDetail }) {
  const here = useHere();
  const { url, request_headers, request_body, response_headers, response_body, reason } = attempt;
  return (
    <div className={styles.exchange}>
      <UnderTitle>
        <span>{kindOf(attempt)}</span>
        <span>{answerOf(attempt)}</span>
        <Time at={attempt.creation_date} zone={here.newsletter.timezone} precise />
        <span>{said.took(attempt.duration_ms)}</span>
      </UnderTitle>
      {reason && <p className={styles.reason}>{reason}</p>}
      <section>
        <h3>{said.request}</h3>
        {request_body === '' ? (
          <p>{said.not_kept}</p>
        ) : (
          <>
            <code>POST {url}</code>
            <Headers of={request_headers} />
            <Body name={said.body} text={indented(request_body)} />
          </>
        )}
      </section>
      <section>
        <h3>{said.answer}</h3>
        {attempt.status_code === null ? (
          <p>{said.no_answer}</p>
        ) : (
          <>
            <Headers of={response_headers} />
            <Body name={said.body_start} text={response_body} />
          </>
        )}
      </section>
    </div>
  );
}

function Headers({ of }: { of: Record<string, string> }) {
  const lines = Object.entries(of).map(([name, value]) => `${name}: ${value}`);
  return lines.length > 0 && <Body name={said.headers} text={lines.join('\n')} />;
}

function Body({ name, text }: { name: string; text: string }) {
  return (
    <>
      <h4>{name}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keyboard */}
      <pre tabIndex={0}>{text === '' ? said.nothing : text}</pre>
    </>
  );
}

/** Returns JSON with line breaks, and other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
