import { type RawBuilder, sql } from 'kysely';

/**
 * A statement, or part of one: stores the evidence of consent that an import brings. `rows` selects (subscriber_key, date,
 * ip_address, page_url, form_text).
 */
export function insertImportedConsents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into consents (subscriber_key, date, ip_address, page_url, form_text) ${rows}`;
}

/** The reverse: `rows` selects (subscriber_key, date) of evidence that an import brought. */
export function deleteImportedConsents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`delete from consents where (subscriber_key, date) in (${rows})`;
}
