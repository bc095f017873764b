import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { createEmail, type EmailContext } from './create.ts';
import { emailCreate } from './input.ts';

const subject = 'Your first issue';
const body = `Hello{% if subscriber.metadata.first_name %} {{ subscriber.metadata.first_name }}{% endif %},

this is an example. Change it, send it to yourself, or delete it: nobody gets it before you say so.

## Write as you like

You write in *Markdown*: **bold**, [links](https://example.org), lists, images, tables. Words in braces are filled in for
each reader, as the greeting above is.

- One thing that happened this week
- One thing to read
- One question to your readers

> A quote says more when it stands alone.

## Before you send

Look at the preview, then send a test to yourself. The review says how many people get the issue, and what could go wrong.

Until you name a mail server, everything you send stays in the built-in inbox, so that you can try all of it.
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
