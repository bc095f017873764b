import type { Log } from '../../log.ts';
import { sentence } from '../../sentences/sentence.ts';
import type { Envelope, HandOver, Message, OnStall, Task } from './hand-over.ts';
import { type Limits, usualLimits } from './limits.ts';
import { openPool, type Pool } from './pool.ts';
import { readRelays } from './relays.ts';
import type { Offers } from './session.ts';

export type { Envelope, HandOver, Message } from './hand-over.ts';

/** How often a message that no connection has carried is offered again before it is unreachable. */
const mostReturns = 3;

const withdrawn: HandOver = { status: 'unreachable', reply: sentence('relays.withdrawn') };

export type Transport = {
  /**
   * Hands one message over to one of the relays. Never throws, and never offers a message again that may have arrived.
   * With `priority` it waits behind no message without. `signal` withdraws it as long as its content has not begun to
   * leave. `on_stall` is called once, if the relay does not answer for a long time while the message waits.
   */
  handOver(
    envelope: Envelope,
    message: Message,
    options?: { priority?: boolean; signal?: AbortSignal; on_stall?: OnStall },
  ): Promise<HandOver>;
  /** The relays, as host:port. */
  relays: string[];
  /**
   * How many messages the connections to all relays may hold at once, unanswered or about to be sent. With more in
   * hand, every connection is busy; with fewer, some are idle. Grows if a relay turns out to accept several at once.
   */
  holds(): number;
  /** How many messages wait on connections that are slow to answer, and that others have been opened instead of. */
  stalled(): number;
  /**
   * Opens a connection to each relay without one. `on_offers` is called with what it supports, now and whenever a
   * connection to it is opened.
   */
  meet(on_offers: (relay: string, offers: Offers) => void): void;
  /**
   * Starts no more messages: waiting ones are unreachable at once. Resolves when everything sent is answered, which may
   * take a relay ten minutes, or after `within_ms`: then unanswered messages are uncertain.
   */
  close(options?: { within_ms?: number }): Promise<void>;
};

type Setting = {
  connections: number;
  log?: Log;
  limits?: Partial<Limits>;
};

/**
 * The relays in `urls` (the syntax is readRelays'), each with at most `connections` connections, plus one for priority.
 * Each gets its weight's share of the messages as long as it is reachable. Throws Error for invalid `urls`.
 */
export function openTransport(urls: string, { connections, log, limits = {} }: Setting): Transport {
  let on_offers: (relay: string, offers: Offers) => void = () => {};
  const pools: Pool[] = readRelays(urls).map(relay => {
    const pool: Pool = openPool(relay, {
      connections,
      limits: { ...usualLimits, ...limits },
      log,
      give_back,
      cannot: (task, result) => cannot(pool, task, result),
      is_other_open: () => pools.some(other => other !== pool && other.isOpen()),
      on_offers: (name, offers) => on_offers(name, offers),
    });
    return pool;
  });
  const choose =
    pools.length > 1 ? openChoice(pools) : () => (pools[0]!.trouble() === undefined ? pools[0] : undefined);
  const withdrawals = openWithdrawals(withdraw);
  let closing: Promise<void> | undefined;
  return {
    handOver(envelope, message, { priority = false, signal, on_stall = () => {} } = {}) {
      return new Promise(resolve => {
        const task: Task = {
          envelope,
          message,
          priority,
          returns: 0,
          unable: new Set(),
          on_stall: once(on_stall),
          settle: resolve,
        };
        if (signal?.aborted) return resolve(withdrawn);
        if (signal) withdrawals.add(signal, task);
        offer(task);
      });
    },
    relays: pools.map(({ name }) => name),
    holds: () => pools.reduce((sum, pool) => sum + pool.holds(), 0),
    stalled: () => pools.reduce((sum, pool) => sum + pool.stalled(), 0),
    meet(hear) {
      on_offers = hear;
      for (const pool of pools) pool.probe();
    },
    close({ within_ms } = {}) {
      closing ??= drain(within_ms);
      return closing;
    },
  };

  async function drain(within_ms: number | undefined): Promise<void> {
    const timer =
      within_ms !== undefined &&
      setTimeout(() => {
        for (const pool of pools) pool.cut(sentence('relays.stopping_unanswered'));
      }, within_ms);
    await Promise.all(pools.map(pool => pool.drain()));
    if (timer) clearTimeout(timer);
  }

  function offer(task: Task, result?: HandOver) {
    const pool = choose(task);
    if (pool) return pool.offer(task);
    const able = pools.find(pool => !task.unable.has(pool))!;
    task.settle(result ?? { status: 'unreachable', reply: able.trouble()! });
  }

  /** Another relay may be able to, perhaps later. */
  function cannot(pool: Pool, task: Task, result: HandOver) {
    task.unable.add(pool);
    if (pools.every(pool => task.unable.has(pool))) task.settle(result);
    else offer(task);
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
    // After all waiting messages have been withdrawn, so that a free connection does not start one of them.
    for (const task of begun) if (pools.some(pool => pool.interrupt(task))) task.settle(withdrawn);
  }
}

/** Calls `tell` the first time. */
function once(tell: OnStall): OnStall {
  let is_told = false;
  return (words, is_its_own) => {
    if (!is_told) tell(words, is_its_own);
    is_told = true;
  };
}

/** The unfinished tasks of each signal; `withdraw` receives them when it is aborted. */
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
function openChoice(pools: Pool[]): (task: Task) => Pool | undefined {
  const credit = pools.map(() => 0);
  return task => {
    const possible = pools.flatMap((pool, at) =>
      task.unable.has(pool) || pool.trouble() !== undefined ? [] : [at],
    );
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
