import { clearStall, noteStall } from '../../emails/in-flight.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** The unanswered messages of each email in this process. */
export type Stalls = {
  /** Notes that a message of the email waits for its answer, with this explanation. */
  begin(email_key: number, words: string): void;
  /** Notes that a waiting message has its outcome. */
  end(email_key: number): void;
  /** Whether messages of the email are waiting. */
  has(email_key: number): boolean;
  /** Notes that the relay has answered about a recipient at this domain. */
  answered(relay_key: number | null, domain: string): void;
  /**
   * Whether the relay, since that time (of `performance.now`), has answered about recipients at other domains but not about any at this
   * domain. If it has not answered about others either, the relay itself hangs.
   */
  hangs(relay_key: number | null, domain: string, since: number): boolean;
};

/** How often the reason is stored again, in case another process without waiting messages has cleared it. */
const interval = 10_000;
/** How many answers are remembered: the last one of each relay about each domain. */
const kept = 10_000;

/** Shows on an email why it waits, for as long as messages of it are unanswered. */
export function openStalls(db: Database, log: Log): Stalls {
  const waiting = new Map<number, { count: number; words: string }>();
  const answers = new Map<string, { relay_key: number | null; date: number }>(); // the latest at the end
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(email_key, words) {
      const count = (waiting.get(email_key)?.count ?? 0) + 1;
      waiting.set(email_key, { count, words });
      tell(email_key);
      timer ??= setInterval(() => {
        for (const key of waiting.keys()) tell(key);
      }, interval).unref();
    },
    end(email_key) {
      const { count, words } = waiting.get(email_key)!;
      if (count === 1) waiting.delete(email_key);
      else waiting.set(email_key, { count: count - 1, words });
      tell(email_key);
      if (waiting.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    has: email_key => waiting.has(email_key),
    answered(relay_key, domain) {
      const name = nameOf(relay_key, domain);
      answers.delete(name);
      answers.set(name, { relay_key, date: performance.now() });
      if (answers.size > kept) answers.delete(answers.keys().next().value!);
    },
    hangs: (relay_key, domain, since) =>
      (answers.get(nameOf(relay_key, domain))?.date ?? since) <= since &&
      [...answers.values()].some(answer => answer.relay_key === relay_key && answer.date > since),
  };

  function tell(email_key: number) {
    const stall = waiting.get(email_key);
    const told = stall
      ? noteStall(db, email_key, sentence('waits.stalled', { words: stall.words, count: stall.count }))
      : clearStall(db, email_key);
    told.catch(error => log.warn({ err: error }, 'the reason why an email waits could not be stored'));
  }
}

function nameOf(relay_key: number | null, domain: string): string {
  return `${relay_key} ${domain}`;
}
