import { printOwnersLink, printSignInLink } from '../accounts/people/links.ts';
import { recordAudit } from '../journal/audit/record.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { CommandError, type Context } from './command.ts';

/**
 * `postrider sign-in`: prints a link that signs in the person with the address, or the owner. Throws CommandError for an
 * unknown address.
 */
export async function printLink(context: Context, email_address: string | undefined): Promise<void> {
  const { BASE_URL } = context.config();
  await context.onDatabase(async db => {
    const { secret } = await openSecrets(db, context.config());
    const link = { base_url: BASE_URL, secret, now: new Date() };
    const url =
      email_address === undefined
        ? await printOwnersLink(db, link)
        : await printSignInLink(db, link, email_address);
    if (url === undefined)
      throw new CommandError(
        `No account has the address ${email_address}. Invite this person in the dashboard, or omit the address to sign in as the owner.`,
      );
    await recordAudit(
      db,
      { type: 'command_line' },
      { newsletter_id: null, action: 'sign_in_link.printed', object_id: null },
    );
    console.log(`${url}\n\nIt works once, within 24 hours. Anybody who has the link can use it.`);
  });
}
