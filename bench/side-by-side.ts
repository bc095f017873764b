// npm run bench -- side-by-side PATH_TO_LISTMONK: measures how fast an email is sent to COUNT people (100,000), and what it costs, compared
// with listmonk on the same machine, in turn in ROUNDS rounds (5), on a fresh and on an aged database (AGE earlier issues to everybody,
// 10). Both send a letter of the same length with three tracked links over SMTP_CONNECTIONS connections (10) to the same server, each with
// its own embedded PostgreSQL. LINK_MS=20 puts the server that far away.
import { resolve } from 'node:path';
import { openListmonk } from './rig/listmonk.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { endProcess, hear, startProcess } from './rig/processes.ts';
import { startSink, withService } from './rig/sending.ts';
import { median, printTable, type Row } from './rig/table.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: npm run bench -- side-by-side PATH_TO_LISTMONK (its program, version 5 or newer)');
  process.exit(1);
}
const count = Number(process.env.COUNT ?? 100_000);
const rounds = Number(process.env.ROUNDS ?? 5);
const connections = Number(process.env.SMTP_CONNECTIONS ?? 10);
const age = Number(process.env.AGE ?? 10);

type Figures = { total: number; streaming: number; program: number; postgres: number };

const sink = await startSink();
const link = process.env.LINK_MS
  ? startProcess('link.ts', { TO_PORT: String(sink.port), LINK_MS: process.env.LINK_MS })
  : undefined;
const port = link ? (await hear<{ port: number }>(link)).port : sink.port;
for (const [database, earlier] of [
  ['fresh', 0],
  [`with ${age} earlier issues`, age],
] as const)
  await compare(database, earlier);
if (link) await endProcess(link);
await sink.end();

async function compare(database: string, earlier: number): Promise<void> {
  const env = { SMTP_CONNECTIONS: String(connections) };
  const setting = { smtp_url: `smtp://127.0.0.1:${port}`, count, env, age: earlier };
  await withService(setting, async service => {
    const other = await openListmonk({
      path: resolve(path!),
      sink: { port },
      count,
      connections,
      age: earlier,
    });
    const sides = {
      ours: {
        send: (subject: string) => service.send(subject),
        cpuSeconds: service.cpuSeconds,
        figures: [] as Figures[],
      },
      theirs: { send: other.send, cpuSeconds: async () => other.cpuSeconds(), figures: [] as Figures[] },
    };
    // The first email of each is not counted. It shows the length of the letters.
    await service.send('Before the first round');
    const length = (await sink.empty(count)).bytes / count;
    await other.send('Before the first round');
    const filler = Math.max(0, Math.round(length - (await sink.empty(count)).bytes / count));
    let [ours, theirs] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const turn = async (name: keyof typeof sides) => {
        const side = sides[name];
        const { bytes, ...figures } = await measure(
          () => side.send(`Round ${round}`, filler),
          side.cpuSeconds,
        );
        side.figures.push(figures);
        if (name === 'ours') ours = bytes;
        else theirs = bytes;
      };
      // Both take turns at going first.
      for (const name of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
        await turn(name);
      console.error(`${database}: round ${round + 1} of ${rounds}`);
    }
    const sizes = `${Math.round(ours)} and ${Math.round(theirs)} bytes a message`;
    printTable(
      `Sending to ${count.toLocaleString('en')} people, database ${database}, ${connections} connections, ${sizes}, ${rounds} rounds by turns: medians`,
      rowsOf(sides.ours.figures, sides.theirs.figures, other.version),
    );
    await other.close();
  });
}

async function measure(
  send: () => Promise<unknown>,
  cpuSeconds: () => Promise<number>,
): Promise<Figures & { bytes: number }> {
  const [cpu, postgres, since] = [await cpuSeconds(), postgresSeconds(), Date.now()];
  await send();
  const { bytes, first_date, last_date } = await sink.empty(count);
  return {
    bytes: bytes / count,
    total: count / ((last_date - since) / 1000),
    streaming: count / ((last_date - first_date) / 1000),
    program: ((await cpuSeconds()) - cpu) * (1e6 / count),
    postgres: (postgresSeconds() - postgres) * (1e6 / count),
  };
}

function rowsOf(ours: Figures[], theirs: Figures[], version: string): Row[] {
  const row = (what: string, of: (figures: Figures) => number) => {
    const ratios = ours.map((figures, round) => of(figures) / of(theirs[round]!));
    return {
      what,
      Postrider: median(ours.map(of)),
      [`listmonk ${version}`]: median(theirs.map(of)),
      ratio: median(ratios),
      spread: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    };
  };
  return [
    row('messages/s, from the request to the last message', figures => figures.total),
    row('messages/s, from the first message to the last', figures => figures.streaming),
    row('CPU µs a message, program', figures => figures.program),
    row('CPU µs a message, PostgreSQL', figures => figures.postgres),
    row('CPU µs a message, both', figures => figures.program + figures.postgres),
  ];
}
