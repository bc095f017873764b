import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands in front of a PostgreSQL like a pooler. It tells each client another number than the session's, and passes on everything else,
 * including names of statements. `url` leads to the same database through it.
 */
export async function openPooled(database_url: string): Promise<{ url: string } & AsyncDisposable> {
  const address = new URL(database_url);
  const folder = address.searchParams.get('host');
  const port = address.searchParams.get('port') || address.port || '5432';
  const clients = new Set<Socket>();
  const server = createServer(client => {
    const session = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), address.hostname);
    clients.add(client);
    client.on('error', () => session.destroy()).on('close', () => session.destroy());
    session.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(session);
    renumber(session, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const name of ['host', 'port']) address.searchParams.delete(name);
  address.searchParams.set('sslmode', 'disable');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes on the session's messages, with another number in its BackendKeyData. */
function renumber(session: Socket, client: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  const read = (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 5) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      const isKey = message[0] === 'K'.charCodeAt(0);
      if (isKey) message.writeUInt32BE(message.readUInt32BE(5) ^ 0x40000000, 5);
      client.write(message);
      if (!isKey) continue;
      session.off('data', read);
      client.write(rest);
      session.pipe(client);
      return;
    }
  };
  session.on('data', read);
}
