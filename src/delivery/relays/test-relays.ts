import type { Newsletter } from '../../accounts/newsletter.ts';
import { signerOf } from '../../domains/keys.ts';
import { printNotice } from '../../domains/mail-owner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { RelayInUse } from '../../platform/mail/smtp/relays.ts';
import { type Trial, tryRelays } from '../../platform/mail/smtp/trial.ts';
import type { Vault } from '../../platform/secrets/vault.ts';

export type RelayContext = { vault: Vault; clock: Clock; smtp_url: string | undefined; base_url: string };

/** The most time for all steps of one relay together. */
const withinMilliseconds = 20_000;

/**
 * Tries these relays. If there is an address, each relay hands over a mail to it, signed and from the newsletter like its issues. Without
 * relays, mail stays in the built-in inbox and nothing is tried.
 */
export async function testRelays(
  db: Database,
  { vault, clock }: RelayContext,
  relays: readonly RelayInUse[],
  newsletter: Newsletter,
  to: string | null,
): Promise<Trial[]> {
  if (to === null || relays.length === 0) return tryRelays(relays, withinMilliseconds);
  const now = clock();
  const source = printNotice(
    newsletter,
    {
      about: 'relay-test',
      to,
      subject: `A test of the mail server for ${newsletter.name}`,
      paragraphs: [
        'This mail was sent to you alone, because you tested the mail server. If you can read it, the mail server accepts mail and delivers it.',
        'Look at its source for DKIM, SPF and DMARC: each should say "pass".',
      ],
    },
    now,
  );
  const sign = await signerOf(db, vault, newsletter);
  const message = await sign(source, now);
  return tryRelays(relays, withinMilliseconds, {
    envelope: { from: newsletter.from_address, to },
    message,
  });
}
