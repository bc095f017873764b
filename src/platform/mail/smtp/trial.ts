import { TLSSocket } from 'node:tls';
import { sentence } from '../../sentences/sentence.ts';
import { openDialogue, RelayTrouble } from './dialogue.ts';
import { envelopeCommands } from './envelope.ts';
import type { Envelope, Message } from './hand-over.ts';
import { type Limits, usualLimits } from './limits.ts';
import { hideLogin } from './login.ts';
import type { Relay } from './relays.ts';
import { openSession, type Session, type Witness } from './session.ts';
import { describeTls, judgeTls, type Tls } from './trial-tls.ts';
import { openWire } from './wire.ts';

export const trialSteps = ['connect', 'tls', 'ehlo', 'login', 'mail'] as const;
export type TrialStep = {
  step: (typeof trialSteps)[number];
  /** `skipped`: the step was not requested, or an earlier step failed. */
  state: 'good' | 'warning' | 'failed' | 'skipped';
  /** The relay's words, without anything secret. */
  words: string[];
  /** The finding or the fault, and the remedy. */
  detail: string;
  milliseconds: number;
};

/** The answers of a relay, step by step. The state is that of its worst step. `tls` is null if the connection has none. */
export type Trial = {
  name: string;
  state: 'good' | 'warning' | 'failed';
  steps: TrialStep[];
  tls: Tls | null;
  /** The extensions in its answer to EHLO. */
  extensions: string[];
};

type Letter = { envelope: Envelope; message: Message };

/** Tries each of these relays, as `tryRelay` below does. */
export async function tryRelays(
  relays: readonly (Relay & { unusable?: string | null })[],
  within_ms: number,
  letter?: Letter,
): Promise<Trial[]> {
  return Promise.all(relays.map(relay => tryRelay(relay, within_ms, letter)));
}

/**
 * Connects to the relay as for mail, with TLS and login, hands it `letter` if there is one, and hangs up, all within this
 * time. Never throws.
 */
async function tryRelay(
  { unusable, ...relay }: Relay & { unusable?: string | null },
  within_ms: number,
  letter?: Letter,
): Promise<Trial> {
  const record = openRecord(relay);
  const limits = {
    ...usualLimits,
    connect: within_ms,
    greeting: within_ms,
    command: within_ms,
    dot: within_ms,
  };
  const signal = AbortSignal.timeout(within_ms);
  try {
    if (unusable) {
      record.begins('login');
      throw new RelayTrouble(unusable);
    }
    const session = await openSession(relay, limits, signal, record);
    if (letter) {
      record.begins('mail');
      await deliver(session, letter, limits, signal, record);
    }
    session.socket.on('error', () => {}); // whatever happens to the connection now
    session.socket.end('QUIT\r\n');
    setTimeout(() => session.socket.destroy(), usualLimits.farewell).unref();
  } catch (error) {
    const isKnown = error instanceof RelayTrouble && !signal.aborted;
    record.fails(isKnown ? error.message : sentence('relays.no_answer', { seconds: within_ms / 1000 }));
  }
  return { name: `${relay.host}:${relay.port}`, ...record.settle() };
}

/** Delivers one message, one command at a time. Throws RelayTrouble with the relay's words if it refuses. */
async function deliver(
  { socket, offers }: Session,
  { envelope, message }: Letter,
  limits: Limits,
  signal: AbortSignal,
  record: Witness,
): Promise<void> {
  const dialogue = openDialogue(socket, limits, signal);
  try {
    const asked = envelopeCommands(envelope, message, offers);
    if ('status' in asked) throw new RelayTrouble(asked.reply);
    for (const command of [...asked.commands.trimEnd().split('\r\n'), 'DATA']) {
      const reply = await dialogue.ask(command);
      if (reply.code >= 400) throw new RelayTrouble(reply.text);
    }
    openWire(socket).sendMessage(message, '', () => {});
    const reply = await dialogue.hear(limits.dot);
    if (reply.code !== 250) throw new RelayTrouble(reply.text);
    record.hears(reply.text);
    dialogue.release();
  } catch (error) {
    dialogue.abandon();
    throw error;
  }
}

type TrialRecord = Witness & {
  /** Makes the present step fail, and skips those after it. */
  fails(detail: string): void;
  settle(): Omit<Trial, 'name'>;
};

function openRecord(relay: Relay): TrialRecord {
  const steps = trialSteps.map(
    (step): TrialStep => ({ step, state: 'skipped', words: [], detail: '', milliseconds: 0 }),
  );
  const of = (name: TrialStep['step']) => steps.find(({ step }) => step === name)!;
  let present = of('connect');
  let since = performance.now();
  let tls: Tls | null = null;
  const rest = () => {
    present.milliseconds += Math.round(performance.now() - since);
    since = performance.now();
  };
  return {
    begins(step) {
      rest();
      present = of(step);
      present.state = 'good';
      present.words = step === 'ehlo' ? [] : present.words; // earlier offers are void (RFC 3207 §4.2)
    },
    hears(...words) {
      present.words.push(...words.map(text => hideLogin(relay.login, text)));
    },
    secures(socket) {
      if (socket instanceof TLSSocket) tls = describeTls(socket);
    },
    fails(detail) {
      present.state = 'failed';
      present.detail = sentence(`relays.${present.step}_failed`, { reason: hideLogin(relay.login, detail) });
    },
    settle() {
      rest();
      // Without TLS, it is known only after EHLO whether TLS was offered.
      if (of('tls').state !== 'failed' && (tls || of('ehlo').state === 'good'))
        Object.assign(of('tls'), judgeTls(relay, tls));
      const worst = (['failed', 'warning'] as const).find(state => steps.some(step => step.state === state));
      return { state: worst ?? 'good', steps, extensions: of('ehlo').words.slice(1), tls };
    },
  };
}
