import { reclassify as classifyAgain } from '../delivery/tracking/reclassify.ts';
import type { Database } from '../platform/database/connect.ts';
import { counted } from '../platform/sentences/counted.ts';

/** `postrider reclassify [--dry-run]`: applies this version's rules to all recorded opens and clicks. */
export async function reclassify(db: Database, { dry_run }: { dry_run: boolean }): Promise<void> {
  const { recipients, verdicts, opens, clicks } = await classifyAgain(db, { dry_run });
  const would = dry_run ? 'would change' : 'changed';
  for (const [move, count] of verdicts) console.log(`${move}: ${counted(count, 'hit')} ${would}.`);
  console.log(
    `Looked at ${counted(recipients, 'recipient')}; opens ${signed(opens)}, clicks ${signed(clicks)}${dry_run ? '; nothing was changed' : ''}.`,
  );
}

function signed(count: number): string {
  return count < 0 ? `−${-count}` : `+${count}`;
}
