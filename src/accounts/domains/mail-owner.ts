import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { markup } from '../../platform/http/markup.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { prepareMessage } from '../../platform/mail/message.ts';
import type { Transport } from '../../platform/mail/transport.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { Newsletter } from '../newsletter.ts';
import { signerOf } from './keys.ts';

export type OwnerMail = { db: Database; vault: Vault; transport: Transport; clock: Clock; log: Log };

type Owner = { key: number } & Pick<Newsletter, 'id' | 'name' | 'from_name' | 'from_address'>;

/**
 * Mails the newsletter's own address something that its owner should know. A refusal is logged; throws when the mail
 * server is away, so that whoever asks can try again.
 */
export async function mailOwner(
  { db, vault, transport, clock, log }: OwnerMail,
  { key, id, name, from_name, from_address }: Owner,
  { about, subject, paragraphs }: { about: string; subject: string; paragraphs: string[] },
): Promise<void> {
  const print = prepareMessage({
    from: { name: from_name || name, address: from_address },
    to: () => from_address,
    reply_to: '',
    subject: [subject],
    text: [paragraphs.join('\n\n')],
    html: [markup`${paragraphs.map(paragraph => markup`<p>${paragraph}</p>`)}`.html],
    message_id: () => `${about}.${newId()}@${domainOf(from_address)}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [],
  });
  const sign = await signerOf(db, vault, { key, from_address });
  const message = await sign(print({}, clock()), clock());
  const result = await transport.handOver({ from: from_address, to: from_address, owner: id }, message, {
    priority: true,
  });
  if (result.status === 'unreachable' || result.status === 'temporary')
    throw new Error(`the notice waits: ${result.reply}`);
  if (result.status !== 'accepted') log.warn({ about, reply: result.reply }, 'a notice was refused');
}
