import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Area } from '../../accounts/permissions.ts';
import type { Remembered, Restored } from '../../audience/subscribers/restore.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { failed, type Result } from './result.ts';
import type { Target, TargetName } from './targets.ts';

/** The equipment of the bulk action types. */
export type BulkContext = { theme: Theme; clock: Clock; secret: Secret };

/** The context in which they run; includes the id of the key that requested the action. */
type WorkContext = BulkContext & { by: string | null };

/** A type of bulk action. To add one, write a file in types/ and add a line to types.ts. */
export type BulkType<Metadata, Settings> = {
  acts_on: TargetName;
  /** The permission the key needs in addition to `bulk_actions`. */
  needs: readonly Area[];
  /** The meaning of absent or empty `ids`: an error, everything, or the type's own choice (`own`). */
  without_ids: 'refused' | 'everything' | 'own';
  /** The fields of `metadata` other than `ids`, `parameters` and `dry_run`. */
  metadata: z.ZodType<Metadata>;
  /**
   * Looks up names and returns the parameters of the action as plain JSON, which is stored. `ids_given` is false if
   * `ids` were absent or empty. Throws a DomainError whose detail begins with the field.
   */
  settle(trx: Database, newsletter: Newsletter, metadata: Metadata, ids_given: boolean): Promise<Settings>;
  /** The type's own choice of items, as rows of key and id. */
  own?(trx: Database, newsletter: Newsletter, settings: Settings): Promise<RawBuilder<Target>>;
  /** Throws if the key `by` may not do this to as many objects. */
  allow?(trx: Database, newsletter: Newsletter, by: string, settings: Settings, count: number): Promise<void>;
  /** Items per transaction. */
  group: number;
  /**
   * Processes these items. Items without a result no longer exist. If it throws a DomainError, the action cannot
   * continue.
   */
  work(
    trx: Database,
    context: WorkContext,
    newsletter: Newsletter,
    settings: Settings,
    targets: Target[],
  ): Promise<Map<number, Result>>;
  /** How the action is undone; absent if it cannot be. */
  inverse?: Inverse<Settings>;
  /** Called when no item is left, or the action cannot continue. */
  end?(trx: Database, newsletter: Newsletter, settings: Settings): Promise<void>;
};

/** The values that an action on subscribers notes before it changes them, and how they are restored. */
export type Inverse<Settings> = {
  /** An expression over `subscribers`: the values that are about to change, as JSON; null for somebody who stays as they are. */
  former(settings: Settings): RawBuilder<unknown>;
  /** Gives them their former values, unless they changed since. Returns the result for each. */
  restore(trx: Database, remembered: Remembered, settings: Settings): Promise<Map<number, Restored>>;
};

/** The type as stored in the list of all types, without the values that its functions pass to each other. */
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

/**
 * The work of a type whose operation takes one object at a time. If the operation refuses, its changes are rolled back and the refusal
 * becomes the item's result.
 */
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
