import type { Newsletter } from '../accounts/newsletter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { HandOver, Transport } from '../platform/mail/smtp/transport.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { signerOf } from './keys.ts';

export type MailContext = {
  db: Database;
  vault: Vault;
  transport: Pick<Transport, 'handOver'>;
  clock: Clock;
  log: Log;
};

export type Mail = {
  to: string;
  source: readonly string[];
  /** The kind of mail and whom it concerns, for the log. */
  about: { mail: string } & Record<string, string>;
  /** Whether only the installation's owner sees the mail in the built-in inbox. */
  is_private?: boolean;
};

/** A mail, and the newsletter in whose name it goes out. */
export type PrintedLetter = {
  newsletter: { key: number } & Pick<Newsletter, 'id' | 'from_address'>;
  mail: Mail;
  /** Is called with the outcome, unless the mail waits for another try. */
  settled?: (result: HandOver) => Promise<void>;
};

/**
 * Signs one mail for the newsletter and hands it over ahead of all issues, to the given relay if possible. Logs a refusal, except
 * `temporary` (the mailbox cannot take the mail now), which the caller handles. Throws if no mail server is available; try again then.
 */
export async function mailOne(
  { db, vault, transport, clock, log }: MailContext,
  { newsletter, mail: { to, source, about, is_private = false } }: Pick<PrintedLetter, 'newsletter' | 'mail'>,
  relay_key?: number,
): Promise<HandOver> {
  const sign = await signerOf(db, vault, newsletter);
  const result = await transport.handOver(
    { from: newsletter.from_address, to, ...(!is_private && { owner: newsletter.id }) },
    await sign(source, clock()),
    { sender: newsletter, priority: true, relay_key },
  );
  const { status, reply } = result;
  if (status === 'unreachable') throw new Error(`the ${about.mail} mail has not been sent yet: ${reply}`);
  if (status === 'accepted' || status === 'temporary') return result;
  // The text of the reply often repeats the address, which must not be logged.
  const code = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0];
  log.warn({ ...about, status, code }, `a ${about.mail} mail could not be delivered`);
  return result;
}
