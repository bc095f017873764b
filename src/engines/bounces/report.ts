import type { Kind } from './patterns/pattern.ts';

/** The outcome of the mail to one recipient. `pattern` names the row of the tables (or the field) that decided. */
export type Diagnosis = {
  kind: Kind;
  /** The enhanced status code X.Y.Z (RFC 3463). */
  status: string | null;
  /** One line of the remote host's own words; if there are none, the meaning of the pattern. */
  reason: string | null;
  /** The address as we know it if the message has it (Original-Recipient), or else as the reporting host knows it. */
  recipient: string | null;
  pattern: string | null;
};

/**
 * The diagnosis of a message: that of the first recipient it failed for. `message_id`, without <>, is our message's.
 */
export type Report = Diagnosis & { recipients: Diagnosis[]; message_id: string | null };

const gravest: Kind[] = ['hard', 'soft', 'policy'];

/** Makes one report of several recipients. It counts as being about the first that failed, or else the first delayed, or else the first. */
export function summarize(recipients: Diagnosis[], message_id: string | null): Report | null {
  const diagnosis =
    recipients.find(({ kind }) => gravest.includes(kind)) ??
    recipients.find(({ kind }) => kind === 'delayed') ??
    recipients[0];
  return diagnosis ? { ...diagnosis, recipients, message_id } : null;
}
