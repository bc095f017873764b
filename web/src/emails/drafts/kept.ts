import type { Here } from '../../accounts/newsletters.ts';
import { changesOf, type Fields, fieldsOf } from '../fields.ts';

/** A text as it was sent, with the Idempotency-Key that a repeated request has too. */
export type Sent = { fields: Fields; idempotency_key: string };

/** An Idempotency-Key unlike any other. */
export function newIdempotencyKey(): string {
  return Math.random().toString(36).slice(2) + Date.now().toString(36);
}

/** Unsaved text in this browser, the saved version that it began from, and what was sent without an answer. */
export type Kept = { fields: Fields; base: Fields; unanswered?: Sent | undefined };

/** Each page has its own place, so that two tabs do not overwrite what the other keeps. */
const page = Math.random().toString(36).slice(2);

function prefixOf({ newsletter }: Here, id: string): string {
  return `postrider-draft:${newsletter.id}:${id}:`;
}

/** Keeps the unsaved text in this browser. False if it has no room for it. */
export function keep(here: Here, id: string, kept: Kept): boolean {
  try {
    localStorage.setItem(prefixOf(here, id) + page, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Returns what pages of this browser have kept of the email and could not save. */
export function readKept(here: Here, id: string): Kept[] {
  return placesOf(here, id).flatMap(place => {
    const kept = parse(localStorage.getItem(place));
    return kept && Object.keys(changesOf(kept.base, kept.fields)).length > 0 ? [kept] : [];
  });
}

/** Forgets what this page has kept of the email; with `all`, what every page has kept. */
export function forgetKept(here: Here, id: string, all = false): void {
  if (!all) localStorage.removeItem(prefixOf(here, id) + page);
  else for (const place of placesOf(here, id)) localStorage.removeItem(place);
}

function placesOf(here: Here, id: string): string[] {
  return Object.keys(localStorage).filter(place => place.startsWith(prefixOf(here, id)));
}

function parse(text: string | null): Kept | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    if (typeof kept?.fields?.body !== 'string' || typeof kept.base?.body !== 'string') return undefined;
    const nothing = fieldsOf(undefined);
    const { unanswered } = kept;
    return {
      fields: { ...nothing, ...kept.fields },
      base: { ...nothing, ...kept.base },
      ...(typeof unanswered?.idempotency_key === 'string' && { unanswered }),
    };
  } catch {
    return undefined;
  }
}
