import { inboxLink } from '../platform/inbox/door.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { CommandError, type Context } from './command.ts';

/** `postrider inbox`: prints the link that opens the inbox. Throws CommandError if mail goes out through a server. */
export async function printInboxLink(context: Context): Promise<void> {
  const { BASE_URL, SMTP_URL } = context.config();
  if (SMTP_URL)
    throw new CommandError(
      'There is no inbox, because mail goes out through SMTP_URL. Unset SMTP_URL to use the inbox.',
    );
  await context.onDatabase(async db => {
    const { secret } = await openSecrets(db, context.config());
    console.log(inboxLink(BASE_URL, secret));
  });
}
