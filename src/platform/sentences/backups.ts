/** Backups. */
export const backups = {
  cut_off: 'The backup is cut off: its end is missing. Use another copy of it, or another backup.',
  damaged: 'The backup is damaged: {what}. Use another copy of it, or another backup.',
  not_readable:
    '{path} cannot be read ({code}). Check its path and the rights of the user that runs Postrider.',
  disk_full: '{path} cannot be written: the disk is full. Nothing was kept. Free some space.',
  not_writable: '{path} cannot be written ({code}). Choose another folder, or change its owner.',
  bucket_unusable: 's3://{bucket}/{prefix} cannot be used: {reason}',
  killed: 'The process that made it was killed.',
  last_failed: 'The last backup failed: {reason:sentence}',
  overdue:
    'The scheduled backup is overdue. Check that a worker is running and that it can reach BACKUP_URL.',
  none_recent:
    'No backup was made in the last {days} days. Set BACKUP_URL to make one every night, or run postrider backup.',
  nothing_there: 'The database is empty, so there is nothing to back up. Start the service once.',
} as const;
