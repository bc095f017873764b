import { RelayTrouble } from './dialogue.ts';
import { usualLimits } from './limits.ts';
import { readRelays } from './relays.ts';
import { openSession } from './session.ts';

/** Whether a relay takes our connections. `detail` says what is in the way. */
export type Reach = { name: string; state: 'reachable' | 'unreachable'; detail: string };

/**
 * Connects to each relay in `urls` (the syntax is readRelays') as for mail, with TLS and login, for at most `within_ms`,
 * and hangs up. Never throws.
 */
export async function reachRelays(urls: string, within_ms: number): Promise<Reach[]> {
  return Promise.all(
    readRelays(urls).map(async (relay): Promise<Reach> => {
      const name = `${relay.host}:${relay.port}`;
      try {
        const { socket } = await openSession(relay, usualLimits, AbortSignal.timeout(within_ms));
        socket.on('error', () => {}); // whatever happens to it now
        socket.end('QUIT\r\n');
        setTimeout(() => socket.destroy(), usualLimits.farewell).unref();
        return { name, state: 'reachable', detail: '' };
      } catch (error) {
        const detail =
          error instanceof RelayTrouble
            ? error.message
            : `There was no answer within ${within_ms / 1000} seconds.`;
        return { name, state: 'unreachable', detail };
      }
    }),
  );
}
