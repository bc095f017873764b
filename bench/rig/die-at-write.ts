// Loaded into a worker before all else (node --import): kills it the moment its write number DIE_AT_WRITE has left for a
// socket, be it a statement to PostgreSQL or a line to the relay.
import { Socket } from 'node:net';

const last = Number(process.env.DIE_AT_WRITE);
let writes = 0;

const prototype = Socket.prototype as unknown as Record<'_write' | '_writev', (...given: unknown[]) => void>;
for (const name of ['_write', '_writev'] as const) {
  const write = prototype[name];
  prototype[name] = function (this: Socket, ...given) {
    write.apply(this, given);
    writes += 1;
    if (writes === last) process.kill(process.pid, 'SIGKILL');
  };
}
