import type { Log } from '../../log.ts';
import { sentence } from '../../sentences/sentence.ts';
import { type Choice, type Member, troubleOf } from './choices.ts';
import type { Envelope, HandOver, Leaving, Message, OnStall, Sender, Task } from './hand-over.ts';
import { type Limits, usualLimits } from './limits.ts';
import { type Hear, openMembers } from './members.ts';
import { forEverybody, type RelayInUse, readRelays } from './relays.ts';

export type { Envelope, HandOver, Message, Sender } from './hand-over.ts';

/** How often a message that no connection has carried is offered again before it counts as unreachable. */
const mostReturns = 3;

const withdrawn: HandOver = { status: 'unreachable', reply: sentence('relays.withdrawn') };

export type Transport = {
  /**
   * Hands one message over to one of its sender's relays. Never throws, and never offers a message again that may have arrived. With
   * `priority`, it waits behind no message without priority. `signal` withdraws the message as long as its content has not begun to leave.
   * `on_stall` is called once, if the relay does not answer for a long time while the message waits. `leaving` is called whenever the
   * content is about to leave; if it throws, nothing leaves.
   */
  handOver(
    envelope: Envelope,
    message: Message,
    options?: {
      sender?: Sender | undefined;
      /** The key of the relay that should take the message, if it is allowed to and can. */
      relay_key?: number | undefined;
      priority?: boolean;
      signal?: AbortSignal;
      on_stall?: OnStall;
      leaving?: Leaving;
    },
  ): Promise<HandOver>;
  /** Returns the relays in use. */
  inUse(): readonly RelayInUse[];
  /**
   * Uses these relays from now on. Connections to those that stay continue. Messages that wait for a relay that is gone, or that no longer
   * takes the mail of their sender, go over another; those that have begun to leave over it are answered first.
   */
  use(relays: readonly RelayInUse[]): void;
  /** Returns the relays that may take the mail of this sender; without a sender, the default ones. */
  choiceOf(sender?: Sender): Choice;
  /** Whether all senders have the same relays. */
  isOne(): boolean;
  /**
   * Opens a connection to each relay without one, now and whenever a relay is added. Whenever a connection to it is opened, `hear` is
   * called with its offers; whenever none can be, with its trouble.
   */
  meet(hear: Hear): void;
  /** Tries to open a connection to each relay that has failed or fallen silent, and has none. */
  tryAgain(): void;
  /**
   * Starts no more messages; waiting ones are unreachable at once. Resolves when everything sent is answered, which may take a relay ten
   * minutes, or after `within_ms`, when unanswered messages are uncertain.
   */
  close(options?: { within_ms?: number }): Promise<void>;
};

type Setting = {
  connections: number;
  log?: Log;
  limits?: Partial<Limits>;
};

/**
 * Opens the relays in `urls` (in the syntax of readRelays), each with at most `connections` connections, plus one for priority. Each gets
 * the share of the messages that its weight says, as long as it is reachable. Throws Error for invalid `urls`.
 */
export function openTransport(urls: string, { connections, log, limits = {} }: Setting): Transport {
  const members = openMembers({
    connections,
    limits: { ...usualLimits, ...limits },
    log,
    give_back,
    cannot,
  });
  const withdrawals = openWithdrawals(withdraw);
  let closing: Promise<void> | undefined;
  members.use(readRelays(urls).map(relay => forEverybody(relay)));
  return {
    handOver(
      envelope,
      message,
      { sender, relay_key, priority = false, signal, on_stall = () => {}, leaving } = {},
    ) {
      return new Promise(resolve => {
        const task: Task = {
          envelope,
          message,
          priority,
          sender,
          wished: relay_key,
          relay_key: null,
          returns: 0,
          unable: new Set(),
          leaving,
          on_stall: once((words, is_its_own) => on_stall(words, is_its_own, task.relay_key)),
          settle: result =>
            resolve(task.relay_key === null ? result : { ...result, relay_key: task.relay_key }),
        };
        if (signal?.aborted) return resolve(withdrawn);
        if (signal) withdrawals.add(signal, task);
        offer(task);
      });
    },
    ...members,
    use(relays) {
      if (!closing) for (const task of members.use(relays)) offer(task);
    },
    close({ within_ms } = {}) {
      closing ??= drain(within_ms);
      return closing;
    },
  };

  async function drain(within_ms: number | undefined): Promise<void> {
    const all = members.pools();
    const timer =
      within_ms !== undefined &&
      setTimeout(() => {
        for (const pool of all) pool.cut(sentence('relays.stopping_unanswered'));
      }, within_ms);
    await Promise.all(all.map(pool => pool.drain()));
    if (timer) clearTimeout(timer);
  }

  function offer(task: Task, result?: HandOver) {
    const choice = members.choiceOf(task.sender);
    const member = choice.choose(task);
    if (!member) {
      const able = choice.members.find(one => !task.unable.has(one)) ?? choice.members[0];
      return task.settle(
        result ?? { status: 'unreachable', reply: (able && troubleOf(able)) ?? sentence('relays.none') },
      );
    }
    task.relay_key = member.relay.key;
    member.pool.offer(task);
  }

  /** Takes back a message that a relay cannot carry. Another relay may be able to, perhaps later. */
  function cannot(member: Member, task: Task, result: HandOver) {
    task.unable.add(member);
    if (members.choiceOf(task.sender).members.every(one => task.unable.has(one))) task.settle(result);
    else offer(task);
  }

  function give_back(task: Task, result: HandOver) {
    task.returns += 1;
    if (task.returns > mostReturns) task.settle(result);
    else offer(task, result.status === 'temporary' && task.returns === 1 ? undefined : result);
  }

  function withdraw(tasks: Iterable<Task>) {
    const all = members.pools();
    const begun: Task[] = [];
    for (const task of [...tasks]) {
      if (all.some(pool => pool.withdraw(task))) task.settle(withdrawn);
      else begun.push(task);
    }
    // This comes after all waiting messages have been withdrawn, so that a free connection does not start one of them.
    for (const task of begun) if (all.some(pool => pool.interrupt(task))) task.settle(withdrawn);
  }
}

/** Returns a function that calls `tell` only the first time. */
function once(tell: Task['on_stall']): Task['on_stall'] {
  let is_told = false;
  return (words, is_its_own) => {
    if (!is_told) tell(words, is_its_own);
    is_told = true;
  };
}

/** Keeps the unfinished tasks of each signal; `withdraw` receives them when it is aborted. */
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
