import { minute_ms } from './durations.ts';
import { messageOf } from './errors.ts';
import type { Log } from './log.ts';

const silenceMilliseconds = minute_ms;
const mostKinds = 100;

/**
 * Returns a function that warns of errors that come in floods, for example while the database is away. It logs the same error at most once
 * a minute, with the number of repetitions since then (`repeated`).
 */
export function warnRarely(
  log: Pick<Log, 'warn'>,
  message: string,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const heard = new Map<string, { since: number; repeated: number }>();
  return error => {
    const kind = messageOf(error);
    const last = heard.get(kind);
    if (last && now() - last.since < silenceMilliseconds) {
      last.repeated += 1;
      return;
    }
    if (heard.size >= mostKinds) heard.clear();
    heard.set(kind, { since: now(), repeated: 0 });
    log.warn({ err: error, ...(last && last.repeated > 0 && { repeated: last.repeated }) }, message);
  };
}
