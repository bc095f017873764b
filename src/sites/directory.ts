import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import { startRounds } from '../platform/rounds/rounds.ts';
import { type Known, knowPlaces } from './place.ts';
import { listPlaces, placesVersion, readPlacesVersion } from './queries.ts';

/** The host names of all newsletters, in memory. */
export type Directory = Known & { stop(): Promise<void> };

/**
 * Opens the directory, so that requests can be directed without asking the database. It follows changes within seconds. While the database
 * cannot be reached, the last known state counts.
 */
export async function openDirectory(db: Database, log: Log): Promise<Directory> {
  // The version is read first, so that changes made in between are read again.
  let version = await readPlacesVersion(db);
  let known = knowPlaces(await listPlaces(db));
  const rounds = startRounds(
    async () => {
      version = await readPlacesVersion(db);
      known = knowPlaces(await listPlaces(db));
      return 'after_pause';
    },
    {
      pause_ms: 1000,
      first_ms: 1000,
      due: { db, known: () => version, condition: (_, read) => placesVersion(read) },
      log,
      failure: 'reading the domains of newsletters failed',
    },
  );
  return {
    at: host => known.at(host),
    domainOf: username => known.domainOf(username),
    stop: () => rounds.stop(),
  };
}
