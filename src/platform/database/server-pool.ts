import pg from 'pg';
import { type ClientSettings, connectInTurn, ServerClient, type Servers } from './servers.ts';
import { watchMachines } from './vanished.ts';

type Callback = Parameters<pg.Pool['connect']>[0];

/** A pool whose connections lead to whichever of the servers can be used. */
export class ServerPool extends pg.Pool {
  readonly #servers: Servers;

  constructor(servers: Servers, settings: ClientSettings, options: pg.PoolConfig) {
    const Client = class extends ServerClient {
      constructor() {
        super(servers, settings);
      }
    };
    super({ ...options, Client });
    this.#servers = servers;
    const watch = watchMachines(servers);
    this.on('acquire', client => watch.begin(client as unknown as ServerClient));
    this.on('release', (_, released) => {
      const client = released as unknown as ServerClient;
      watch.end(client);
      // A connection that its server has given up would break when it is used next.
      if (client.is_lost) client.end().catch(() => {});
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = connectInTurn(this.#servers, () => super.connect());
    if (!callback) return connected;
    connected.then(
      client => callback(undefined, client, client.release),
      error => callback(error, undefined, () => {}),
    );
    return undefined;
  }
}
