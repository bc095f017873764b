import { z } from 'zod';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import { openTagDirectory, type TagDirectory } from '../../audience/tags/resolve.ts';
import { lastDropped } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { found } from '../../platform/errors.ts';
import { cursorOf } from '../../platform/http/cursor.ts';
import {
  type TimelineEntry,
  type TimelinePlace,
  timelineEntry,
  type timelineFilters,
  timelineKinds,
} from './timeline-entry.ts';
import { selectTimeline, type TimelineRow } from './timeline-queries.ts';

const places = cursorOf(z.tuple([z.iso.datetime(), z.string().max(100)]));

type Page = { results: TimelineEntry[]; count: number; cursor: string | undefined };

/**
 * Reads a page of everything that is known about a subscriber, newest first, and the total. A page with a cursor is found as fast as the
 * first. Throws `not_found`.
 */
export async function readTimeline(
  db: Database,
  newsletter_key: number,
  word: string,
  { kind, page, page_size, cursor }: z.output<typeof timelineFilters>,
): Promise<Page & { no_longer_kept_before: string | null }> {
  const subscriber = found(await findSubscriber(db, newsletter_key, word), 'subscriber');
  const after = cursor ? readPlace(cursor) : undefined;
  const { rows, count } = await selectTimeline(db, subscriber, {
    kinds: timelineKinds.filter(one => kind === undefined || kind.includes(one)),
    after,
    limit: page_size,
    offset: after ? 0 : (page - 1) * page_size,
  });
  const tags = await openTagDirectory(db, newsletter_key);
  const last = rows.at(-1);
  return {
    results: rows.map(row => showEntry(row, tags)),
    count,
    cursor: last && places.write([last.date, last.id]),
    no_longer_kept_before: await lastDropped(db, newsletter_key),
  };
}

function showEntry(
  { id, kind, date, email_id, subject, detail }: TimelineRow,
  tags: TagDirectory,
): TimelineEntry {
  const own = <Shape extends z.ZodType>(is: boolean, shape: Shape) => (is ? shape.parse(detail) : null);
  const { consent, mail, hit, report, sequence, changes } = timelineEntry.shape;
  return {
    id,
    kind,
    date,
    email: email_id === null ? null : { id: email_id, subject: subject ?? '' },
    changes: kind === 'change' ? changes.parse(detail).map(change => namingTags(change, tags)) : [],
    consent: own(kind === 'consent', consent),
    mail: own(kind === 'mail', mail),
    hit: own(kind === 'open' || kind === 'click', hit),
    report: own(kind === 'report', report),
    sequence: own(kind === 'sequence', sequence),
  };
}

const tagKeys = z.object({ added: z.array(z.int()), removed: z.array(z.int()) });

/** Replaces the numbers by which the journal knows tags by their names. Tags deleted since are left out. */
function namingTags(
  { event_type, data }: TimelineEntry['changes'][number],
  tags: TagDirectory,
): TimelineEntry['changes'][number] {
  const named = event_type === 'subscriber.tags.changed' ? tagKeys.safeParse(data) : undefined;
  if (!named?.success) return { event_type, data };
  const { added, removed } = named.data;
  return { event_type, data: { added: tags.ids(added), removed: tags.ids(removed) } };
}

function readPlace(text: string): TimelinePlace {
  const [date, id] = places.read(text);
  return { date, id };
}
