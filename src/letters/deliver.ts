import { sql } from 'kysely';
import { type MailContext, mailOne, type PrintedLetter } from '../domains/mail-one.ts';
import { prepare } from '../platform/database/prepared.ts';
import { hour_ms, minute_ms } from '../platform/durations.ts';
import type { Claim } from '../platform/work/claim.ts';
import type { Outcome, Work } from '../platform/work/work.ts';
import type { Letter, LetterKind, Printer } from './letter.ts';

type OutboxContext = MailContext & {
  /** How many hours a letter is tried again while its mailbox cannot take it. */
  retry_hours: number;
  printers: Record<LetterKind, Printer>;
  /** Asks for a turn in the rates of the newsletter's relays. */
  turn: (newsletter: PrintedLetter['newsletter']) => Promise<Turn>;
};

/** When a letter may go out, in milliseconds from now, and the relay whose rate allows it. */
export type Turn = { wait_ms: number; relay_key?: number };

const shortestWait_ms = minute_ms;
const longestWait_ms = 6 * hour_ms;

/**
 * Returns the work of the outbox. Each letter is printed, handed over, and deleted. Before any part of a letter leaves, it is noted as in
 * hand, so that no crash can send it twice: a letter that was in hand during a crash may have arrived, so it is not sent again. If the
 * mailbox cannot take a letter now, it is tried again later.
 */
export function outbox(context: OutboxContext): Work {
  const first = sql`is_one_of_many, work_date`;
  return { table: 'letters', leaves: true, first, at_once: 4, handle: claim => deliver(context, claim) };
}

async function deliver(context: OutboxContext, claim: Claim): Promise<Outcome> {
  const { db, log, printers, turn } = context;
  const [letter] = await findLetter(db, claim);
  if (!letter) return 'gone';
  const about = { letter: letter.kind, subject: letter.subject };
  if (letter.is_in_hand)
    log.warn(
      about,
      'a letter was being handed over when its worker ended; it may have arrived and is not sent again',
    );
  const printed = letter.is_in_hand ? undefined : await printers[letter.kind](letter);
  if (printed) {
    const { wait_ms: early_ms, relay_key } = await turn(printed.newsletter);
    if (early_ms > 0) return early_ms;
    if ((await takeInHand(db, claim)).length === 0) return 'gone'; // requested again meanwhile
    const result = await mailOne(context, printed, relay_key).catch(async error => {
      await putBack(db, claim); // mailOne throws only if nothing has left
      throw error;
    });
    const wait_ms = waitAfter(letter, context);
    if (result.status === 'temporary' && wait_ms !== null) {
      await putBack(db, claim);
      return wait_ms;
    }
    await printed.settled?.(result);
  }
  await deleteLetter(db, claim);
  return 'gone';
}

/**
 * Returns how long to wait before the next try: as long as the letter has been waiting, within limits; null once it has waited too long.
 */
function waitAfter({ creation_date }: Letter, { clock, retry_hours }: OutboxContext): number | null {
  const age = clock().getTime() - Date.parse(creation_date);
  return age > retry_hours * hour_ms ? null : Math.min(longestWait_ms, Math.max(shortestWait_ms, age));
}

type Claimed = Pick<Claim, 'id' | 'work_lease'>;

const findLetter = prepare<Claimed, Letter & { is_in_hand: boolean }>(
  'find letter',
  ['id', 'work_lease'],
  ({ id, work_lease }) => sql`
    select id, kind, subject, details, creation_date, is_in_hand from letters
    where id = ${id}::uuid and work_lease = ${work_lease}::uuid`,
);

const takeInHand = prepare<Claimed, { id: string }>(
  'take letter in hand',
  ['id', 'work_lease'],
  ({ id, work_lease }) => sql`
    update letters set is_in_hand = true where id = ${id}::uuid and work_lease = ${work_lease}::uuid returning id`,
);

const putBack = prepare<Claimed, object>(
  'put letter back',
  ['id', 'work_lease'],
  ({ id, work_lease }) => sql`
    update letters set is_in_hand = false where id = ${id}::uuid and work_lease = ${work_lease}::uuid`,
);

const deleteLetter = prepare<Claimed, object>(
  'delete letter',
  ['id', 'work_lease'],
  ({ id, work_lease }) =>
    sql`delete from letters where id = ${id}::uuid and work_lease = ${work_lease}::uuid`,
);
