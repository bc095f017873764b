/**
 * What the dashboard calls an email without a subject, in each of its languages: an email needs a subject to be saved, and the people of
 * a team may use different languages.
 */
export const untitledNames = ['Untitled', 'Ohne Betreff', 'Sans titre', 'Sin título'];

/** Whether the email was saved without a subject. */
export function isUntitled(subject: string): boolean {
  return untitledNames.includes(subject);
}
