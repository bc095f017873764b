import type { Log } from '../log.ts';
import type { Envelope, HandOver, Message, Task } from './smtp/hand-over.ts';
import { type Limits, usualLimits } from './smtp/limits.ts';
import { openPool, type Pool } from './smtp/pool.ts';
import { readRelays } from './smtp/relays.ts';

export type { Envelope, HandOver, Message } from './smtp/hand-over.ts';

/** How often a message that no connection has carried is offered again before it comes back as unreachable. */
const mostReturns = 3;

const withdrawn: HandOver = { status: 'unreachable', reply: 'It was taken back before its turn.' };

export type Transport = {
  /**
   * Hands one message over to one of the relays. Never throws and never offers again what may have arrived. With
   * `priority` it waits behind no message that has none. `signal` takes it back as long as its content has not
   * begun to leave.
   */
  handOver(
    envelope: Envelope,
    message: Message,
    options?: { priority?: boolean; signal?: AbortSignal },
  ): Promise<HandOver>;
  /**
   * Begins nothing more: what waits comes back as unreachable at once. Resolves when what was sent is answered, or after
   * `within_ms` (9000): then what has no answer is uncertain.
   */
  close(options?: { within_ms?: number }): Promise<void>;
};

type Setting = { connections: number; log?: Log; limits?: Partial<Limits> };

/**
 * The relays that `urls` names (the syntax is readRelays'), each with at most `connections` connections, and one more for
 * priority. Each gets its weight's share of the messages as long as it can be reached. Throws Error for other `urls`.
 */
export function openTransport(urls: string, { connections, log, limits = {} }: Setting): Transport {
  const pools = readRelays(urls).map(relay =>
    openPool(relay, { connections, limits: { ...usualLimits, ...limits }, log, give_back }),
  );
  const choose =
    pools.length > 1 ? openChoice(pools) : () => (pools[0]!.trouble() === undefined ? pools[0] : undefined);
  const withdrawals = openWithdrawals(withdraw);
  let closing: Promise<void> | undefined;
  return {
    handOver(envelope, message, { priority = false, signal } = {}) {
      return new Promise(resolve => {
        const task: Task = { envelope, message, priority, returns: 0, settle: resolve };
        if (signal?.aborted) return resolve(withdrawn);
        if (signal) withdrawals.add(signal, task);
        offer(task);
      });
    },
    close({ within_ms = 9000 } = {}) {
      closing ??= drain(within_ms);
      return closing;
    },
  };

  async function drain(within_ms: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const pool of pools) pool.cut('The service is stopping, and the relay has not answered.');
    }, within_ms);
    await Promise.all(pools.map(pool => pool.drain()));
    clearTimeout(timer);
  }

  function offer(task: Task, result?: HandOver) {
    const pool = choose();
    if (pool) pool.offer(task);
    else task.settle(result ?? { status: 'unreachable', reply: pools[0]!.trouble()! });
  }

  function give_back(task: Task, result: HandOver) {
    task.returns += 1;
    if (task.returns > mostReturns) task.settle(result);
    else offer(task, result.status === 'temporary' && task.returns === 1 ? undefined : result);
  }

  function withdraw(tasks: Iterable<Task>) {
    const begun: Task[] = [];
    for (const task of [...tasks]) {
      if (pools.some(pool => pool.withdraw(task))) task.settle(withdrawn);
      else begun.push(task);
    }
    // After all that wait have been taken back: a connection that is free does not begin with one of them.
    for (const task of begun) if (pools.some(pool => pool.interrupt(task))) task.settle(withdrawn);
  }
}

/** The tasks of each signal that have no result yet: `withdraw` gets them when it is aborted. */
function openWithdrawals(withdraw: (tasks: Iterable<Task>) => void) {
  const open = new WeakMap<AbortSignal, Set<Task>>();
  return {
    add(signal: AbortSignal, task: Task) {
      const tasks = open.get(signal) ?? listen(signal);
      tasks.add(task);
      const { settle } = task;
      task.settle = result => {
        tasks.delete(task);
        settle(result);
      };
    },
  };

  function listen(signal: AbortSignal): Set<Task> {
    const tasks = new Set<Task>();
    open.set(signal, tasks);
    signal.addEventListener('abort', () => withdraw(tasks));
    return tasks;
  }
}

/**
 * Chooses among the pools that can take a message, each as often as its weight says, as evenly as that allows. No message
 * waits for a relay that is only being tried while another has a connection.
 */
function openChoice(pools: Pool[]): () => Pool | undefined {
  const credit = pools.map(() => 0);
  return () => {
    const possible = pools.flatMap((pool, at) => (pool.trouble() === undefined ? [at] : []));
    for (const at of possible) pools[at]!.probe();
    const open = possible.filter(at => pools[at]!.isOpen());
    const chosen = open.length > 0 ? open : possible;
    if (chosen.length === 0) return undefined;
    for (const at of chosen) credit[at]! += pools[at]!.weight;
    const best = chosen.reduce((best, at) => (credit[at]! > credit[best]! ? at : best));
    for (const at of chosen) credit[best]! -= pools[at]!.weight;
    return pools[best];
  };
}
