import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Here, keepNewsletter } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { type Changes, changesOf, type EditedField, type Look, lookOf } from './look-fields.ts';
import { firstStep, redo, type Steps, takeStep, undo } from './steps.ts';

/**
 * Holds the look while somebody edits it, with undo. Unpublished changes stay in this browser even when the page is closed, and readers see
 * nothing of them.
 */
export function useLookDraft({ newsletter, api }: Here) {
  const base = lookOf(newsletter);
  const [steps, setSteps] = useState<Steps<Look>>(() => {
    const kept = readKept(newsletter.id);
    return kept ? firstStep({ ...base, ...kept }, [base]) : firstStep(base);
  });
  const go = (next: Steps<Look>, published = base) => {
    keep(newsletter.id, changesOf(published, next.now));
    setSteps(next);
  };
  const { now } = steps;
  const changes = changesOf(base, now);
  const publish = useMutation({
    mutationFn: (body: Changes) => api.patch('/v1/newsletters/{id}', { params: { id: newsletter.id }, body }),
    onSuccess: saved => {
      keepNewsletter(saved);
      const published = lookOf(saved);
      // Changes made meanwhile stay, and so does the undo history.
      setSteps(steps => {
        keep(newsletter.id, changesOf(published, steps.now));
        return steps;
      });
      say(words.look.published);
    },
  });
  return {
    look: now,
    base,
    changes,
    isChanged: Object.keys(changes).length > 0,
    change: (more: Partial<Look>, what = Object.keys(more).join()) =>
      go(takeStep(steps, { ...now, ...more }, { what, at: Date.now() })),
    undo: steps.past.length > 0 ? () => go(undo(steps)) : undefined,
    redo: steps.future.length > 0 ? () => go(redo(steps)) : undefined,
    discard: () => {
      go(takeStep(steps, base, { what: 'discard', at: Date.now() }));
      say(words.look.discarded);
    },
    publish: () => publish.mutate(changes),
    isPublishing: publish.isPending,
    error: publish.error,
    wrong: (name: EditedField) => errorAt(publish.error, name),
  };
}
export type LookDraft = ReturnType<typeof useLookDraft>;

const placeOf = (id: string) => `postrider-look:${id}`;

function keep(id: string, changes: Changes): void {
  try {
    if (Object.keys(changes).length === 0) localStorage.removeItem(placeOf(id));
    else localStorage.setItem(placeOf(id), JSON.stringify(changes));
  } catch {
    // If the browser has no room, the changes last as long as the page.
  }
}

function readKept(id: string): Partial<Look> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(id)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : undefined;
  } catch {
    return undefined;
  }
}
