import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { listPairs, type Pair } from './hit-queries.ts';
import { classifyRecipients, saveVerdicts } from './write-hits.ts';

/** The changes that a reclassification makes. `verdicts` counts hits by `was → now`; `opens` and `clicks` are differences in recipients. */
export type Reclassified = {
  recipients: number;
  verdicts: Map<string, number>;
  opens: number;
  clicks: number;
};

const recipientsAtOnce = 500;

/**
 * Reclassifies every stored hit by the current rules and updates the ledger; with `dry_run`, only reports the changes. Can run next to the
 * service, and can be restarted after an interruption.
 */
export async function reclassify(db: Database, { dry_run }: { dry_run: boolean }): Promise<Reclassified> {
  const report: Reclassified = { recipients: 0, verdicts: new Map(), opens: 0, clicks: 0 };
  let last: Pair = { email_key: 0, subscriber_key: 0 };
  for (;;) {
    const pairs = await listPairs(db, last, recipientsAtOnce);
    if (pairs.length === 0) return report;
    last = pairs.at(-1)!;
    await inTransaction(db, async trx => {
      const verdicts = await classifyRecipients(trx, pairs);
      if (!dry_run) await saveVerdicts(trx, verdicts);
      report.recipients += pairs.length;
      for (const { was, now } of verdicts.changed) {
        const move = `${was.verdict} → ${now.verdict}`;
        report.verdicts.set(move, (report.verdicts.get(move) ?? 0) + 1);
      }
      for (const { was, open_date, click_date } of verdicts.reactions) {
        report.opens += Number(open_date !== null) - Number(was.open_date !== null);
        report.clicks += Number(click_date !== null) - Number(was.click_date !== null);
      }
    });
  }
}
