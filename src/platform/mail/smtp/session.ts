import { connect as connectPlain, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { sentence } from '../../sentences/sentence.ts';
import { type Dialogue, openDialogue, RelayTrouble } from './dialogue.ts';
import { inboxName } from './greeting.ts';
import type { Limits } from './limits.ts';
import { logIn } from './login.ts';
import { isThisMachine, type Relay } from './relays.ts';

/** The extensions that a relay offers in its EHLO answer. */
export type Offers = {
  pipelining: boolean;
  /** Whether it offers BDAT (RFC 3030). */
  chunking: boolean;
  eight_bit: boolean;
  smtputf8: boolean;
  dsn: boolean;
  /** Whether it is Postrider's own inbox. */
  is_inbox: boolean;
  starttls: boolean;
  /** The largest message in bytes; 0 means no stated limit, and -1 that SIZE is not supported. */
  size: number;
  auth: string[];
};

/** A connection that is ready for mail. */
export type Session = { socket: Socket; offers: Offers };

/** Watches how a session is opened. */
export type Witness = {
  begins(step: 'connect' | 'tls' | 'ehlo' | 'login' | 'mail'): void;
  /** Receives the relay's reply in the present step; for EHLO, all of its lines. */
  hears(...words: string[]): void;
  /** Notes that the connection has TLS now. */
  secures(socket: Socket): void;
};
const nobody: Witness = { begins: () => {}, hears: () => {}, secures: () => {} };

/**
 * Connects, greets, switches to TLS and logs in, according to the relay's settings. Throws RelayTrouble with the obstacle; then nothing is
 * left open. `signal` aborts all this.
 */
export async function openSession(
  relay: Relay,
  limits: Limits,
  signal: AbortSignal,
  witness: Witness = nobody,
): Promise<Session> {
  let dialogue: Dialogue | undefined;
  try {
    const { host, port, tls } = relay;
    witness.begins('connect');
    const socket =
      tls === 'implicit' ? connectTls({ port, ...verified(host) }) : connectPlain({ host, port });
    dialogue = openDialogue(socket, limits, signal);
    await dialogue.until('connect');
    if (tls === 'implicit') {
      witness.begins('tls');
      await dialogue.until('secureConnect');
      witness.secures(socket);
      witness.begins('connect');
    }
    const greeting = await dialogue.hear(limits.greeting);
    if (greeting.code !== 220) throw new RelayTrouble(greeting.text);
    witness.hears(greeting.text);
    let offers = await introduce(dialogue, relay, witness);
    let isSecret = tls === 'implicit';
    const secured = isSecret ? undefined : await goOverToTls(dialogue, relay, offers, witness);
    if (secured) {
      dialogue = openDialogue(secured, limits, signal);
      await dialogue.until('secureConnect');
      witness.secures(secured);
      isSecret = true;
      offers = await introduce(dialogue, relay, witness); // earlier offers are void (RFC 3207 §4.2)
    }
    if (relay.login) {
      witness.begins('login');
      if (!isSecret && !isThisMachine(host)) throw new RelayTrouble(sentence('relays.no_tls_for_password'));
      witness.hears(await logIn(dialogue, relay.login, offers.auth));
    }
    return { socket: dialogue.release(), offers };
  } catch (error) {
    dialogue?.abandon();
    throw error;
  }
}

async function introduce(dialogue: Dialogue, { client_name }: Relay, witness: Witness): Promise<Offers> {
  witness.begins('ehlo');
  const answer = await dialogue.ask(`EHLO ${client_name}`);
  if (answer.code === 250) {
    witness.hears(...answer.lines);
    return readOffers(answer.lines);
  }
  if (answer.code < 500) throw new RelayTrouble(answer.text);
  const plain = await dialogue.ask(`HELO ${client_name}`);
  if (plain.code !== 250) throw new RelayTrouble(plain.text);
  witness.hears(plain.text);
  return readOffers([]);
}

/** Switches to TLS. Returns undefined if the relay does not support it and TLS is not required. */
async function goOverToTls(
  dialogue: Dialogue,
  { tls, host }: Relay,
  offers: Offers,
  witness: Witness,
): Promise<TLSSocket | undefined> {
  if (tls === 'none') return undefined;
  witness.begins('tls');
  const refused = offers.starttls ? await dialogue.ask('STARTTLS') : undefined;
  if (refused?.code === 220) {
    // If no valid certificate is required, TLS is still better than none, against passive listeners (RFC 7435).
    const certificate = tls === 'require' ? {} : { rejectUnauthorized: false };
    return connectTls({ socket: dialogue.release(), ...verified(host), ...certificate });
  }
  if (tls === 'opportunistic') return undefined;
  throw new RelayTrouble(refused?.text ?? sentence('relays.no_starttls'));
}

function verified(host: string): ConnectionOptions {
  // An IP address is not a valid server name (RFC 6066 §3), but the certificate is compared with it.
  return /^[\d.]+$|:/.test(host) ? { host } : { host, servername: host };
}

export function readOffers(lines: string[]): Offers {
  const words = lines.slice(1).map(line => line.toUpperCase().split(/[ =]+/));
  const find = (name: string) => words.find(([word]) => word === name);
  const limit = Number(find('SIZE')?.[1] ?? 0);
  return {
    pipelining: find('PIPELINING') !== undefined,
    chunking: find('CHUNKING') !== undefined,
    eight_bit: find('8BITMIME') !== undefined,
    smtputf8: find('SMTPUTF8') !== undefined,
    dsn: find('DSN') !== undefined,
    is_inbox: lines[0]?.split(' ')[0] === inboxName,
    starttls: find('STARTTLS') !== undefined,
    size: find('SIZE') ? (Number.isSafeInteger(limit) && limit > 0 ? limit : 0) : -1,
    auth: words.filter(([word]) => word === 'AUTH').flatMap(([, ...names]) => names),
  };
}
