import { type MailContext, mailOne } from '../../accounts/domains/mail-one.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { confirmAddress } from '../../links/confirmation.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { enqueueConfirmation } from '../subscribers/jobs.ts';
import { settleConfirmationMail } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { compileSafely } from './confirmation.ts';
import { compileMail, printLetter } from './letter.ts';
import { findAsked } from './queries.ts';

type ConfirmationContext = MailContext & {
  jobs: Jobs;
  theme: Theme;
  secret: Secret;
  base_url: string;
  /** How long to retry a mailbox that cannot take the mail now. */
  retry_hours: number;
};

/**
 * Returns a function that sends a subscriber their confirmation mail, if one is due. The hand-over is recorded
 * afterwards: a crash in between repeats the message, with the same Message-ID, which is better than losing it. Throws
 * if no mail server is available, so the caller can retry. Throws ConfigError if the theme's mail cannot be read.
 */
export function openConfirmations(context: ConfirmationContext): (subscriber_id: string) => Promise<void> {
  const { db, secret, base_url } = context;
  compileMail(context.theme, 'confirmation');
  return async subscriber_id => {
    const asked = await findAsked(db, subscriber_id);
    if (asked?.subscriber.type !== 'unactivated' || !asked.subscriber.confirmation_mail_due) return;
    const { subscriber, newsletter } = asked;
    const confirm_url = confirmAddress(base_url, secret, subscriber);
    const result = await mailOne(context, newsletter, {
      to: subscriber.email_address,
      source: print(context, newsletter, subscriber, confirm_url),
      about: { mail: 'confirmation', subscriber: subscriber.id },
    });
    if (result.status === 'temporary' && (await tryLater(context, subscriber))) return;
    await settleConfirmationMail(db, subscriber);
  };
}

/**
 * The Message-ID is the same for the same request. The mail contains nothing that the subscriber, or somebody posing as
 * them, has written.
 */
function print(
  { theme, base_url, clock, log }: ConfirmationContext,
  newsletter: Newsletter,
  subscriber: Subscriber,
  confirm_url: string,
): readonly string[] {
  const message_id = `confirm.${subscriber.id}.${askedAt(subscriber).getTime().toString(36)}`;
  const letter = { to: subscriber.email_address, message_id, values: { confirm_url } };
  const compiled = compileSafely(theme, newsletter, base_url, log);
  return printLetter(compiled, newsletter, base_url, letter, clock());
}

/** Retries after as long as the time since the request, at least a minute. False once that would take too long. */
async function tryLater({ db, jobs, retry_hours, clock }: ConfirmationContext, subscriber: Subscriber) {
  const now = clock().getTime();
  const age = now - askedAt(subscriber).getTime();
  if (age > retry_hours * 3_600_000) return false;
  const run_at = new Date(now + Math.max(age, 60_000));
  await inTransaction(db, trx => enqueueConfirmation(trx, jobs, subscriber.id, run_at));
  return true;
}

function askedAt({ reminder_date, creation_date }: Subscriber): Date {
  return new Date(reminder_date ?? creation_date);
}
