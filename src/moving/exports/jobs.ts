import type { Job } from '../../platform/jobs.ts';

/** Writes the bundle of an export. */
export const runExportJob: Job<{ export_id: string }> = { name: 'run_export', policy: 'short' };
