/** Why a database is on hold. */
export const holdReasons = {
  restored: 'This database was restored from a backup.',
  rolled_back: 'This database is older than what this installation has already done with it.',
  copied_database: 'This database is a copy of another one.',
  copied_folder: 'This data folder is a copy, or was moved.',
  unknown_place:
    'This process has never used this database, and no other one is running that could vouch for it.',
  witness_moved: 'Another copy of this installation is running, or was running later than this one.',
  witness_missing: 'This process cannot ask the witness that the database has used.',
  other_server: 'The database server was replaced by a standby, or restored to an earlier point in time.',
} as const;
export type HoldReason = keyof typeof holdReasons;

/** A worker that knows the epoch and the witness ends a hold for these reasons: nothing was wrong with the database itself. */
export const weakReasons: readonly HoldReason[] = ['unknown_place', 'copied_folder', 'witness_missing'];

export function isWeak(reason: HoldReason | null): boolean {
  return reason !== null && weakReasons.includes(reason);
}

/** Says in sentences what a hold is about. */
export function describeHold({
  hold_reason,
  hold_detail,
}: {
  hold_reason: HoldReason | null;
  hold_detail: string;
}): string {
  const reason = hold_reason === null ? '' : holdReasons[hold_reason];
  return [reason, hold_detail].filter(Boolean).join(' ');
}
