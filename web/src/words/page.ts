// In which language the page speaks, and how it addresses people. `<html>` says both; a test without a page speaks English.
type Page = { document?: { documentElement: { lang: string; dataset: Record<string, string | undefined> } } };

const root = (globalThis as Page).document?.documentElement;

/** The language of the words and of all numbers, dates and names, as a tag of BCP 47. */
export const language: string = root?.lang || 'en';

/** Whether people are addressed formally, in a language that has both forms: Sie rather than du. */
export const isFormal: boolean = root?.dataset.formal !== undefined;
