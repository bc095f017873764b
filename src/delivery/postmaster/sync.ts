import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { hour_ms, minute_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds/rounds.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { type Google, GoogleFailure, openPostmaster, type Postmaster, realGoogle } from './google.ts';
import {
  type Access,
  leaseAccess,
  listSenderDomains,
  noteAbsent,
  noteRead,
  noteTrouble,
  storeFigures,
} from './queries.ts';
import { readDomain } from './read-domain.ts';

export type PostmasterContext = { db: Database; clock: Clock; vault: Vault; safe_fetch: SafeFetch };

const mostDomains = 200;
/** Gmail has new figures once a day, at no fixed hour. */
const pause_ms = 6 * hour_ms;
/** A worker that has not finished by then is taken to be dead; it does no harm if the figures are read twice. */
const lease_ms = 30 * minute_ms;
const firstWait = 5 * minute_ms;

/** Reads Gmail's figures whenever they are due, until stopped. Any number of processes can run this in parallel. */
export function watchPostmaster(context: PostmasterContext & { log: Log }): Rounds {
  return startRounds(
    async () => {
      await readDueFigures(context, realGoogle);
      return 'after_pause';
    },
    { pause_ms: minute_ms, log: context.log, failure: 'figures of Gmail could not be read' },
  );
}

/** Reads the figures of all domains that newsletters send from, if they are due. Returns whether they were due. */
export async function readDueFigures(context: PostmasterContext, google: Google): Promise<boolean> {
  const { db, clock, vault, safe_fetch } = context;
  const now = clock();
  const access = await leaseAccess(db, now, new Date(now.getTime() + lease_ms));
  if (!access) return false;
  try {
    const private_key = vault.open('postmaster_access.private_key', access.id, access.private_key);
    const key = { client_email: access.client_email, private_key };
    await readDomains(db, openPostmaster({ safe_fetch, google, now }, key), now);
    await noteRead(db, access, now, new Date(now.getTime() + pause_ms));
  } catch (error) {
    if (!(error instanceof GoogleFailure)) throw error;
    await noteTrouble(db, access, error.message, now, new Date(now.getTime() + waitAfter(access, error)));
  }
  return true;
}

async function readDomains(db: Database, postmaster: Postmaster, now: Date): Promise<void> {
  for (const domain of await listSenderDomains(db, mostDomains)) {
    try {
      const figures = await readDomain(postmaster, domain, now);
      await inTransaction(db, trx => storeFigures(trx, domain, figures, now));
    } catch (error) {
      if (!(error instanceof GoogleFailure && error.kind === 'absent')) throw error;
      await noteAbsent(db, domain, error.message, now);
    }
  }
}

/**
 * Returns how many milliseconds to wait after a failure: with a refused key as many as after success; after other failures the pause
 * doubles.
 */
function waitAfter({ tries }: Access, { kind, wait_ms }: GoogleFailure): number {
  if (kind === 'refused') return pause_ms;
  return Math.max(wait_ms, Math.min(pause_ms, firstWait * 2 ** Math.min(tries, 10)));
}
