import { usualItems } from './pace.ts';
import type { Judged } from './take-in-work.ts';

/** What a response is taken into: the database, or the memory of a preview (simulate.ts). */
export type Store<Read extends Pick<Judged, 'fresh' | 'withdrawn'>> = {
  /** Compares the response with what is known. */
  read(): Promise<Read>;
  /** The publish dates of the items that the feed last showed. */
  publishDates(): Promise<string[]>;
  /** Stores new items and changes of known ones; returns the key of each. */
  write(read: Read): Promise<number[]>;
  /** Skips queued items that the feed has withdrawn, and queues those that are back. */
  settle(withdrawn: number[], keys: number[]): Promise<void>;
  /** Lets each automation that follows the feed decide on the items it has not seen; `usual`: see usualItems. */
  meet(read: Read, keys: number[], usual: number): Promise<void>;
};

/** Takes in a response: everything that the database and previews do alike. `read_before`: the time of the last fetch. */
export async function takeInto<Read extends Pick<Judged, 'fresh' | 'withdrawn'>>(
  store: Store<Read>,
  { most, read_before, now }: { most: number; read_before: Date | null; now: Date },
): Promise<void> {
  const read = await store.read();
  const isUsual = read.fresh <= most || read_before === null;
  const usual = isUsual
    ? most
    : usualItems(most, await store.publishDates(), now.getTime() - read_before.getTime());
  const keys = await store.write(read);
  await store.settle(read.withdrawn, keys);
  await store.meet(read, keys, usual);
}
