import { bare } from '../platform/alphabet.ts';

/**
 * What the dashboard calls an email without a subject, in each of its languages: an email needs a subject to be saved, and the people of
 * a team may use different languages.
 */
const names = ['Untitled', 'Ohne Betreff', 'Sans titre', 'Sin título'];
const slugs = names.map(name => bare(name).replaceAll(' ', '-'));

/** Whether the email was saved without a subject. */
export function isUntitled(subject: string): boolean {
  return names.includes(subject);
}

/** Whether the slug was made for an email without a subject: "untitled", "untitled-2". */
export function isNameless(slug: string): boolean {
  return slugs.includes(slug.replace(/-\d+$/, ''));
}
