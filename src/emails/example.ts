import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { createEmail, type EmailContext } from './create.ts';
import { emailCreate } from './input.ts';

const subject = 'Your first issue';
const body = `Hello{% if subscriber.metadata.first_name %} {{ subscriber.metadata.first_name }}{% endif %},

this is an example. Change it, send it to yourself, or delete it. Nobody gets it until you send it.

## Write as you like

Use *Markdown*: **bold**, [links](https://example.org), lists, images, tables. Words in braces are filled in for each
reader, like the greeting above.

- One thing that happened this week
- One thing to read
- One question for your readers

> A quote says more on its own.

## Before you send

Look at the preview, then send a test to yourself. The review shows how many people will get the issue, and what to check.

Until you set up a mail server, everything you send stays in the built-in inbox, so you can try everything out.
`;

/** Creates a draft that shows what an issue can be, if the newsletter has no email at all. Returns its id. */
export async function makeExample(
  db: Database,
  context: EmailContext,
  newsletter: Newsletter,
  by: string,
): Promise<string | null> {
  const present = await db
    .selectFrom('emails')
    .select('id')
    .where('newsletter_key', '=', newsletter.key)
    .limit(1)
    .executeTakeFirst();
  if (present) return null;
  const draft = emailCreate.parse({ subject, body, status: 'draft' });
  const { id } = await createEmail(db, context, newsletter, draft, { by });
  return id;
}

/** Whether a row of `emails` is the example, as it was made. */
export const isExample = sql<boolean>`(
  subject = ${sql.lit(subject)} and body = ${sql.lit(body)} and status = 'draft' and modification_date = creation_date)`;

/** Deletes the newsletter's example, if nobody has changed it. Returns the ids of what it deleted. */
export async function removeExamples(trx: Database, newsletter_key: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('emails')
    .where('newsletter_key', '=', newsletter_key)
    .where(isExample)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
