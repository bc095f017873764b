// The language of the page, and how it addresses people. `<html>` says both; a test without a page uses English.
type Page = { document?: { documentElement: { lang: string; dataset: Record<string, string | undefined> } } };

const root = (globalThis as Page).document?.documentElement;

/** The language of the words and of all numbers, dates and names, as a BCP 47 tag. */
export const language: string = root?.lang || 'en';

/** True if people are addressed formally, in a language with both forms: Sie rather than du. */
export const isFormal: boolean = root?.dataset.formal !== undefined;
