import { ApiFailure } from '../../platform/failure.ts';
import { unfinishedIn } from '../unfinished.ts';

/** Whether the text is saved. One that is `unfinished` is kept in this browser until the service can read it. */
export type Saving = {
  state: 'saved' | 'saving' | 'unfinished' | 'unsaved';
  error?: unknown;
  /** Whether this browser keeps what could not be saved. */
  kept?: boolean;
};

/** While it is being saved, the obstacle stays until saving ends: messages that come and go would distract. */
export function whileSaving({ state, error, kept: before }: Saving, kept = before): Saving {
  const stays = state === 'saved' ? { state: 'saving' as const } : { state, error };
  return kept === undefined ? stays : { ...stays, kept };
}

/** After the service has refused it, or has not answered. */
export function afterFailure(error: unknown, kept: boolean): Saving {
  return { state: unfinishedIn(error) ? 'unfinished' : 'unsaved', error, kept };
}

/** Whether the request was perhaps carried out, or still is being, although no answer says so. */
export function mayBeSaved(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.status === 0 || error.status >= 500 || error.code === 'idempotency_key_in_progress';
}
