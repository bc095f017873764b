import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Step } from '../definition/actions.ts';
import type { Edition, Sequence } from '../definition/sequence.ts';
import type { DueRun } from './due-runs.ts';

/** The result of a step for one run. Failures and waits are tried again until the step is late. */
export type Effect =
  | { done?: string; email_key?: number }
  | { skipped: string }
  | { wait: string }
  | { capped: true }
  | { hold: string }
  | { failure: string };
export type Effects = Map<DueRun, Effect>;

/** Creates an export. Passed in, because exports belong to a higher room. */
export type WriteExport = (
  trx: Database,
  newsletter: Newsletter,
  by: string | null,
  metadata: Record<string, unknown>,
) => Promise<void>;

export type EffectContext = { clock: Clock; theme: Theme; secret: Secret; writeExport: WriteExport };

/** The step that is done, and its newsletter. */
export type Doing = EffectContext & {
  newsletter: Newsletter;
  sequence: Sequence;
  edition: Edition;
  step: Step;
  now: Date;
};

/** Does one kind of step for all of these runs, in the transaction that moves them. */
export type DoStep = (trx: Database, doing: Doing, runs: DueRun[]) => Promise<Effects>;
