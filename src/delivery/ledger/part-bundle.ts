import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, recordsOf, stamp, stampOrNull, uuid, whole } from '../../platform/bundle/part.ts';

/**
 * The parts into which the audiences of emails were divided. The rest of an undecided test also waits for the decision in its new
 * installation.
 */
export const audiencePartsPart = definePart({
  name: 'audience_parts',
  may_be_missing: true,
  line: z.strictObject({
    email_id: uuid,
    part: whole.min(1),
    due_date: stampOrNull,
    zones: z.array(z.string()),
    variant: whole.nullable(),
    rest_variant: whole.nullable(),
    is_counted: z.boolean(),
  }),
  rows: ({ newsletter }) => sql`
    select emails.id as email_id, part, due_date, zones, variant, rest_variant, is_counted
    from audience_parts join emails on emails.key = email_key
    where newsletter_key = ${newsletter.key} order by emails.key, part`,
  insert: ({ newsletter }, lines) => sql`
    insert into audience_parts (email_key, part, due_date, zones, variant, rest_variant, is_counted)
    select emails.key, part, due_date, zones, variant, rest_variant, is_counted
    from ${recordsOf(
      lines,
      'email_id uuid, part smallint, due_date timestamptz, zones text[], variant smallint, rest_variant smallint, is_counted boolean',
    )}
    join emails on emails.id = email_id and newsletter_key = ${newsletter.key}`,
});

/** The tests that have begun. People who decided a test by hand are left out, because the new installation does not know them. */
export const testsPart = definePart({
  name: 'ab_tests',
  may_be_missing: true,
  line: z.strictObject({
    email_id: uuid,
    decide_date: stamp,
    decision: z.enum(['winner', 'undecided', 'by_hand']).nullable(),
    decision_date: stampOrNull,
    winner: whole.nullable(),
    figures: z.array(z.strictObject({ people: whole.min(0), acted: whole.min(0) })).nullable(),
  }),
  rows: ({ newsletter }) => sql`
    select emails.id as email_id, decide_date, decision, decision_date, winner, figures
    from ab_tests join emails on emails.key = email_key
    where newsletter_key = ${newsletter.key} order by emails.key`,
  insert: ({ newsletter }, lines) => sql`
    insert into ab_tests (id, email_key, decide_date, decision, decision_date, winner, figures, work_date)
    select emails.id, emails.key, decide_date, decision, decision_date, winner, figures,
      case when decision is null then decide_date end
    from ${recordsOf(
      lines,
      'email_id uuid, decide_date timestamptz, decision text, decision_date timestamptz, winner smallint, figures jsonb',
    )}
    join emails on emails.id = email_id and newsletter_key = ${newsletter.key}`,
});
