/**
 * What a message that came back says. `hard`: nobody is there, and nobody will be; `soft`: given up for a trouble that may
 * pass; `policy`: the receiver refuses the sender or the content, which tells nothing about the recipient; `delayed`: not
 * given up yet; `delivered`: a receipt; `complaint`, `not_spam`: a reader's word on our mail (RFC 5965); `auto_reply`: a
 * machine that answers for a person; `none`: nothing of these.
 */
export type Kind =
  | 'hard'
  | 'soft'
  | 'policy'
  | 'delayed'
  | 'delivered'
  | 'complaint'
  | 'not_spam'
  | 'auto_reply'
  | 'none';

/** What became of the mail to one recipient. `pattern` names the row of the tables (or the field) that decided. */
export type Verdict = {
  kind: Kind;
  /** The enhanced status code X.Y.Z (RFC 3463). */
  status: string | null;
  /** One line of the remote's own words; where it has none, what the pattern means. */
  reason: string | null;
  /** The address as we know it where the message tells (Original-Recipient), else as the reporting host does. */
  recipient: string | null;
  pattern: string | null;
};

/** The verdict of a message: that of the first recipient it failed for. `message_id`, without <>, is our message's. */
export type Report = Verdict & { recipients: Verdict[]; message_id: string | null };

const gravest: Kind[] = ['hard', 'soft', 'policy'];

/** A message with several recipients speaks of the first that failed, else of the first delayed, else of the first. */
export function summarize(recipients: Verdict[], message_id: string | null): Report | null {
  const verdict =
    recipients.find(({ kind }) => gravest.includes(kind)) ??
    recipients.find(({ kind }) => kind === 'delayed') ??
    recipients[0];
  return verdict ? { ...verdict, recipients, message_id } : null;
}
