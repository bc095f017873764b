/**
 * The names of an email without a subject, in each language of the dashboard. An email needs a subject to be saved, and the people of a
 * team may use different languages.
 */
export const untitledNames = ['Untitled', 'Ohne Betreff', 'Sans titre', 'Sin título'];

/** Returns true if the email was saved without a subject. */
export function isUntitled(subject: string): boolean {
  return untitledNames.includes(subject);
}
