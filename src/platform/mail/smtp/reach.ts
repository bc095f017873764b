import type { Relay } from './relays.ts';
import { tryRelays } from './trial.ts';

/** Whether a relay accepts our connections. `detail` names the obstacle. */
export type Reach = { name: string; state: 'reachable' | 'unreachable'; detail: string };

/** Tries each relay without mail, for at most `within_ms`. Never throws. */
export async function reachRelays(relays: readonly Relay[], within_ms: number): Promise<Reach[]> {
  const trials = await tryRelays(relays, within_ms);
  return trials.map(({ name, state, steps }) => ({
    name,
    state: state === 'failed' ? 'unreachable' : 'reachable',
    detail: steps.find(step => step.state === 'failed')?.detail ?? '',
  }));
}
