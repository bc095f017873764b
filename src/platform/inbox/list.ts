import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/connect.ts';
import { nameSender, parseHeader } from './message.ts';
import { countMessages, listHeads, readTotal, type StoredHead, type Wanted } from './store.ts';

/** A message in the list. */
export type Line = Omit<StoredHead, 'head' | 'sender'> & { from: string; subject: string };

type Page = { page: number; page_size: number };

/** Lists one page, newest first, and counts the messages. `total` is the number that have ever arrived. */
export async function listLines(
  db: Database,
  wanted: Wanted,
  page: Page,
): Promise<{ lines: Line[]; total: number; count: number }> {
  const [total, count, heads] = await Promise.all([
    wanted.owners === undefined ? readTotal(db) : countMessages(db, { owners: wanted.owners }),
    countMessages(db, wanted),
    listHeads(db, wanted, page),
  ]);
  return { lines: await Promise.all(heads.map(readLine)), total, count };
}

const batch = 100;

/**
 * Does the same for messages whose subject, sender or recipient contains `query`, in any case. Subjects are encoded in various ways, so the
 * headers of all messages, at most a thousand, are read.
 */
export async function searchLines(
  db: Database,
  wanted: Wanted,
  { query, page, page_size }: Page & { query: string },
): Promise<{ lines: Line[]; count: number }> {
  const sought = query.toLowerCase();
  const found: Line[] = [];
  for (let number = 1; ; number += 1) {
    const heads = await listHeads(db, wanted, { page: number, page_size: batch });
    for (const head of heads) {
      const line = await readLine(head);
      if ([line.subject, line.from, line.recipient].some(text => text.toLowerCase().includes(sought)))
        found.push(line);
      await setImmediate(); // parsing mail takes time: let other requests run
    }
    if (heads.length < batch) break;
  }
  return { lines: found.slice((page - 1) * page_size, page * page_size), count: found.length };
}

async function readLine({ head, sender, ...line }: StoredHead): Promise<Line> {
  const mail = await parseHeader(head);
  return { ...line, from: nameSender(mail, sender), subject: mail.subject ?? '' };
}
