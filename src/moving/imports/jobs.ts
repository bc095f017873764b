import type { Job } from '../../platform/jobs.ts';

/** Reads the file of an import. */
export const runImportJob: Job<{ import_id: string }> = { name: 'run_import', policy: 'short' };
