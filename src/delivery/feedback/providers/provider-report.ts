import { withDomains } from '../../../engines/bounces/addresses.ts';
import { diagnose, isUnexplained } from '../../../engines/bounces/diagnose.ts';
import type { Kind } from '../../../engines/bounces/patterns/pattern.ts';
import type { Diagnosis, Report } from '../../../engines/bounces/report.ts';
import type { DeliveryName } from '../../ledger/late-evidence.ts';
import { readOwnMessageId } from '../../ledger/message-ids.ts';

/** The delivery that a mail service's report claims to be about, and the evidence. */
type About = { delivery: DeliveryName; clue: 'message_id' | 'provider' | 'return_path' };

/**
 * One event of a mail service. `event` stays the same when the service repeats it. `refusal` is the source of the report, so that it can be
 * read again once the sender is known.
 */
export type ProviderReport = { report: Report; refusal?: Refusal; about: About | null; event: string };

/** A refusal as a service reports it: whether it is final, and its meaning if the words have none. */
export type Refusal = {
  recipient: string | null;
  status: string | null;
  words: string;
  is_final: boolean;
  otherwise: 'hard' | 'soft' | 'policy';
  /** The envelope sender, if the service names it. */
  sender?: string;
};

/** The most events of one request that are read. */
export const mostEvents = 5000;

type Told = Diagnosis & { refusal?: Refusal };

/**
 * Returns the diagnosis of the receiving server's words by our own tables, or the service's diagnosis if there are no words. Unknown words
 * do not prove that the mailbox does not exist, however the service classifies their code. Neither do words about `senders`, the addresses
 * under which we send.
 */
export function diagnoseRefusal(refusal: Refusal, senders: string[] = []): Told {
  const { recipient, status, words, is_final, otherwise, sender } = refusal;
  const ours = withDomains(sender ? [sender, ...senders] : senders);
  const diagnosis = diagnose({ recipient, status, diagnostic: words, texts: [], ours });
  const theirs = words.trim() !== '' && otherwise === 'hard' ? 'soft' : otherwise;
  const kind = isUnexplained(diagnosis) ? theirs : diagnosis.kind;
  return { ...diagnosis, kind: kind === 'hard' && !is_final ? 'soft' : kind, refusal };
}

/** Returns a diagnosis by the service itself. */
export function plainDiagnosis(
  kind: Kind,
  recipient: string | null,
  pattern: string,
  reason = '',
): Diagnosis {
  return { kind, status: null, reason: reason || null, recipient, pattern };
}

/**
 * Returns the report on the delivery that the first of these names identifies, as one of our Message-IDs or the beginning of one. `read`
 * reads these names; by default it believes them, because the service has proved that the report is its own.
 */
export function reportOn(
  { refusal, ...diagnosis }: Told,
  event: string,
  names: (string | null | undefined)[],
  read: (name: string) => DeliveryName | null = readOwnMessageId,
): ProviderReport {
  const delivery = names.map(name => (name ? read(name) : null)).find(found => found !== null);
  const report = { ...diagnosis, recipients: [], message_id: null };
  const about = delivery ? { delivery, clue: 'provider' as const } : null;
  return { report, about, event, ...(refusal && { refusal }) };
}
