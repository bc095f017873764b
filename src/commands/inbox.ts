import { inboxLink } from '../platform/inbox/door.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { CommandError, type Context } from './command.ts';

/** `postrider inbox`: prints the link that opens the inbox. Throws CommandError where mail goes out through a server. */
export async function printInboxLink(context: Context): Promise<void> {
  const { BASE_URL, SMTP_URL } = context.config();
  if (SMTP_URL)
    throw new CommandError('There is no inbox: mail goes out through SMTP_URL. Unset that to have one.');
  await context.onDatabase(async db => {
    const { secret } = await openSecrets(db, context.config());
    console.log(inboxLink(BASE_URL, secret));
  });
}
