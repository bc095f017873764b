import { useMemo } from 'react';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import type { LineFinding } from '../editor/findings.ts';

/** As a paywall means it: those who do not pay get what is above it. */
export const paid = { email_type: 'premium', should_send_teaser: true } as const;

/** The findings, with what corrects them in the draft. The list is another one only if something else is found. */
export function useRemedies(
  findings: readonly LineFinding[],
  draft: Draft | undefined,
): readonly LineFinding[] {
  return useMemo(
    () =>
      findings.map(one => {
        if (!one.is_open_paywall || !draft) return one;
        return { ...one, remedy: { name: words.review.hide_rest, run: () => draft.change(paid) } };
      }),
    [findings, draft],
  );
}
