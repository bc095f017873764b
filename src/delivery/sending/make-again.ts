import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Subscriber } from '../../audience/subscribers/subscriber.ts';
import { listVersions, type SubscriberVersion } from '../../audience/subscribers/versions.ts';
import { listFormerNames, listTagIds } from '../../audience/tags/queries.ts';
import type { Email } from '../../emails/email.ts';
import { findAttachmentsOf, loadAttachments } from '../../emails/files/upload.ts';
import { completeSource, mailedSource } from '../../emails/templates.ts';
import { restoreMessage } from '../../engines/rendering/keep.ts';
import type { Database } from '../../platform/database/connect.ts';
import { hour_ms } from '../../platform/durations.ts';
import { domainError } from '../../platform/errors.ts';
import type { Letter } from '../../platform/mail/message.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { type CopyReader, openCopies } from './copies.ts';
import { openCopyHash } from './copy-hash.ts';
import { makePlate, type PlateContext, valuesReadBy } from './make-plate.ts';
import { listPlates, type Plate } from './plate.ts';
import { findHandedOver, type HandedOver } from './queries.ts';

export type CopyContext = PlateContext & { store: FileStore; secret: Secret };

/** A copy that was handed over, made again. */
export type CopyAgain = Pick<HandedOver, 'status' | 'status_date' | 'copy_hash'> & {
  /** The address in the copy. */
  email_address: string;
  /** Whether its hash proves that these bytes, except for date and signatures, were handed over. */
  proved: boolean;
  explanation: string;
  message: string;
};

type Candidate = { letter: Letter; email_address: string };

/** The maximum number of copies printed to find the one whose hash is on record. */
const most = 1000;
/** How far the clocks of the machines may differ. */
const skew = hour_ms;

/**
 * Makes the subscriber's copy again: from the plate, values and tag names whose copy has the hash on record, or from the most likely ones
 * if no copy has this hash. Throws `not_found` if nothing was handed over to this subscriber.
 */
export async function makeCopyAgain(
  context: CopyContext,
  newsletter: Newsletter,
  email: Email,
  subscriber: Subscriber,
): Promise<CopyAgain> {
  const { db } = context;
  const delivery = await findHandedOver(db, email.key, subscriber.key);
  if (!delivery || (delivery.attempts === 0 && delivery.copy_hash === null))
    throw domainError('not_found', 'delivery.no_copy', { id: email.id });
  const { status, status_date, copy_hash } = delivery;
  const kept = await listPlates(db, email.key);
  const plates = kept.length > 0 ? kept : [await plateOfNow(context, newsletter, email)];
  const hash = openCopyHash();
  let first: Candidate | undefined;
  let count = 0;
  for await (const copy of printCandidates(context, newsletter, email, subscriber, plates, delivery)) {
    first ??= copy;
    if (copy_hash === null || ++count > most) break;
    if (hash(copy.letter) === copy_hash) return answer(copy, true, explain.proved);
  }
  const lost = await missingAttachments(db, newsletter, plates);
  const why =
    kept.length === 0 ? explain.before : copy_hash === null ? explain.unknown : explain.differs(lost);
  return answer(first!, false, why);

  function answer({ letter, email_address }: Candidate, proved: boolean, explanation: string): CopyAgain {
    const message = letter.pieces.join('');
    return { status, status_date, copy_hash, email_address, proved, explanation, message };
  }
}

const explain = {
  proved: sentence('delivery.proved'),
  before: sentence('delivery.parts_not_kept'),
  unknown: sentence('delivery.no_hash'),
  differs: (lost: string[]) =>
    lost.length > 0
      ? sentence('delivery.attachments_gone', { names: lost.join(', ') })
      : sentence('delivery.something_gone'),
};

/** Prints every copy that may have been handed over, most likely first. */
async function* printCandidates(
  { db, store, secret }: CopyContext,
  newsletter: Newsletter,
  email: Email,
  { key: subscriber_key, id }: Subscriber,
  plates: Plate[],
  { status_date }: HandedOver,
): AsyncGenerator<Candidate> {
  const since = new Date(Date.parse(email.publish_date ?? email.creation_date) - skew).toISOString();
  const date = new Date(status_date ?? Date.now());
  const versions = byLikelihood(await listVersions(db, subscriber_key, since), date);
  for (const plate of plates) {
    const readsTags = valuesReadBy(plate).includes('tags');
    const directories = await listDirectories(db, newsletter.key, readsTags ? since : undefined);
    const present = await findAttachmentsOf(db, newsletter.key, idsOf(plate));
    const attachments = await loadAttachments(
      store,
      plate.attachments.filter(file => present.some(({ id }) => id === file.id)),
    );
    const messages = {
      full: restoreMessage(plate.full),
      teaser: plate.teaser && restoreMessage(plate.teaser),
    };
    for (const value of secret) {
      const print = openCopies({ email_key: email.key, plate, ...messages, attachments, secret: [value] });
      for (const names of directories)
        for (const { email_address, type, tags, metadata } of versions) {
          const tag_names = tags.flatMap(key => names.get(key) ?? []);
          const reader: CopyReader = { subscriber_key, id, email_address, type, tag_names, metadata };
          yield { letter: print(reader, date), email_address };
        }
    }
  }
}

/** Sorts the subscriber's values: first those at that time, then those before and after it. */
function byLikelihood(versions: SubscriberVersion[], date: Date): SubscriberVersion[] {
  const at = versions.findIndex(({ until_date }) => until_date === null || new Date(until_date) >= date);
  return versions
    .map((version, place) => ({ version, distance: Math.abs(place - at) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ version }) => version);
}

/** Lists the current names of the newsletter's tags; with `since`, also the names from before each renaming or deletion since then. */
async function listDirectories(
  db: Database,
  newsletter_key: number,
  since: string | undefined,
): Promise<Map<number, string>[]> {
  const now = new Map((await listTagIds(db, { newsletter_key })).map(({ key, name }) => [key, name]));
  const directories = [now];
  const former = since === undefined ? [] : await listFormerNames(db, newsletter_key, since);
  for (const { key, name } of former.toReversed())
    directories.push(new Map([...directories.at(-1)!, [key, name]]));
  return directories;
}

/** Makes the plate that would be used if the email were sent now, without tracking. */
export async function plateOfNow(
  context: PlateContext,
  newsletter: Newsletter,
  email: Email,
): Promise<Plate> {
  const source =
    email.mailed === null
      ? await completeSource(context.db, newsletter.key, email)
      : mailedSource.parse(email.mailed);
  return (await makePlate(context, email, newsletter, source, async () => null)).plate;
}

async function missingAttachments(db: Database, newsletter: Newsletter, plates: Plate[]): Promise<string[]> {
  const present = await findAttachmentsOf(db, newsletter.key, plates.flatMap(idsOf));
  const lost = plates
    .flatMap(plate => plate.attachments)
    .filter(file => !present.some(({ id }) => id === file.id));
  return [...new Set(lost.map(({ name }) => name))];
}

function idsOf({ attachments }: Plate): string[] {
  return attachments.map(({ id }) => id);
}
