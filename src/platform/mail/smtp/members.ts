import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../../log.ts';
import { type Choice, type Member, openChoices } from './choices.ts';
import type { HandOver, Sender, Task } from './hand-over.ts';
import type { Limits } from './limits.ts';
import { openPool, type Pool } from './pool.ts';
import type { RelayInUse } from './relays.ts';
import type { Offers } from './session.ts';

/** News of a relay: what it offers, or the trouble that it is in. */
export type Heard = { offers: Offers } | { trouble: string };
export type Hear = (relay: RelayInUse, heard: Heard) => void;

/** The relays in use, and their connections. */
export type Members = {
  inUse(): readonly RelayInUse[];
  /** Uses these relays from now on (Transport.use). Returns the messages that waited for a connection, to be offered again. */
  use(relays: readonly RelayInUse[]): Task[];
  choiceOf(sender: Sender | undefined): Choice;
  isOne(): boolean;
  meet(hear: Hear): void;
  tryAgain(): void;
  /** Returns the pools of the relays in use, and those of former ones until everything they have is answered. */
  pools(): Pool[];
};

type Setting = {
  connections: number;
  limits: Limits;
  log: Log | undefined;
  /** Takes back a message that was not handed over, but may be by another relay. */
  give_back: (task: Task, result: HandOver) => void;
  /** Takes back a message that the relay cannot carry as it is. */
  cannot: (member: Member, task: Task, result: HandOver) => void;
};

export function openMembers({ connections, limits, log, give_back, cannot }: Setting): Members {
  let hear: Hear | undefined;
  let members: Member[] = [];
  let joined = 0;
  let choices = openChoices(members);
  const leaving = new Set<Pool>();
  return {
    inUse: () => members.map(({ relay }) => relay),
    use(relays) {
      const former = new Set(members);
      members = relays.map(relay => {
        const same = [...former].find(one => isSameConnection(one.relay, relay));
        if (!same) return join(relay);
        former.delete(same);
        same.relay = relay;
        return same;
      });
      choices = openChoices(members, choices);
      const waiting = [...members, ...former].flatMap(({ pool }) => pool.release());
      for (const { pool } of former) {
        leaving.add(pool);
        void pool.drain().then(() => leaving.delete(pool));
      }
      return waiting;
    },
    choiceOf: sender => choices.of(sender),
    isOne: () => choices.isOne,
    meet(given) {
      hear = given;
      for (const member of members) probe(member);
    },
    tryAgain() {
      for (const member of members) if (member.pool.isDoubtful()) probe(member);
    },
    pools: () => [...members.map(({ pool }) => pool), ...leaving],
  };

  function join(relay: RelayInUse): Member {
    joined += 1;
    const member: Member = {
      number: joined,
      relay,
      pool: openPool(relay, {
        connections: relay.connections ?? connections,
        limits,
        log,
        give_back,
        cannot: (task, result) => cannot(member, task, result),
        may_move: task => mayMove(member, task),
        on_offers: offers => hear?.(member.relay, { offers }),
        on_trouble: trouble => hear?.(member.relay, { trouble }),
      }),
    };
    if (hear) probe(member);
    return member;
  }

  function probe({ relay, pool }: Member): void {
    if (relay.unusable === null && !relay.is_paused) pool.probe();
  }

  /** Whether another relay of the sender works, or has not been tried. */
  function mayMove(member: Member, task: Task): boolean {
    const ready = choices.of(task.sender).ready();
    return ready.some(other => other !== member && !other.pool.isDoubtful());
  }
}

/** Whether connections to one relay also serve for the other. */
function isSameConnection(one: RelayInUse, other: RelayInUse): boolean {
  return isDeepStrictEqual(connectionOf(one), connectionOf(other));
}

function connectionOf({ host, port, tls, login, client_name, connections }: RelayInUse) {
  return { host, port, tls, login, client_name, connections };
}
