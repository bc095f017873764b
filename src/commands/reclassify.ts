import { parseArgs } from 'node:util';
import type { Database } from '../platform/database/connect.ts';
import { reclassify as judgeAgain } from '../tracking/reclassify.ts';

/** `postrider reclassify [--dry-run]`: judges all opens and clicks on record by the rules of this version. */
export async function reclassify(db: Database, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } });
  const { recipients, verdicts, opens, clicks } = await judgeAgain(db, { dry_run: values['dry-run'] });
  const would = values['dry-run'] ? 'would change' : 'changed';
  for (const [move, count] of verdicts) console.log(`${move}: ${count} hits ${would}.`);
  console.log(
    `${recipients} recipients were looked at; opens ${signed(opens)}, clicks ${signed(clicks)}${values['dry-run'] ? ', nothing was written' : ''}.`,
  );
}

function signed(count: number): string {
  return count < 0 ? `−${-count}` : `+${count}`;
}
