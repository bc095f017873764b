import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Newsletter, Operations } from '../../../src/client/schema.ts';
import { type Here, keepNewsletter } from '../accounts/newsletters.ts';
import { errorAt } from '../platform/failure.ts';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';

type Changes = NonNullable<Operations['patch']['/v1/newsletters/{id}']['body']>;

/** Holds settings of a newsletter while somebody changes them: the values shown, the changes, and how to save them. */
export function useDraft(here: Here) {
  const { newsletter, api } = here;
  const [changes, setChanges] = useState<Changes>({});
  const save = useMutation({
    mutationFn: (body: Changes) => api.patch('/v1/newsletters/{id}', { params: { id: newsletter.id }, body }),
    onSuccess: (saved, sent) => {
      keepNewsletter(saved);
      // Text typed meanwhile stays.
      setChanges(now =>
        Object.fromEntries(
          Object.entries(now).filter(([name, value]) => sent[name as keyof Changes] !== value),
        ),
      );
      say(words.parts.saved);
    },
  });
  const shown = { ...newsletter, ...changes } as Newsletter;
  return {
    shown,
    changes,
    isChanged: Object.entries(changes).some(
      ([name, value]) => newsletter[name as keyof Newsletter] !== value,
    ),
    change: (more: Changes) => setChanges(now => ({ ...now, ...more })),
    save: () => save.mutate(changes),
    isSaving: save.isPending,
    error: save.error,
    wrong: (name: keyof Changes) => errorAt(save.error, name),
  };
}
export type Draft = ReturnType<typeof useDraft>;
