import { mailPerson } from '../accounts/people/jobs.ts';
import { tellOwner } from '../accounts/webhooks/jobs.ts';
import { mailReaderLink } from '../audience/readers/jobs.ts';
import { mailConfirmation, mailWelcome } from '../audience/subscribers/jobs.ts';
import { tellWaiting } from '../automations/jobs.ts';
import { runBulkActionsJob } from '../bulk-actions/jobs.ts';
import { checkLedgerJob } from '../delivery/ledger/jobs.ts';
import { sendPreview } from '../delivery/sending/jobs.ts';
import { startSending } from '../emails/jobs.ts';
import { runExportJob } from '../moving/exports/jobs.ts';
import { runImportJob } from '../moving/imports/jobs.ts';
import type { Job } from '../platform/jobs.ts';

/** All jobs, for processes that enqueue them and processes that work on them alike. */
export const declarations: readonly Job<object>[] = [
  startSending,
  sendPreview,
  mailConfirmation,
  tellOwner,
  runBulkActionsJob,
  mailWelcome,
  mailReaderLink,
  tellWaiting,
  mailPerson,
  runExportJob,
  runImportJob,
  checkLedgerJob,
];
