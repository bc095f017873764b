import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atTheLatestAtTheEnd } from './endings.ts';

/** A machine that is a network namespace. It has its own address, and a cable that can be pulled. */
export type Machine = {
  name: string;
  address: string;
  /** Returns the words before a command that make it run on this machine; as another user, if one is given. */
  on(user?: string): string[];
  /** Runs a program to its end and returns its output. Throws with its errors. */
  run(user: string, program: string, ...args: string[]): string;
  /** Starts a program whose output is appended to the file `log`. */
  start(user: string, log: string, program: string, ...args: string[]): ChildProcess;
  /** Pulls the cable, or puts it back. Without it, nothing arrives, and nobody is told. */
  plug(is_in: boolean): void;
  /** Kills everything that runs on it. */
  powerOff(): Promise<void>;
};

export type Network = {
  /** The address at which the machines reach this process. */
  address: string;
  addMachine(name: string): Machine;
  /** Makes a port of loopback reachable for the machines, at the same port of `address`. */
  open(port: number): Promise<void>;
  /** Ends the machines and everything that runs on them. */
  close(): Promise<void>;
};

const prefix = '10.203.0';

/** Returns the reason why there can be no network namespaces here; undefined if there can. */
export function whyNoMachines(): string | undefined {
  if (process.platform !== 'linux') return 'Network namespaces are a part of Linux.';
  if (process.getuid?.() !== 0) return 'Only root can make network namespaces.';
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'The program ip is missing, or may not make network namespaces. On Debian: apt install iproute2.';
  }
}

/** Opens a switch, 10.203.0.1, to which machines are connected. */
export function openNetwork(): Network {
  const id = process.pid % 100_000;
  const bridge = `pr${id}`;
  const endings: (() => Promise<void>)[] = [];
  const atTheEnd = (end: () => Promise<void>) => void endings.push(atTheLatestAtTheEnd(end));
  ip('link', 'add', bridge, 'type', 'bridge');
  atTheEnd(async () => void ip('link', 'del', bridge));
  ip('addr', 'add', `${prefix}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  let machines = 0;
  return {
    address: `${prefix}.1`,
    addMachine(name) {
      machines += 1;
      return addMachine({ name, bridge, id, at: machines, atTheEnd });
    },
    async open(port) {
      const server = createServer(socket => {
        const inside = connect(port, '127.0.0.1');
        for (const end of [socket, inside])
          end.on('error', () => {
            socket.destroy();
            inside.destroy();
          });
        socket.pipe(inside).pipe(socket);
      });
      server.listen(port, `${prefix}.1`);
      await once(server, 'listening');
      server.unref();
    },
    async close() {
      for (const end of endings.toReversed()) await end();
    },
  };
}

type Place = {
  name: string;
  bridge: string;
  id: number;
  at: number;
  atTheEnd: (end: () => Promise<void>) => void;
};

function addMachine({ name, bridge, id, at, atTheEnd }: Place): Machine {
  const namespace = `postrider-${id}-${name}`;
  const cable = `pr${id}v${at}`;
  const address = `${prefix}.${10 + at}`;
  ip('netns', 'add', namespace);
  atTheEnd(async () => {
    await machine.powerOff();
    ip('netns', 'del', namespace);
  });
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  ip('link', 'set', cable, 'master', bridge, 'up');
  ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) ip('-n', namespace, 'link', 'set', device, 'up');
  const machine: Machine = {
    name,
    address,
    on: user => [
      ...['ip', 'netns', 'exec', namespace],
      ...(user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
    ],
    run(user, ...command) {
      const [program, ...args] = [...machine.on(user), ...command];
      return execFileSync(program!, args, { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    },
    start(user, log, ...command) {
      const [program, ...args] = [...machine.on(user), ...command];
      const output = openSync(log, 'a');
      return spawn(program!, args, { cwd: '/', stdio: ['ignore', output, output] });
    },
    plug: is_in => void ip('link', 'set', cable, is_in ? 'up' : 'down'),
    async powerOff() {
      for (;;) {
        const pids = ip('netns', 'pids', namespace).split('\n').filter(Boolean);
        if (pids.length === 0) return;
        for (const pid of pids) kill(Number(pid));
        await sleep(20);
      }
    },
  };
  return machine;
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8' });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
