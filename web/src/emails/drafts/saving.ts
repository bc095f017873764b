import { ApiFailure } from '../../platform/failure.ts';
import { unfinishedIn } from '../unfinished.ts';

/** The state of saving. An `unfinished` text stays in this browser until the service can read it. */
export type Saving = {
  state: 'saved' | 'saving' | 'unfinished' | 'unsaved';
  error?: unknown;
  /** True if this browser keeps the text that could not be saved. */
  kept?: boolean;
};

/** Returns the state while the text is being saved. An error stays until saving ends, because messages that come and go would distract. */
export function whileSaving({ state, error, kept: before }: Saving, kept = before): Saving {
  const stays = state === 'saved' ? { state: 'saving' as const } : { state, error };
  return kept === undefined ? stays : { ...stays, kept };
}

/** Returns the state after the service has refused the text or has not answered. */
export function afterFailure(error: unknown, kept: boolean): Saving {
  return { state: unfinishedIn(error) ? 'unfinished' : 'unsaved', error, kept };
}

/** Returns true if the service may have carried out the request, or still does, although no answer says so. */
export function mayBeSaved(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.status === 0 || error.status >= 500 || error.code === 'idempotency_key_in_progress';
}
