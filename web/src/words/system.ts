// The state of the installation, for its owners.
import { bytes, counted, number } from './counted.ts';
import { language } from './page.ts';

const ages = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns "3 hours". */
function age(seconds: number): string {
  const [unit, length] = ages.find(([, length]) => seconds >= length) ?? ages[3];
  return counted(Math.floor(seconds / length), unit);
}

export const system = {
  title: 'System',
  back: 'Home',
  forbidden: 'Only owners of this installation can see this',
  forbidden_detail:
    'It is about the machine and the database that all newsletters share. Ask the person who runs this Postrider.',
  none: 'No newsletter yet',
  none_detail: 'Create a newsletter first. Then this page shows the state of the installation.',
  bytes,
  age,
  number,
  versions: (version: string, node: string) => `Postrider ${version} on Node ${node}`,
  started: 'Started',
  states: { good: 'Good', bad: 'Needs attention' },
  processes: 'Processes',
  processes_note:
    'Every process confirms once a minute that it is running. At least one of them must be a worker, or nothing is sent.',
  process: (role: string, host: string) => `${role} on ${host}`,
  role: (role: string) => (role === 'api' ? 'API' : role === 'worker' ? 'Worker' : 'API and worker'),
  process_facts: (id: number, version: string) => `Process ${id}, version ${version}`,
  since: 'Running since',
  seen: 'last seen',
  silent:
    'It was killed, or cannot reach the database. If you did not replace it, start it again and look at its log.',
  no_worker: 'Start one: npx postrider serve',
  other_version: 'It runs another version than this page. Restart it when the upgrade is done.',
  sending: 'Sending',
  sending_states: {
    open: 'Mail goes out.',
    idle: 'Nothing goes out, because no worker is running.',
    hold: 'The installation is on hold: nothing goes out.',
    waiting: 'Sending is paused until a worker has confirmed the database.',
  },
  hold_bad: 'Decide what happens next.',
  see_hold: 'See why and decide',
  queues: 'Queues',
  queues_note:
    'Work that waits for the workers. “Failing” has failed at least once and will be tried again. “Late” means that something has been due for more than 15 minutes: check that a worker is running, and that it is not busy with a large email.',
  queue_heads: ['Queue', 'Due', 'Running', 'Later', 'Failing', 'Oldest waits'],
  queue_names: {
    sending: 'Parts of emails',
    webhooks: 'Requests to webhooks',
    feeds: 'Feeds to read',
    start_sending: 'Emails to start',
    send_preview: 'Test mails',
    mail_confirmation: 'Confirmation mails',
    mail_welcome: 'Welcome mails',
    mail_gift: 'Mails about gifts',
    mail_ending: 'Reminders that gifts and trials end soon',
    mail_ended: 'Mails about ended gifts and trials',
    mail_reader_link: 'Links for subscribers',
    mail_person: 'Mails to the team',
    tell_waiting: 'Notices about approvals',
    run_bulk_actions: 'Bulk actions',
    ask_stripe: 'Questions to Stripe',
    read_payments: 'Payments to read',
    run_export: 'Exports',
    run_import: 'Imports',
    check_ledger: 'Checks of delivery counts',
  } as Record<string, string>,
  late: 'Late',
  failed: (queue: string, count: number) => `${queue}: ${number(count)} failed and will be tried again.`,
  idle: (count: number) => `${counted(count, 'other queue is', 'other queues are')} empty.`,
  database: 'Database',
  database_note:
    'Each table with its indexes and all its parts, the largest first. Row counts are PostgreSQL’s estimates. Dead rows were deleted or replaced, but their space is not free yet. A full scan reads a table from beginning to end; an index scan reads only the rows it needs.',
  facts: {
    size: 'Size',
    connections: 'Connections',
    transaction: 'Oldest transaction',
    memory: 'Read from memory',
  },
  postgresql: (version: string, embedded: boolean) =>
    `PostgreSQL ${version}${embedded ? ', run by Postrider' : ''}`,
  of: (used: number, most: number) => `${number(used)} of ${number(most)}`,
  hints: {
    size: 'All tables and indexes of this database on disk.',
    connections: 'Open connections of all programs, and how many the server allows.',
    connections_bad: 'Few are left. Raise max_connections of PostgreSQL, or lower DATABASE_POOL.',
    transaction: 'The space of rows deleted since a transaction began is not freed until it ends.',
    transaction_bad:
      'It has been open for more than an hour. Find it in pg_stat_activity, and end it if nobody needs it.',
    memory: 'The share of pages that PostgreSQL did not have to read from disk, since its statistics began.',
    memory_bad: 'Many reads go to disk. More memory, or a higher shared_buffers, makes it faster.',
  },
  replica: (name: string) => `Replica ${name}`,
  replica_states: { in_use: 'In use', behind: 'Too far behind', away: 'Does not answer' },
  lag: (seconds: number) =>
    seconds < 1
      ? 'Lists and reports are read from it. It has every change.'
      : `Lists and reports are read from it. It is ${age(seconds)} behind.`,
  unknown_lag: 'How far it is behind is not known.',
  replicas_bad: 'The primary is read instead. Check that the replica runs and follows the primary.',
  quiet_transaction: 'none',
  unknown: 'not known',
  table_heads: ['Table', 'Size', 'Indexes', 'Rows', 'Dead rows', 'Full scans', 'Index scans'],
  more_tables: (count: number, size: string) => `${counted(count, 'smaller table')}, ${size} in all`,
  table_hints: {
    dead_rows: (table: string, rows: string) =>
      `${table}: ${rows} dead rows take up space. PostgreSQL frees them by itself; if they stay for a day, check that autovacuum is on and that no transaction is left open.`,
    whole_reads: (table: string) =>
      `${table}: most reads go through the whole table. If pages are slow, please report which ones: an index may be missing.`,
  },
  storage: 'Files and disks',
  files: 'Images and attachments',
  files_hint: {
    folder: 'Uploaded files of all newsletters, in DATA_DIR.',
    bucket: 'Uploaded files of all newsletters, in the bucket of FILES_URL.',
  },
  file_count: (count: number, size: string) => (count === 0 ? 'None' : `${counted(count, 'file')}, ${size}`),
  disk: (folder: string) => `Disk of ${folder}`,
  disk_free: (free: string, size: string) => `${free} free of ${size}`,
  holds: { database: 'the database', files: 'files', other: 'what waits to be stored' },
  disk_hint: (holds: string[]) =>
    `It holds ${new Intl.ListFormat(language).format(holds)}. When it is full, nothing can be stored, and sending waits.`,
  disk_bad: 'Free some space, or move to a larger disk, before it is full.',
  database_elsewhere: 'The disk of the database is on another machine, so it is not shown here.',
  backups: 'Backups',
  backups_note: 'A backup counts as good once Postrider has read it back in full.',
  last_good: 'Last good backup',
  no_backup: 'None has been made',
  no_backup_bad: 'Set BACKUP_URL to a folder on another disk or to a bucket, or run: npx postrider backup',
  backup_hint: 'Anything newer is lost if the disk fails.',
  backup_old: 'It is more than eight days old. Check that BACKUP_URL is set and can be written to.',
  backup_of: (size: string, place: string) => `${size} in ${place}`,
  next_backup: 'Next backup',
  none_planned: 'None is planned',
  next_hint: 'Scheduled by BACKUP_CRON.',
  next_bad: 'Set BACKUP_URL, unless you back up by other means.',
  last_failed: 'Last failed backup',
  ledger: 'Delivery counts',
  ledger_note:
    'For each email, Postrider stores how many copies were accepted, refused and so on. This check counts every delivery again and compares. It runs in the background; a million deliveries take some seconds.',
  check: 'Verify',
  check_again: 'Verify again',
  checking: (checked: number, all: number) => `Checked ${number(checked)} of ${counted(all, 'email')} …`,
  not_checked: 'No check has been run yet.',
  sums_good: (count: number) =>
    count === 0 ? 'There is no email to check.' : `The counts of ${counted(count, 'email')} are right.`,
  sums_wrong: (wrong: number, all: number) =>
    `The counts of ${number(wrong)} of ${counted(all, 'email')} are wrong.`,
  sums_remedy:
    'Correct the stored counts from the deliveries with: npx postrider ledger recount. If it happens again, please report it.',
  checked_at: 'Checked',
  red: 'Wrong',
  green: 'Right',
  /** The counts of an email apart from the statuses of its copies. */
  counts: {
    soft_bounced: 'Soft bounces',
    opens: 'Opens',
    clicks: 'Clicks',
    unsubscriptions: 'Unsubscriptions',
    complaints: 'Complaints',
  },
  difference: (name: string, stored: number, counted: number) =>
    `${name}: stored ${number(stored)}, counted ${number(counted)}`,
  wrong_more: (count: number) => `and ${number(count)} more`,
} as const;
