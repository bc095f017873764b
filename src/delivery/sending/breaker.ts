import { sentence } from '../../platform/sentences/sentence.ts';
/** The limits at which an email is paused automatically, in percent: of permanent refusals by policy, and of complaints. */
export type BreakerPolicy = { policy_percent: number; complaints_percent: number };

export type Breaker = {
  /**
   * Counts the outcomes of an email in this process, true for each permanent refusal by policy. Returns why the email should be paused;
   * undefined if it should not. `since` says when the email was last resumed, which restarts the count: outcomes of earlier hand-overs,
   * which arrive late, do not count.
   */
  count(email_key: number, since: string | null, outcomes: boolean[]): string | undefined;
  /** Returns why an email with this many complaints should be paused; undefined if it should not. */
  weigh(counts: { delivered: number; complaints: number }): string | undefined;
};

const fewest = 100;
const fewestComplaints = 3;
const remembered = 1000;
const kept = 100;

/** Makes a breaker, which remembers the last 1000 outcomes of each email that is being served. */
export function openBreaker({ policy_percent, complaints_percent }: BreakerPolicy): Breaker {
  const latest = new Map<number, { since: string | null; outcomes: boolean[] }>();
  return {
    count(email_key, since, outcomes) {
      const found = latest.get(email_key);
      if (found?.since && (since === null || since < found.since)) return undefined;
      const all = found?.since === since ? found.outcomes : [];
      all.push(...outcomes);
      if (all.length > remembered) all.splice(0, all.length - remembered);
      latest.delete(email_key);
      latest.set(email_key, { since, outcomes: all });
      if (latest.size > kept) latest.delete(latest.keys().next().value!);
      if (all.length < fewest || !outcomes.includes(true)) return undefined;
      const refused = all.filter(Boolean).length;
      if ((refused * 100) / all.length < policy_percent) return undefined;
      return sentence('delivery.many_refused', { refused, messages: all.length });
    },
    weigh({ delivered, complaints }) {
      if (delivered < fewest || complaints < fewestComplaints) return undefined;
      if ((complaints * 100) / delivered < complaints_percent) return undefined;
      return sentence('delivery.many_complained', { complaints, delivered });
    },
  };
}
