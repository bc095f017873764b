import { bare } from '../platform/alphabet.ts';
import { untitledNames } from './untitled.ts';

const slugs = untitledNames.map(name => bare(name).replaceAll(' ', '-'));

/**
 * Returns true if the slug was made for an email without a subject, such as "untitled-2". It has its own file, because the list needs only
 * the names.
 */
export function isNameless(slug: string): boolean {
  return slugs.includes(slug.replace(/-\d+$/, ''));
}
