import { once } from 'node:events';
import { connect } from 'node:net';
import type { Server } from '../config/addresses.ts';
import { second_ms } from '../durations.ts';
import type { ServerClient, Servers } from './servers.ts';

/** How long a use may take before the machine is asked whether it is still there. */
const silentMilliseconds = second_ms;
/** How long the machine may take to answer, and how many times it is asked before it counts as gone. */
const answerMilliseconds = 2 * second_ms;
const attempts = 2;

export type Watch = {
  /** Notes that a use of the connection begins. */
  begin(client: ServerClient): void;
  /** Notes that the use ends. */
  end(client: ServerClient): void;
};

/**
 * Ends connections to a machine that has vanished (power, network). Nothing else would notice that for a quarter of an hour: until then the
 * system repeats what was sent, and keep-alives are sent only while nothing else is. A statement may take long, so the machine itself is
 * asked, by opening a connection to its port.
 */
export function watchMachines(servers: Servers): Watch {
  const used = new Map<ServerClient, number>();
  const asked = new Set<Server>();
  let is_watching = false;
  return {
    begin(client) {
      used.set(client, performance.now());
      if (!is_watching) watch();
    },
    end: client => void used.delete(client),
  };

  function watch(): void {
    is_watching = true;
    setTimeout(look, silentMilliseconds).unref();
  }

  function look(): void {
    is_watching = false;
    if (used.size > 0) watch();
    const before = performance.now() - silentMilliseconds;
    for (const [client, since] of used)
      if (since < before && !client.host.startsWith('/') && !asked.has(client.server)) void ask(client);
  }

  async function ask({ server, host, port }: ServerClient): Promise<void> {
    asked.add(server);
    try {
      for (let attempt = 0; attempt < attempts; attempt += 1) if (await answers(host, port)) return;
      for (const client of servers.open)
        if (client.server === server)
          client.socket.destroy(new Error(`Connection terminated: ${server.name} no longer answers`));
    } finally {
      asked.delete(server);
    }
  }
}

async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(answerMilliseconds) });
    return true;
  } catch {
    return false;
  } finally {
    socket.on('error', () => {}).destroy();
  }
}
