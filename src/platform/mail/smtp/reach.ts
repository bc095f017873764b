import { tryRelays } from './trial.ts';

/** Whether a relay takes our connections. `detail` says what is in the way. */
export type Reach = { name: string; state: 'reachable' | 'unreachable'; detail: string };

/** Tries each relay in `urls`, without mail, for at most `within_ms`. Never throws. */
export async function reachRelays(urls: string, within_ms: number): Promise<Reach[]> {
  const trials = await tryRelays(urls, within_ms);
  return trials.map(({ name, state, steps }) => ({
    name,
    state: state === 'failed' ? 'unreachable' : 'reachable',
    detail: steps.find(step => step.state === 'failed')?.detail ?? '',
  }));
}
