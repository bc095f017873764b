import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate } from '../../../testing/certificate.ts';
import { missing, startMailServer, startSmtpSink } from '../../../testing/mail-servers.ts';
import { until } from '../../../testing/until.ts';
import { type HandOver, openTransport, type Transport } from './transport.ts';

const own = getCACertificates('default');
before(() => setDefaultCACertificates([...own, certificate.cert]));
after(() => setDefaultCACertificates(own));

const from = 'news@example.org';
const letter = (name: string) =>
  `From: <${from}>\r\nTo: <${name}@example.net>\r\nSubject: to ${name}\r\nMessage-ID: <${name}@example.org>\r\n\r\n.a dot\r\n..two\r\nend of ${name}\r\n`;
const hand = (transport: Transport, name: string, sender = from) =>
  transport.handOver({ from: sender, to: `${name}@example.net` }, letter(name));
const names = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);
const count = (text: string, words: RegExp) => text.match(words)?.length ?? 0;

for (const kind of ['postfix', 'exim4'] as const) {
  test(`${kind}, over TLS with a login: everything arrives once, and each refusal goes to its own recipient`, {
    skip: missing(kind),
    timeout: 60_000,
  }, async () => {
    const server = await startMailServer(kind);
    try {
      for (const mechanism of ['plain', 'login']) {
        const transport = openTransport(
          `smtp://ada:right@localhost:${server.port}?tls=require&auth=${mechanism}`,
          { connections: 5 },
        );
        const people = [...names(40).map(name => `${mechanism}-${name}`), 'gone'];
        const [refused, ...results] = await Promise.all([
          hand(transport, 'x', 'bad@example.org'),
          ...people.map(name => hand(transport, name)),
        ]);
        const gone = results.pop()!;
        for (const { status, reply } of results) assert.equal(status, 'accepted', reply);
        assert.equal(gone.status, 'permanent', gone.reply);
        assert.match(gone.reply, /no such user/);
        assert.equal(refused!.status, 'unreachable', refused!.reply);
        await transport.close();
        await until(
          'all are delivered',
          async () => count(server.delivered(), new RegExp(`^end of ${mechanism}-r\\d+\\r?$`, 'gm')) === 40,
        );
      }
      const mail = server.delivered();
      assert.equal(count(mail, /^\.a dot\r?\n\.\.two\r?\nend of/gm), 80);
      for (const name of names(40))
        assert.equal(count(mail, new RegExp(`^end of login-${name}\\r?$`, 'gm')), 1);

      const wrong = openTransport(`smtp://ada:wrong@localhost:${server.port}`, { connections: 5 });
      const [first, second] = await Promise.all([hand(wrong, 'a'), hand(wrong, 'b')]);
      assert.deepEqual([first!.status, second!.status], ['unreachable', 'unreachable']);
      assert.match(first!.reply, /^5\d\d|does not offer login/);
      await wrong.close();
    } finally {
      await server.stop();
    }
  });
}

// `rest` contains the possible outcomes for recipients who are offered again, or not at all, after the server has hung up.
type Status = HandOver['status'];
const faults: Record<string, { options: string[]; status: Status; rest?: Status; delivered?: number }> = {
  'with all that it can do': { options: [], status: 'accepted', delivered: 20 },
  'without PIPELINING': { options: ['-p'], status: 'accepted', delivered: 20 },
  'without ESMTP': { options: ['-e'], status: 'accepted', delivered: 20 },
  'as a PIX': { options: ['-P'], status: 'accepted', delivered: 20 },
  'slow to respond': { options: ['-w', '1'], status: 'accepted', delivered: 20 },
  'refusing EHLO': { options: ['-f', 'EHLO'], status: 'accepted', delivered: 20 },
  'refusing MAIL': { options: ['-f', 'MAIL'], status: 'unreachable', delivered: 0 },
  'refusing RCPT': { options: ['-f', 'RCPT'], status: 'permanent', delivered: 0 },
  'refusing RCPT temporarily': { options: ['-r', 'RCPT'], status: 'temporary', delivered: 0 },
  'refusing DATA': { options: ['-f', 'DATA'], status: 'permanent', delivered: 0 },
  'refusing the message': { options: ['-f', '.'], status: 'permanent' },
  'refusing the message temporarily': { options: ['-r', '.'], status: 'temporary' },
  // The server hangs up with the rest unread, and the connection reset can overtake its reply.
  'refusing the message before its end': {
    options: ['-A', '0'],
    status: 'permanent',
    rest: 'unreachable',
    delivered: 0,
  },
  'hanging up at CONNECT': { options: ['-q', 'CONNECT'], status: 'unreachable', delivered: 0 },
  'hanging up at EHLO': { options: ['-q', 'EHLO'], status: 'unreachable', delivered: 0 },
  'hanging up at MAIL': { options: ['-q', 'MAIL'], status: 'unreachable', delivered: 0 },
  'hanging up at RCPT': { options: ['-q', 'RCPT'], status: 'unreachable', delivered: 0 },
  'hanging up at DATA': { options: ['-q', 'DATA'], status: 'unreachable', delivered: 0 },
  'hanging up at the final dot': { options: ['-q', '.'], status: 'uncertain', rest: 'unreachable' },
  '421 at CONNECT': { options: ['-Q', 'CONNECT'], status: 'unreachable', delivered: 0 },
  '421 at MAIL': { options: ['-Q', 'MAIL'], status: 'unreachable', delivered: 0 },
  '421 at the final dot': { options: ['-Q', '.'], status: 'temporary' },
};
for (const [what, { options, status, rest, delivered }] of Object.entries(faults)) {
  test(`smtp-sink ${what}: ${status}`, { skip: missing('smtp-sink'), timeout: 60_000 }, async () => {
    const sink = await startSmtpSink(...options);
    const transport = openTransport(`smtp://127.0.0.1:${sink.port}`, { connections: 3 });
    try {
      const results = await Promise.all(names(20).map(name => hand(transport, name)));
      const statuses = new Set(results.map(result => result.status));
      assert.ok(statuses.delete(status), JSON.stringify(results));
      if (rest !== undefined) statuses.delete(rest);
      assert.deepEqual([...statuses], [], JSON.stringify(results));
      if (delivered !== undefined) assert.equal(count(sink.delivered(), /^end of/gm), delivered);
    } finally {
      await transport.close();
      await sink.stop();
    }
  });
}
