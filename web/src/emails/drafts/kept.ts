import type { Here } from '../../accounts/newsletters.ts';
import { changesOf, type Fields, fieldsOf } from '../fields.ts';

/** A text that was sent, with the Idempotency-Key to use if the request is repeated. */
export type Sent = { fields: Fields; idempotency_key: string };

/** Returns a new, unique Idempotency-Key. */
export function newIdempotencyKey(): string {
  return Math.random().toString(36).slice(2) + Date.now().toString(36);
}

/** Unsaved text in this browser, the saved version that it started from, and a text that was sent without an answer. */
export type Kept = { fields: Fields; base: Fields; unanswered?: Sent | undefined };

/** Each page stores under its own key, so that two tabs do not overwrite each other's text. */
const page = Math.random().toString(36).slice(2);

function prefixOf({ newsletter }: Here, id: string): string {
  return `postrider-draft:${newsletter.id}:${id}:`;
}

/** Keeps the unsaved text in this browser. Returns false if the browser has no room for it. */
export function keep(here: Here, id: string, kept: Kept): boolean {
  try {
    localStorage.setItem(prefixOf(here, id) + page, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Returns the texts of the email that pages of this browser have kept and could not save. */
export function readKept(here: Here, id: string): Kept[] {
  return placesOf(here, id).flatMap(place => {
    const kept = parse(localStorage.getItem(place));
    return kept && Object.keys(changesOf(kept.base, kept.fields)).length > 0 ? [kept] : [];
  });
}

/** Forgets the text of the email that this page has kept; with `all`, the texts of every page. */
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
