import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Area } from '../accounts/permissions.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { failed, type Result } from './result.ts';
import type { Target, TargetName } from './targets.ts';

/** What the types need to do their work. */
export type BulkContext = { jobs: Jobs; theme: Theme; clock: Clock; secret: Secret };

/** What they need when they work: also the id of the key that asked for it. */
type WorkContext = BulkContext & { by: string | null };

/** A type of bulk action. Adding one is a file in types/ and a line in types.ts. */
export type BulkType<Metadata, Settings> = {
  acts_on: TargetName;
  /** What the key must be able to write, besides bulk actions. */
  needs: readonly Area[];
  /** What absent or empty `ids` mean: a refusal, all there are, or what the type itself says (`own`). */
  without_ids: 'refused' | 'everything' | 'own';
  /** What `metadata` holds besides `ids`, `parameters` and `dry_run`. */
  metadata: z.ZodType<Metadata>;
  /**
   * What the action is to do, with names looked up, as plain JSON that is kept. `ids_given` is false where `ids` were
   * absent or empty. Throws a DomainError whose detail begins with the field.
   */
  settle(trx: Database, newsletter: Newsletter, metadata: Metadata, ids_given: boolean): Promise<Settings>;
  /** Its own choice of items, as rows of key and id. */
  own?(trx: Database, newsletter: Newsletter, settings: Settings): Promise<RawBuilder<Target>>;
  /** Throws where the key `by` may not do it to so many. */
  allow?(trx: Database, newsletter: Newsletter, by: string, settings: Settings, count: number): Promise<void>;
  /** How many items one transaction takes. */
  group: number;
  /**
   * Does the work of these items; whom it has no result for is not there any more. A DomainError that it throws means
   * that the action cannot go on.
   */
  work(
    trx: Database,
    context: WorkContext,
    newsletter: Newsletter,
    settings: Settings,
    targets: Target[],
  ): Promise<Map<number, Result>>;
  /** When no item is left, or the action cannot go on. */
  end?(trx: Database, newsletter: Newsletter, settings: Settings): Promise<void>;
};

/** As the list of all types holds it: what one type's own functions hand to each other is nobody else's business. */
export type AnyBulkType = BulkType<unknown, unknown>;

export function bulkType<Metadata, Settings>(type: BulkType<Metadata, Settings>): AnyBulkType {
  return type as unknown as AnyBulkType;
}

type Verb<Settings> = (
  trx: Database,
  context: WorkContext,
  newsletter: Newsletter,
  settings: Settings,
  target: Target,
) => Promise<Result>;

/** The work of a type whose verb takes one at a time. What the verb refuses is taken back, and is the item's result. */
export function oneByOne<Settings>(verb: Verb<Settings>): BulkType<unknown, Settings>['work'] {
  return async (trx, context, newsletter, settings, targets) => {
    const results = new Map<number, Result>();
    for (const target of targets) {
      await sql`savepoint item`.execute(trx);
      const result = await verb(trx, context, newsletter, settings, target).catch(async error => {
        if (!(error instanceof DomainError)) throw error;
        await sql`rollback to savepoint item`.execute(trx);
        return failed(error.code, error.detail);
      });
      await sql`release savepoint item`.execute(trx);
      results.set(target.key, result);
    }
    return results;
  };
}
