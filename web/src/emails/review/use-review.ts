import { useEffect, useState } from 'react';
import { ApiFailure } from '../../platform/failure.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { unfinishedIn } from '../unfinished.ts';
import type { Versioned } from '../version.ts';

/**
 * Returns the version that is being reviewed, and a function that begins the review with what is written here and what others have saved.
 * With `leads`, as from an approval on Home, the review begins by itself.
 */
export function useReview(draft: Draft, leads: boolean) {
  const [reviewed, setReviewed] = useState<Versioned>();
  const review = () => {
    const look = async () => {
      await draft.refresh();
      setReviewed(await draft.save());
    };
    void look().catch(error => say(whyNot(error)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, where the address leads
  useEffect(() => {
    if (leads) review();
  }, []);
  return { reviewed, setReviewed, review };
}

/** Says why a text that could not be saved cannot be reviewed. */
function whyNot(error: unknown): string {
  const unfinished = unfinishedIn(error);
  if (unfinished) return words.write.finish_first(words.write.unfinished_reason(unfinished));
  return error instanceof ApiFailure ? error.detail : words.failures.bug;
}
