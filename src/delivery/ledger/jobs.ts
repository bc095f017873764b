import type { Job } from '../../platform/jobs.ts';

/** Compares the stored counts of all emails with the ledger's rows. */
export const checkLedgerJob: Job<{ check_id: string }> = { name: 'check_ledger', policy: 'short' };
