// Loaded into a worker first (node --import). After SIGUSR2, it counts the worker's writes to sockets, whether statements to PostgreSQL or
// lines to the relay, and kills the worker as soon as write number DIE_AT_WRITE has left.
import { Socket } from 'node:net';

const last = Number(process.env.DIE_AT_WRITE);
let writes: number | undefined;
process.on('SIGUSR2', () => {
  writes = 0;
});

const prototype = Socket.prototype as unknown as Record<'_write' | '_writev', (...given: unknown[]) => void>;
for (const name of ['_write', '_writev'] as const) {
  const write = prototype[name];
  prototype[name] = function (this: Socket, ...given) {
    write.apply(this, given);
    if (writes === undefined) return;
    writes += 1;
    if (writes === last) process.kill(process.pid, 'SIGKILL');
  };
}
