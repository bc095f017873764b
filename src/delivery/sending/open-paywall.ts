import { type Email, readershipOf } from '../../emails/email.ts';
import type { Finding } from '../../engines/rendering/finding.ts';
import type { MessageSource } from '../../engines/rendering/message.ts';
import { firstPaywall } from '../../engines/rendering/paywall.ts';
import { openWhereabouts } from '../../engines/rendering/whereabouts.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

type Read = Pick<Email, 'email_type' | 'archival_mode'>;

/** Whether a paywall hides something from somebody: in the mail, or on the page if that is where most people read the email. */
function hidesAnything(email: Read): boolean {
  if (email.email_type === 'premium') return true;
  const readership = readershipOf(email);
  return readership === 'subscribers' || (readership === 'paying' && email.email_type === 'archival');
}

/** Finds a paywall that hides nothing, because the email is not premium. */
export function findOpenPaywall(email: Read, source: MessageSource): Finding[] {
  if (hidesAnything(email)) return [];
  const written = firstPaywall(source.body);
  if (written === undefined) return [];
  const place = openWhereabouts(source)({ words: [written], parts: ['body'] }, 'paywall_open');
  return [{ kind: 'paywall_open', severity: 'warning', detail: sentence('findings.paywall_open'), ...place }];
}
