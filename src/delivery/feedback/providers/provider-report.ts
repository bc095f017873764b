import { isUnexplained, judge } from '../../../engines/bounces/judge.ts';
import type { Kind, Report, Verdict } from '../../../engines/bounces/report.ts';
import { readOwnMessageId } from '../message-ids.ts';
import type { Origin } from '../take-report.ts';

/** What one event of a mail service says. `event` is the same however often the service tells it. */
export type ProviderReport = { report: Report; about: Origin['about']; event: string };

/** What a service says of a refusal: whether it is final, and what it means where the words do not tell. */
type Refusal = {
  recipient: string | null;
  status: string | null;
  words: string;
  is_final: boolean;
  otherwise: 'hard' | 'soft' | 'policy';
};

/**
 * The verdict of our own tables on the words of the receiving server; where there are none, the service's. Words that nobody
 * knows do not prove that nobody is there, whatever the service makes of their code.
 */
export function judgeRefusal({ recipient, status, words, is_final, otherwise }: Refusal): Verdict {
  const verdict = judge({ recipient, status, diagnostic: words, texts: [] });
  const theirs = words.trim() !== '' && otherwise === 'hard' ? 'soft' : otherwise;
  const kind = isUnexplained(verdict) ? theirs : verdict.kind;
  return { ...verdict, kind: kind === 'hard' && !is_final ? 'soft' : kind };
}

/** A verdict that the service has passed itself. */
export function plainVerdict(kind: Kind, recipient: string | null, pattern: string, reason = ''): Verdict {
  return { kind, status: null, reason: reason || null, recipient, pattern };
}

/** The report on the delivery that the first of these names, as a Message-ID of ours or its beginning. */
export function reportOn(
  verdict: Verdict,
  event: string,
  names: (string | null | undefined)[],
): ProviderReport {
  const delivery = names.map(name => (name ? readOwnMessageId(name) : null)).find(found => found !== null);
  const report = { ...verdict, recipients: [], message_id: null };
  return { report, about: delivery ? { delivery, clue: 'provider' } : null, event };
}
