import { sentence } from '../sentences/sentence.ts';

/** The reasons why a database is on hold. */
export const holdReasons = {
  restored: sentence('holds.restored'),
  rolled_back: sentence('holds.rolled_back'),
  copied_database: sentence('holds.copied_database'),
  copied_folder: sentence('holds.copied_folder'),
  unknown_place: sentence('holds.unknown_place'),
  witness_moved: sentence('holds.witness_moved'),
  witness_missing: sentence('holds.witness_missing'),
  other_server: sentence('holds.other_server'),
} as const;
export type HoldReason = keyof typeof holdReasons;

/** The reasons for a hold that a worker that knows the epoch and the witness may end: nothing was wrong with the database itself. */
export const weakReasons: readonly HoldReason[] = ['unknown_place', 'copied_folder', 'witness_missing'];

export function isWeak(reason: HoldReason | null): boolean {
  return reason !== null && weakReasons.includes(reason);
}

/** Explains a hold in one or two sentences. */
export function describeHold({
  hold_reason,
  hold_detail,
}: {
  hold_reason: HoldReason | null;
  hold_detail: string;
}): string[] {
  const reason = hold_reason === null ? '' : holdReasons[hold_reason];
  return [reason, hold_detail].filter(Boolean);
}
