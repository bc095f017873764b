import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { listenOnLoopback } from '../../../testing/free-port.ts';
import { until } from '../../../testing/until.ts';
import { openWire } from './wire.ts';

let heard = '';
const opened: Socket[] = [];
const server = createServer(socket => {
  opened.push(socket);
  socket.setEncoding('latin1').on('data', text => {
    heard += text;
  });
});
let socket: Socket;
before(async () => {
  socket = connect(await listenOnLoopback(server), '127.0.0.1');
  await once(socket, 'connect');
});
after(() => {
  for (const one of [socket, ...opened]) one.destroy();
  server.close();
});

test('while a connection is held, nothing leaves; then everything leaves in order, once the last hold is released', async () => {
  const wire = openWire(socket);
  const left: string[] = [];
  wire.say('NOOP\r\n');
  const releases = [wire.hold(), wire.hold()];
  wire.sendMessage('Subject: One\r\n', 'MAIL\r\n', () => left.push('one'));
  wire.say('RSET\r\n');
  wire.send(['BDAT 5 LAST\r\n', Buffer.from('three')], () => left.push('three'));
  releases[0]!();
  assert.equal(socket.bytesWritten, 'NOOP\r\n'.length);
  releases[1]!();
  await until('all has left', async () => left.length === 2);
  await until('all has been heard', async () => heard.endsWith('three'));
  assert.equal(heard, 'NOOP\r\nSubject: One\r\n.\r\nMAIL\r\nRSET\r\nBDAT 5 LAST\r\nthree');
  assert.deepEqual(left, ['one', 'three']);
});

test('nothing that was held leaves a connection that has been cut', async () => {
  const wire = openWire(socket);
  const before = heard;
  const release = wire.hold();
  wire.sendMessage('Subject: Late\r\n', '', () => assert.fail('it has left'));
  socket.destroy();
  release();
  await once(socket, 'close');
  await until('the server has noticed', async () => opened[0]!.closed);
  assert.equal(heard, before);
});
