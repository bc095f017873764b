import type { Addressed } from '../../emails/audience.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';

/** Answers a question about the people of an email's audience and these keys of their metadata. */
type Look<Answer> = (db: Database, email: Addressed, keys: string[]) => Promise<Answer>;

/** An answer is used for 3 seconds, or for 30 times as long as it took: a preview is requested at every pause in typing. */
const [leastKept, timesKept] = [3000, 30];

/** Like `look`, but keeps its answers for a moment, and returns undefined if `look` takes too long. */
export function openAudienceLook<Answer>(look: Look<Answer>): Look<Answer | undefined> {
  const kept = new Map<string, { answer: Promise<Answer | undefined>; until: number }>();
  return (db, email, keys) => {
    const { newsletter_key, email_type, should_send_teaser, included_tags, excluded_tags, filters } = email;
    const { key, status, ignores_cap } = email;
    const audience = {
      newsletter_key,
      email_type,
      should_send_teaser,
      included_tags,
      excluded_tags,
      filters,
      cap: [key, status, ignores_cap],
    };
    const name = JSON.stringify([audience, keys]);
    const begun = performance.now();
    for (const [old, { until }] of kept) if (until < begun) kept.delete(old);
    const known = kept.get(name);
    if (known) return known.answer;
    const answer = look(db, email, keys).catch(unlessTooSlow);
    const entry = { answer, until: Number.POSITIVE_INFINITY };
    kept.set(name, entry);
    const end = () => {
      const now = performance.now();
      entry.until = now + Math.max(leastKept, timesKept * (now - begun));
    };
    answer.then(end, () => kept.delete(name));
    return answer;
  };
}

function unlessTooSlow(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'filter_too_slow') return undefined;
  throw error;
}
