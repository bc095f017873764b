import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { audienceFilter, hasFilters } from '../../emails/audience.ts';
import type { Email, EmailChanges } from '../../emails/email.ts';
import { dueDate, launched } from '../../emails/launch.ts';
import { moveEmail } from '../../emails/move.ts';
import { isHandedOver, lockDecision } from '../../emails/queries.ts';
import { type EmailSource, mailedSource, tryTemplates } from '../../emails/templates.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { hour_ms, minute_ms } from '../../platform/durations.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Claim } from '../../platform/work/claim.ts';
import type { Outcome, Work } from '../../platform/work/work.ts';
import { analyzeLedger, dropAudience, freezeNextRange } from '../ledger/audience.ts';
import { planParts } from '../ledger/audience-parts.ts';
import { finishAndTell } from './finish.ts';
import { freezeLimited } from './freeze.ts';
import { lockEmailById, newestSubscriber, numberOf } from './queries.ts';
import { tell } from './tell.ts';

/** The size of the first range, which is small so that the first mail leaves immediately however long the list is. */
const firstRange = 5000;
const laterRange = 50_000;

/** Even an email whose newsletter allows no delay may start up to a minute late. */
const shortestLate = minute_ms;

type StartContext = { db: Database; theme: Theme; clock: Clock; log: Log; wake: () => void };

export function startsWork(context: StartContext): Work {
  const handle = ({ id }: Claim) => startSending(context, id);
  return { ...launched, at_once: 2, handle };
}

/**
 * Starts the email if it is due: it becomes in_flight, and its audience is frozen into the ledger, range by range, while workers serve the
 * ranges that are there. After a crash, running it again continues where it was. An email that was missed for longer than the newsletter
 * allows, or whose audience takes too long to find, becomes errored instead. An email that is in another status now, because its sending
 * was undone, stays as it is.
 */
export async function startSending(context: StartContext, email_id: string): Promise<Outcome> {
  const { db, wake } = context;
  const started = await inTransaction(db, trx => startIfDue(trx, context, email_id));
  if (typeof started === 'number') return started;
  if (started?.status === 'errored') await tell(context, started.key, 'failed');
  if (started?.status !== 'in_flight') return 'done';
  for (let range = firstRange; ; range = laterRange) {
    const frozen = await inTransaction(db, trx => freezeLocked(trx, email_id, range));
    if ('errored' in frozen) {
      await tell(context, started.key, 'failed');
      return 'done';
    }
    await analyzeLedger(db);
    wake();
    if (frozen.complete) break;
  }
  await finishAndTell(context, started.key); // with an empty audience, nobody else would finish it
  return 'done';
}

/** Returns the email as it is now; undefined if there is nothing to start; the milliseconds that are left if it is not due yet. */
async function startIfDue(
  trx: Database,
  { theme, clock }: StartContext,
  email_id: string,
): Promise<Email | number | undefined> {
  const now = clock();
  const email = await lockEmailById(trx, email_id);
  if (email?.status === 'in_flight') return email;
  if (email?.status !== 'scheduled' && email?.status !== 'about_to_send') return undefined;
  const newsletter = await findNewsletterOf(trx, email);
  const due = dueDate(email);
  if (due > now) return due.getTime() - now.getTime();
  if (now.getTime() - due.getTime() > Math.max(shortestLate, newsletter.late_schedule_hours * hour_ms)) {
    const status_reason = sentence('delivery.due_while_down', {
      date: due.toISOString(),
      hours: newsletter.late_schedule_hours,
    });
    return moveEmail(trx, email, 'errored', 'service', { status_reason });
  }
  return takeOff(trx, theme, newsletter, email, now);
}

async function takeOff(
  trx: Database,
  theme: Theme,
  newsletter: Newsletter,
  email: Email,
  now: Date,
): Promise<Email | undefined> {
  const goingOn = email.audience_bound !== null && (await isHandedOver(trx, email.key));
  const chooses_audience = !goingOn && !email.recipients_chosen;
  if (chooses_audience) await dropAudience(trx, email.key);
  const mailed = goingOn
    ? mailedSource.parse(email.mailed)
    : await readableSource(trx, theme, newsletter, email);
  if (mailed instanceof DomainError) {
    return moveEmail(trx, email, 'errored', 'service', { status_reason: mailed.detail });
  }
  const audience =
    chooses_audience && hasFilters(email)
      ? await orError(() => audienceFilter(trx, { ...email, audience: null }, now.toISOString()))
      : null;
  if (audience instanceof DomainError) {
    return moveEmail(trx, email, 'errored', 'service', { status_reason: audience.detail });
  }
  const fresh = chooses_audience && {
    audience_bound: await newestSubscriber(trx),
    frozen_up_to: 0,
    audience_frozen: false,
    audience,
  };
  if (fresh) await planParts(trx, newsletter, email, now);
  const frozen = await freezeLimited(trx, newsletter, { ...email, ...fresh }, mailed, {
    goes_on: goingOn,
    now,
  });
  if (frozen instanceof DomainError) {
    return moveEmail(trx, email, 'errored', 'service', { status_reason: frozen.detail });
  }
  return toFlight(trx, email, {
    mailed: JSON.stringify(mailed),
    publish_date: goingOn ? email.publish_date : now.toISOString(),
    ...fresh,
    ...((frozen || email.recipients_chosen) && { audience_frozen: true }),
  });
}

/** Gives the email its number and makes it in_flight. Returns undefined if its status has changed meanwhile. */
export async function toFlight(
  trx: Database,
  email: Email,
  changes: EmailChanges,
): Promise<Email | undefined> {
  await lockDecision(trx, email.newsletter_key, 'issue number');
  return moveEmail(trx, email, 'in_flight', 'service', {
    secondary_id: await numberOf(trx, email),
    served_date: null,
    ...changes,
  });
}

/** Returns the content to mail, or the reason why there is none: a snippet may have been deleted since the email was created. */
export async function readableSource(
  trx: Database,
  theme: Theme,
  newsletter: Newsletter,
  email: Email,
): Promise<EmailSource | DomainError> {
  return orError(() => tryTemplates(trx, theme, newsletter, email));
}

async function orError<Result>(work: () => Promise<Result>): Promise<Result | DomainError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function freezeLocked(
  trx: Database,
  email_id: string,
  range: number,
): Promise<{ planned: number; complete: boolean } | { errored: true }> {
  const email = await lockEmailById(trx, email_id);
  if (email?.status !== 'in_flight' || email.audience_frozen || email.recipients_chosen)
    return { planned: 0, complete: true };
  try {
    return await freezeNextRange(trx, email, range);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await moveEmail(trx, email, 'errored', 'service', { status_reason: error.detail });
    return { errored: true };
  }
}
