import { Link } from '@tanstack/react-router';
import type { WebhookAttempt } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';

const said = words.webhooks;

/** Returns the kind of the attempt: scheduled, a test, or by hand. */
export function kindOf({ kind, attempt }: WebhookAttempt): string {
  return kind === 'event' ? said.attempt(attempt ?? 1) : said.kinds[kind];
}

/** Says how it was answered. */
export function answerOf({ status_code }: WebhookAttempt): string {
  return status_code === null ? said.no_answer : said.answered(status_code);
}

/** Shows an attempt in a line that links to its request and answer. */
export function AttemptLine({ attempt }: { attempt: WebhookAttempt }) {
  const here = useHere();
  return (
    <>
      <Link
        to="/$newsletter/settings/webhooks/$webhook"
        params={{ newsletter: here.newsletter.username, webhook: attempt.webhook_id }}
        search={{ attempt: attempt.id }}
      >
        {kindOf(attempt)}
      </Link>{' '}
      {answerOf(attempt)} · <Time at={attempt.creation_date} zone={here.newsletter.timezone} precise />
    </>
  );
}
