import { outbox } from '../letters/deliver.ts';
import type { Letter, LetterKind, Printer } from '../letters/letter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { piecesOf } from '../platform/mail/smtp/hand-over.ts';
import type { Envelope, HandOver, Message, Transport } from '../platform/mail/smtp/transport.ts';
import { openClaims } from '../platform/work/claim.ts';
import type { TestService } from './postrider.ts';

type Setting = { printers: Partial<Record<LetterKind, Printer>>; clock: Clock; log: Log };

/** Opens an outbox whose relay gives `answer`. The test does its work by hand. `mails` has everything that the relay received. */
export function openOutbox(
  { db, vault }: Pick<TestService, 'db' | 'vault'>,
  { printers, clock, log }: Setting,
  answer: () => HandOver,
) {
  const mails: { from: string; to: string; source: string }[] = [];
  const transport: Pick<Transport, 'handOver'> = {
    async handOver({ from, to }: Envelope, message: Message) {
      mails.push({ from, to, source: piecesOf(message).map(String).join('') });
      return answer();
    },
  };
  const work = outbox({
    db,
    vault,
    transport,
    clock,
    log,
    retry_hours: 72,
    turn: async () => ({ wait_ms: 0 }),
    printers: printers as Record<LetterKind, Printer>,
  });
  const claims = openClaims(work);
  return {
    mails,
    /** Delivers every letter that is due, once. An error of a letter is thrown after the letter has been given back. */
    async deliver(): Promise<void> {
      const errors: unknown[] = [];
      for (const claim of await claims.take(db, { lease: newId(), most: 1000, lease_ms: 10_000 })) {
        const outcome = await work.handle(claim).catch(error => {
          errors.push(error);
          return 1000;
        });
        if (typeof outcome === 'number') await claims.settle(db, claim, { wait_ms: outcome });
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Returns the waiting letters about `subject`, with the times at which they are due. */
export async function lettersAbout(
  db: Database,
  subject: string,
): Promise<(Pick<Letter, 'kind'> & { work_date: string | null })[]> {
  return db
    .selectFrom('letters')
    .select(['kind', 'work_date'])
    .where('subject', '=', subject)
    .$narrowType<{ kind: LetterKind }>()
    .execute();
}
