/** An installation on hold, and why. */
export const holds = {
  not_on_hold: 'The installation is not on hold.',
  not_waiting: 'emails: {id} is not an email that waits to be sent. GET /v1/hold/pending lists them.',
  done_after_backup: 'The installation was restored or copied, and this may have been done after the backup.',
  sent_after_backup:
    'It may have been sent after the backup that this database was restored from. Set status about_to_send if it should be sent.',
  unknown_since:
    'This database does not know what the original did later: emails written later are missing, posts that were mailed later look new, and recipients who are still waiting may have got their copy.',
  restored: 'This database was restored from a backup.',
  rolled_back: 'This database is older than what this installation has already done with it.',
  copied_database: 'This database is a copy of another one.',
  copied_folder: 'This data folder is a copy, or was moved.',
  unknown_place:
    'This process has never used this database, and no other one is running that could vouch for it.',
  witness_moved: 'Another copy of this installation is running, or was running later than this one.',
  witness_missing: 'This process cannot ask the witness that the database has used.',
  other_server: 'The database server was replaced by a standby, or restored to an earlier point in time.',
  before_fence: 'It is from before the fence, which this data folder already knows.',
  rows_of_program: 'Its rows were written by another program, such as pg_restore.',
  copied_from: 'It was copied from the database {database}.',
  server_changed: 'It is on another server than before.',
  counter_behind: 'Its counter is {present}, but {reached} was reached before.',
  timeline_changed: 'Its timeline was {was} and is {is}.',
  file_copied: 'Its file fence.json was copied.',
  machine_changed: 'It is on another machine than before.',
  disk_changed: 'It is on another disk than before.',
  witness_other_file: '{name} is another file. Choose a path that nothing else uses.',
  witness_no_conditions:
    '{name} cannot be used: this service ignores If-Match or If-None-Match. Choose one that supports conditional writes.',
  witness_unusable: '{name} cannot be used: {why}',
  witness_unset: 'It has used {then}. FENCE_WITNESS is not set. Set it to the former one, or resume.',
  witness_other: 'It has used {then}. FENCE_WITNESS names {now}. Set it to the former one, or resume.',
  witness_is: 'Its witness is {name}.',
} as const;
