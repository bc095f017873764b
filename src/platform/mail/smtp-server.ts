import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const closeMilliseconds = 1000;

type Place = {
  host: string;
  /** The port; 0 chooses a free one. */
  port: number;
  /** How long a client may stay; undefined means unlimited. */
  session_milliseconds?: number;
  /** Is called for broken connections. */
  on_error: (error: Error) => void;
};

/** A listening SMTP server. */
export type SmtpServer = {
  port: number;
  /** Accepts no more connections. Resolves when all have ended; after a second, they are cut off. */
  stop(): Promise<void>;
  /** Ends all connections once pending replies are written. */
  hangUp(): void;
};

/** Starts an SMTP or LMTP server for clients that neither log in nor encrypt. Throws if it cannot listen there. */
export async function openSmtpServer(
  options: SMTPServerOptions,
  { host, port, session_milliseconds, on_error }: Place,
): Promise<SmtpServer> {
  const server = new SMTPServer({
    closeTimeout: closeMilliseconds,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    ...options,
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', socket => {
    sockets.add(socket);
    const end =
      session_milliseconds === undefined
        ? undefined
        : setTimeout(() => socket.destroy(), session_milliseconds);
    socket.on('close', () => {
      clearTimeout(end);
      sockets.delete(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', on_error);
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>(resolve => server.close(resolve)),
    hangUp() {
      for (const socket of sockets) socket.destroySoon();
    },
  };
}

/** An error that is sent to the client as this reply. */
export class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, words: string) {
    super(words);
    this.responseCode = responseCode;
  }
}
