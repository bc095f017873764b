import { bare } from '../platform/alphabet.ts';
import { untitledNames } from './untitled.ts';

const slugs = untitledNames.map(name => bare(name).replaceAll(' ', '-'));

/** Whether the slug was made for an email without a subject: "untitled", "untitled-2". Apart, because a list needs only the names. */
export function isNameless(slug: string): boolean {
  return slugs.includes(slug.replace(/-\d+$/, ''));
}
