import { sql } from 'kysely';
import { z } from 'zod';
import type { Check } from '../delivery/ledger/check-queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { timestamp } from '../platform/http/fields.ts';

const counts = z.record(z.string(), z.int());

export const ledgerCheckSchema = z
  .object({
    status: z.enum(['none', 'in_progress', 'good', 'wrong']).describe('`none`: no check was requested yet'),
    creation_date: timestamp.nullable(),
    completion_date: timestamp.nullable(),
    email_count: z.int().describe('Emails to check: those whose deliveries are kept'),
    checked_count: z.int(),
    wrong_count: z.int().describe('Emails whose stored counts differ from their deliveries'),
    wrong: z
      .array(
        z.object({
          email: z.object({ id: z.string(), subject: z.string() }),
          newsletter: z.object({ id: z.string(), username: z.string(), name: z.string() }),
          stored: counts.describe('The counts that differ, as they are stored'),
          counted: counts.describe('The same counts, from the deliveries'),
        }),
      )
      .describe('The first hundred of them, the newest first'),
  })
  .meta({ id: 'LedgerCheck' });

type LedgerCheck = z.output<typeof ledgerCheckSchema>;

const none: LedgerCheck = {
  status: 'none',
  creation_date: null,
  completion_date: null,
  email_count: 0,
  checked_count: 0,
  wrong_count: 0,
  wrong: [],
};

/** Returns the check with the names of the emails that it found wrong, except those deleted since. */
export async function showCheck(db: Database, check: Check | undefined): Promise<LedgerCheck> {
  if (!check) return none;
  const { creation_date, completion_date, email_count, checked_count, wrong_count } = check;
  const named = await nameEmails(
    db,
    check.wrong.map(({ email_id }) => email_id),
  );
  return {
    status: completion_date === null ? 'in_progress' : wrong_count > 0 ? 'wrong' : 'good',
    creation_date,
    completion_date,
    email_count,
    checked_count,
    wrong_count,
    wrong: check.wrong.flatMap(({ email_id, stored, counted }) => {
      const names = named.get(email_id);
      return names ? { ...names, stored, counted } : [];
    }),
  };
}

type Names = Pick<LedgerCheck['wrong'][number], 'email' | 'newsletter'>;

async function nameEmails(db: Database, ids: string[]): Promise<Map<string, Names>> {
  const { rows } = await sql<Names>`
    select jsonb_build_object('id', emails.id, 'subject', subject) as email,
      jsonb_build_object('id', newsletters.id, 'username', username, 'name', name) as newsletter
    from emails join newsletters on newsletters.key = newsletter_key
    where emails.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(names => [names.email.id, names]));
}
