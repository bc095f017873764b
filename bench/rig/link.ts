// Runs as a separate process: a proxy to a port of this machine with ten milliseconds of delay in each direction, like a
// connection across a continent.
import { connect, createServer, type Socket } from 'node:net';

const oneWay = Number(process.env.LINK_MS ?? 20) / 2;
const port = Number(process.env.TO_PORT);

const server = createServer({ noDelay: true }, near => {
  const far = connect({ port, host: '127.0.0.1', noDelay: true });
  carry(near, far);
  carry(far, near);
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit());

function carry(from: Socket, to: Socket): void {
  from.on('data', part => setTimeout(() => to.write(part), oneWay));
  from.on('error', () => to.destroy()).on('end', () => setTimeout(() => to.end(), oneWay));
}
