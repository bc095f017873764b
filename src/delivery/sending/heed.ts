import { clearTrouble } from '../../emails/in-flight.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { sends } from '../../platform/metrics/metrics.ts';
import type { ServeContext } from './context.ts';
import type { Result } from './hand-over.ts';
import type { Mailing } from './mailings.ts';
import { pauseAndTell } from './pause.ts';
import { pushbackOf, slowDomain } from './pushback.ts';
import { surely } from './surely.ts';

/**
 * Counts the results, clears trouble that is over, slows domains that push back, and pauses the email if policy
 * refusals surge.
 */
export async function heed(context: ServeContext, { email }: Mailing, results: Result[]): Promise<void> {
  for (const { status } of results) sends.inc({ outcome: status });
  const isOver = email.trouble !== null && !context.stalls.has(email.key);
  if (isOver && results.some(({ status }) => status === 'accepted')) {
    await surely(context, () => clearTrouble(context.db, email.key));
    email.trouble = null;
  }
  const pushing = new Map<string, string>();
  const refused: boolean[] = [];
  for (const { status, reply, stage, recipient } of results) {
    if (status === 'unreachable' || status === 'too_large') continue;
    const isRefused = status === 'permanent' || status === 'temporary';
    const pushback = isRefused && stage ? pushbackOf(reply) : undefined; // our own words are not a server's reply
    if (pushback && recipient.email_address) pushing.set(domainOf(recipient.email_address), reply);
    refused.push(pushback === 'policy' && status === 'permanent');
  }
  for (const [domain, reply] of pushing) await surely(context, () => slowDomain(context, domain, reply));
  const reason = context.breaker.count(email.key, email.resume_date, refused);
  if (!reason) return;
  const pause = { by: 'service', reason, since: email.resume_date };
  if (await surely(context, () => pauseAndTell(context, email.key, pause)))
    context.control.stopServing(email.key);
}
