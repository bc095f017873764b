import type { Database } from '../../platform/database/connect.ts';
import { hour_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import { hideLogin } from '../../platform/mail/smtp/login.ts';
import type { Heard } from '../../platform/mail/smtp/members.ts';
import type { Transport } from '../../platform/mail/smtp/transport.ts';
import { startRounds } from '../../platform/rounds/rounds.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { nameOf, readRelaysInUse } from './in-use.ts';
import { noteOffers, noteRelayTrouble, noteSettings, readRelaysVersion, relaysVersion } from './queries.ts';

/** How often an unused relay is contacted. */
const meetMilliseconds = hour_ms;
/** How often a relay in trouble is contacted. */
const againMilliseconds = 300_000;
/** The shortest interval at which the offers or the trouble of a relay are stored again, unless they have changed. */
const notedMilliseconds = 600_000;

type WatchContext = { db: Database; transport: Transport; vault: Vault; has_inbox: boolean; log: Log };

/**
 * Keeps the transport up to date: it uses the installation's relays as they are now (when this returns) and, within seconds, as they are
 * after each change. Contacts the relays now, when they are added and every hour, and stores their offers and their trouble.
 */
export async function watchRelays({
  db,
  transport,
  vault,
  has_inbox,
  log,
}: WatchContext): Promise<{ stop(): Promise<void> }> {
  const ofSettings = [...transport.inUse()];
  const keys = has_inbox ? new Map<string, number>() : await noteSettings(db, ofSettings.map(nameOf));
  const noted = new Map<number, { said: string; until: number }>();
  let work = Promise.resolve();
  let version: string | undefined;
  await follow();
  const meet = () => transport.meet((relay, heard) => hear(relay.key, hidden(relay.login, heard)));
  meet();
  const timers = [setInterval(meet, meetMilliseconds), setInterval(transport.tryAgain, againMilliseconds)];
  const rounds = startRounds(
    async () => {
      await follow();
      return 'after_pause';
    },
    {
      pause_ms: 1000,
      first_ms: 1000,
      due: { db, known: () => version ?? '', condition: (_, read) => relaysVersion(read) },
      log,
      failure: 'reading the relays failed',
    },
  );
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await rounds.stop();
      await work;
    },
  };

  /** Reads the relays if they have changed. The version is read first, so that a change made meanwhile is noticed by the next call. */
  async function follow(): Promise<void> {
    const read = await readRelaysVersion(db);
    if (read === version) return;
    const relays = await readRelaysInUse(db, vault, { ofSettings, keys, has_inbox });
    noted.clear();
    version = read;
    transport.use(relays);
    for (const { key, unusable, is_paused } of relays)
      if (unusable !== null && !is_paused) hear(key, { trouble: unusable });
  }

  function hear(key: number | null, heard: Heard): void {
    if (key === null) return;
    const said = 'trouble' in heard ? heard.trouble : `${heard.offers.smtputf8} ${heard.offers.size}`;
    const before = noted.get(key);
    if (before?.said === said && before.until > performance.now()) return;
    noted.set(key, { said, until: performance.now() + notedMilliseconds });
    work = work
      .then(() => note(key, heard))
      .catch(error => {
        noted.delete(key);
        log.warn({ err: error }, 'what a mail server said could not be stored');
      });
  }

  async function note(key: number, heard: Heard): Promise<void> {
    if ('trouble' in heard) return noteRelayTrouble(db, key, heard.trouble);
    const { smtputf8, size } = heard.offers;
    return noteOffers(db, key, { smtputf8, size_limit: size > 0 ? size : null });
  }
}

function hidden(login: Parameters<typeof hideLogin>[0], heard: Heard): Heard {
  return 'trouble' in heard ? { trouble: hideLogin(login, heard.trouble) } : heard;
}
