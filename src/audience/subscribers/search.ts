import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../platform/database/conditions.ts';

/** The most people that a search lists and counts; a longer text finds further ones. */
export const mostFound = 1000;

/** A shorter text has no trigram, so that no index can find it within a text. */
const shortest = 3;

/**
 * Matches subscribers with this text in the address or in a value of the metadata, ignoring case. One or two letters of the
 * Latin alphabet match only the beginning of the address; in other scripts they may be a name.
 */
export function matching(text: string): RawBuilder<boolean> {
  const wanted = text.trim();
  if (wanted === '') return sql`false`;
  if (wanted.length < shortest && /^[\x20-\x7e]+$/.test(wanted))
    return sql`starts_with(normal_address, ${wanted.toLowerCase()})`;
  // The values are JSON in this index.
  const written = JSON.stringify(wanted.toLowerCase()).slice(1, -1);
  return containing(sql`searched_text(normal_address, metadata)`, written);
}
