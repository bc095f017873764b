import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../platform/dice.ts';
import type { CrashStage } from './crash-stage.ts';
import type { SmtpSink } from './smtp-sink.ts';

/** The moods in which the mail server treats new connections and commands. */
const moods: Record<string, (dice: Dice) => SmtpSink['before']> = {
  'as usual': () => () => undefined,
  'never greets': () => verb => (verb === 'CONNECT' ? 'silence' : undefined),
  'silent after EHLO': () => verb => (verb === 'EHLO' ? 'silence' : undefined),
  'silent after MAIL': dice => verb => (verb === 'MAIL' && dice.chance(0.1) ? 'silence' : undefined),
  'slow at RCPT': dice => verb => (verb === 'RCPT' && dice.chance(0.1) ? sleep(dice.below(3000)) : undefined),
  'closes after the accept': () => verb => (verb === 'CONNECT' ? 'hang up' : undefined),
  'closes after MAIL': dice => verb => (verb === 'MAIL' && dice.chance(0.1) ? 'hang up' : undefined),
};

/** The times for which workers are stopped, in milliseconds. Some are longer than a lease of two seconds, or than a pass. */
const pauses = [100, 1000, 3000, 6000];

/**
 * Stops one worker or all of them, and continues them after a while, while the mail server has one of the moods. Afterwards the server is
 * as usual, but never answers what it left unanswered. Returns what happened.
 */
export async function stopAndContinue({ sink, workers }: CrashStage, dice: Dice): Promise<string> {
  // With CHUNKING, whole messages leave with MAIL, and a worker waits ten minutes for their answers.
  const possible = Object.entries(moods).filter(
    ([mood]) => mood !== 'silent after MAIL' || !sink.offers.includes('CHUNKING'),
  );
  const [mood, moody] = dice.pick(possible);
  const stopped = dice.chance(0.3) ? workers : [dice.pick(workers)];
  const milliseconds = dice.pick(pauses);
  sink.before = moody(dice);
  await Promise.all(stopped.map(worker => worker.freeze(milliseconds)));
  await sleep(dice.below(1000));
  sink.before = () => undefined;
  return `${stopped.length} stopped for ${milliseconds} ms (the mail server: ${mood})`;
}
