import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sealedColumns } from './platform/secrets/vault.ts';
import { floorOf, roomOf } from './rooms.ts';

/** Each table belongs to one room. Only that room writes it; rooms on its level or above may read it. `/*`: with the rooms in it. */
const owners: Record<string, string> = {
  ab_tests: 'delivery/ledger',
  api_keys: 'accounts',
  audience_parts: 'delivery/ledger',
  audit_log: 'journal/audit',
  automation_feeds: 'automations/*',
  automation_items: 'automations/*',
  automation_notices: 'automations/*',
  automations: 'automations/*',
  backups: 'backups',
  bulk_action_former: 'bulk-actions',
  bulk_action_items: 'bulk-actions',
  bulk_actions: 'bulk-actions',
  capped_recipients: 'delivery/ledger',
  checkouts: 'payments',
  cleanings: 'platform/rounds',
  comment_mutes: 'audience/comments',
  comments: 'audience/comments',
  consents: 'audience/sign-ups',
  counted_recipients: 'emails',
  deliveries: 'delivery/ledger',
  delivery_chunks: 'delivery/ledger',
  digest_items: 'delivery/ledger',
  dkim_keys: 'domains',
  domain_challenges: 'sites',
  domain_checks: 'sites',
  domain_counts: 'delivery/ledger',
  domain_records: 'delivery/domain-watch',
  domain_report_faults: 'delivery/domain-reports',
  domain_report_sources: 'delivery/domain-reports',
  domain_reports: 'delivery/domain-reports',
  email_links: 'delivery/tracking',
  email_reviews: 'emails',
  email_revisions: 'emails',
  emails: 'emails',
  events: 'journal',
  exports: 'moving/exports',
  feed_fetches: 'automations/*',
  feed_hubs: 'automations/*',
  feed_items: 'automations/*',
  feedback: 'delivery/feedback',
  feedback_refusals: 'delivery/feedback',
  feeds: 'automations/*',
  fence: 'platform/fence',
  files: 'emails/files',
  form_refusals: 'audience/sign-ups',
  form_tags: 'audience/sign-ups',
  former_domains: 'accounts',
  former_slugs: 'emails',
  forms: 'audience/forms',
  gift_purchases: 'payments',
  grants: 'audience/standing',
  growth: 'journal',
  hits: 'delivery/tracking',
  idempotency_keys: 'accounts',
  identities: 'accounts/people',
  import_batches: 'moving/imports',
  import_files: 'moving/imports',
  import_issues: 'moving/imports',
  import_lines: 'moving/imports',
  import_updates: 'moving/imports',
  imports: 'moving/imports',
  inbox_messages: 'platform/inbox',
  inbox_total: 'platform/inbox',
  installation: 'platform/database',
  invitations: 'accounts/people',
  ledger_checks: 'delivery/ledger',
  letters: 'letters',
  link_secrets: 'platform/secrets',
  members: 'accounts/people',
  newsletters: 'accounts',
  notes: 'audience/notes',
  passkeys: 'accounts/people',
  payers: 'payments',
  payment_accounts: 'payments',
  payment_movements: 'payments',
  payment_notices: 'payments',
  payment_objects: 'payments',
  payment_practices: 'payments/practice',
  payment_reads: 'payments',
  payment_sweeps: 'payments',
  people: 'accounts/people',
  plates: 'delivery/sending',
  postmaster_access: 'delivery/postmaster',
  postmaster_domains: 'delivery/postmaster',
  postmaster_figures: 'delivery/postmaster',
  postmaster_identifiers: 'delivery/postmaster',
  private_feeds: 'audience/private-feeds',
  processes: 'platform/rounds',
  reader_links: 'audience/readers',
  recovery_codes: 'accounts/people',
  referrals: 'audience/referrals',
  relays: 'delivery/relays',
  replication_marks: 'platform/replicas',
  replies: 'audience/replies',
  reply_answers: 'audience/replies',
  report_topics: 'delivery/feedback',
  restores: 'backups',
  rewritten_outcomes: 'delivery/ledger',
  segments: 'audience/segments',
  sender_checks: 'domains',
  sender_faults: 'delivery/feedback',
  sending_budgets: 'delivery/sending',
  sequence_editions: 'sequences/*',
  sequence_emails: 'sequences/*',
  sequence_entries: 'sequences/*',
  sequence_refusals: 'sequences/*',
  sequence_requests: 'sequences/*',
  sequence_runs: 'sequences/*',
  sequence_signing_keys: 'sequences/*',
  sequence_steps: 'sequences/*',
  sequences: 'sequences/*',
  sessions: 'accounts/people',
  sign_in_attempts: 'accounts/people',
  sign_in_links: 'accounts/people',
  snippets: 'emails/snippets',
  staged_issues: 'moving/imports',
  staged_people: 'moving/imports',
  subscriber_counts: 'audience/subscribers',
  subscriber_versions: 'audience/subscribers',
  subscribers: 'audience/subscribers',
  suppressions: 'audience/subscribers',
  survey_responses: 'audience/answers',
  surveys: 'emails/surveys',
  tag_versions: 'audience/tags',
  tags: 'audience/tags',
  templates: 'emails/templates',
  tenants: 'accounts',
  used_challenges: 'accounts/people',
  values_read: 'audience/subscribers',
  warm_up_counts: 'delivery/warm-ups',
  webhook_attempts: 'webhooks',
  webhook_deliveries: 'webhooks',
  webhooks: 'webhooks',
};

/** Exceptions, `file verb table`, with the reason. */
const exceptions = [
  // Webhook deliveries are written in the statement that writes the event, so that no event is missed.
  'journal/record.ts reads webhook_deliveries',
  'journal/record.ts reads webhooks',
  'journal/record.ts writes webhook_deliveries',
  'journal/record.ts reads emails',
  // A webhook names automations that exist.
  'webhooks/queries.ts reads automations',
  'webhooks/queries.ts reads sequences',
  // Automations of feeds and sequences are one list, page by page.
  'sequences/definition/queries.ts reads automations',
  // A timeline has everything that happened with a person.
  'journal/history/timeline-queries.ts reads sequence_editions',
  'journal/history/timeline-queries.ts reads sequence_refusals',
  'journal/history/timeline-queries.ts reads sequence_runs',
  'journal/history/timeline-queries.ts reads sequence_steps',
  'journal/history/timeline-queries.ts reads sequences',
  // The data of a person has everything that is kept about them.
  'audience/readers/queries.ts reads sequence_runs',
  'audience/readers/queries.ts reads sequence_steps',
  'audience/readers/queries.ts reads sequences',
  // Whoever has had as many mails as the newsletter allows is not in an audience, and the ledger knows.
  'emails/audience.ts reads capped_recipients',
  'emails/audience.ts reads digest_items',
  'emails/mail-cap.ts reads deliveries',
  // What triggers a sequence is noted in the statement that writes the event, so that nothing is missed.
  'journal/enter.ts reads sequences',
  'journal/enter.ts reads emails',
  'journal/enter.ts reads sequence_runs',
  'journal/enter.ts reads subscribers',
  'journal/enter.ts writes sequence_entries',
  // Whether mail still needs an object is checked in the transaction that deletes it.
  'audience/tags/uses.ts reads automations',
  'audience/tags/uses.ts reads emails',
  'audience/tags/uses.ts reads sequence_editions',
  'audience/tags/uses.ts reads sequence_runs',
  'audience/tags/uses.ts reads sequences',
  'emails/files/queries.ts reads automations',
  'emails/files/queries.ts reads delivery_chunks',
  'emails/files/queries.ts reads emails',
  'emails/queries.ts reads delivery_chunks',
  'emails/queries.ts reads sequence_emails',
  // The uses of a snippet are counted in the statement that lists snippets.
  'emails/snippets/queries.ts reads automations',
  'emails/snippets/queries.ts reads emails',
  // A withdrawn date becomes that of the last remaining hit, in one statement, so that no new hit is missed.
  'audience/subscribers/engagement.ts reads hits',
  // Lists sort and filter by what the ledger and the hits say about each row, page by page.
  'audience/filter/engagement.ts reads deliveries',
  'audience/filter/engagement.ts reads delivery_chunks',
  'audience/filter/engagement.ts reads emails',
  'audience/filter/engagement.ts reads hits',
  'audience/filter/queries.ts reads emails',
  'emails/list.ts reads delivery_chunks',
  // Analytics show every figure of a page of emails in one statement.
  'delivery/ledger/analytics.ts reads sender_faults',
  'delivery/ledger/hit-figures.ts reads email_links',
  'delivery/ledger/hit-figures.ts reads hits',
  'delivery/ledger/seen-opens.ts reads hits',
  // A refusal at hand-over counts as a hard or soft bounce as the report says.
  'delivery/ledger/domain-counts.ts reads feedback',
  'delivery/ledger/late-evidence.ts reads feedback',
  'delivery/ledger/why-suppressed.ts reads feedback',
  // The caller is looked up together with the rows that say what they may do.
  'journal/audit/record.ts reads people',
  'accounts/key-queries.ts reads members',
  'accounts/key-queries.ts reads people',
  'accounts/queries.ts reads members',
  // Lists of surveys count the answers, and filters ask for them.
  'emails/surveys/queries.ts reads survey_responses',
  'audience/filter/compile.ts reads survey_responses',
  // Automations and emails that ask a survey or use a snippet are found before it is changed.
  'emails/surveys/requesters.ts reads automations',
  'emails/surveys/requesters.ts reads emails',
  // A response names the sequence that mailed it.
  'audience/answers/queries.ts reads sequence_emails',
  'audience/answers/queries.ts reads sequences',
  // Filters use segments, and segments use tags.
  'audience/filter/queries.ts reads segments',
  'audience/tags/queries.ts reads segments',
  // A restored database is a copy, so no newsletter is found at its domain.
  'backups/restore.ts writes newsletters',
  // A migration that removes something waits for the processes that do not know it.
  'platform/database/run-migration.ts reads processes',
  // A new secret key encrypts every encrypted column again, in one transaction.
  'program/open-secrets.ts writes dkim_keys',
  'program/open-secrets.ts writes link_secrets',
  'program/open-secrets.ts writes newsletters',
  'program/open-secrets.ts writes payment_accounts',
  'program/open-secrets.ts writes people',
  'program/open-secrets.ts writes postmaster_access',
  'program/open-secrets.ts writes relays',
  'program/open-secrets.ts writes sequence_signing_keys',
  'program/open-secrets.ts writes webhooks',
];

const targets = ['emails', 'events', 'subscribers', 'tags'];

/**
 * Files whose statements take the name of their table as a value that stands elsewhere, and the tables that it can be. In the
 * other files with such statements, it is any table that the file names.
 */
const given: Record<string, string[]> = {
  'accounts/people/queries.ts': ['invitations', 'sign_in_links'],
  'bulk-actions/list-queries.ts': targets,
  'bulk-actions/queries.ts': targets,
  'bulk-actions/types/targets.ts': targets,
  // The rooms that call them own the tables.
  'platform/bundle/columns.ts': [],
  'platform/database/delete-some.ts': [],
  'platform/work/backlog.ts': [],
  'platform/work/claim.ts': [],
  'platform/work/request.ts': [],
  'platform/work/set-back.ts': [],
  'program/open-secrets.ts': sealedColumns.map(column => column.split('.')[0]!),
};

type Use = { file: string; table: string; verb: 'reads' | 'writes' };

const uses = globSync('**/*.ts', { cwd: import.meta.dirname })
  .filter(file => !/\.test\.ts$|^testing\/|^client\//.test(file))
  .sort()
  .flatMap(usesOf);

test('every table has an owner', () => {
  const schema = readFileSync(join(import.meta.dirname, 'platform/database/schema.ts'), 'utf8');
  const all = schema.slice(schema.indexOf('export interface DB'), schema.indexOf('export const columns'));
  const tables = all.matchAll(/^ {2}(\w+): /gm);
  assert.deepEqual(
    [...tables].map(([, table]) => table),
    Object.keys(owners),
    'give it a room in this file',
  );
});

test('only its owner writes a table, and no room below the owner reads it', () => {
  const strays = uses
    .filter(use => !isAtHome(use))
    .map(({ file, verb, table }) => `${file} ${verb} ${table}`);
  assert.deepEqual(strays.toSorted(), exceptions.toSorted());
});

function isAtHome({ file, table, verb }: Use): boolean {
  const room = roomOf(file);
  const [owner = '', isShared] = (owners[table] ?? '').split(/(\/\*)/);
  if (room === owner || (isShared && room.startsWith(`${owner}/`))) return true;
  return verb === 'reads' && floorOf(room) >= floorOf(owner);
}

/** The tables in a file's statements, in Kysely or in SQL, and those that it gives to a function that writes them. */
function usesOf(file: string): Use[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const isGiven = text.includes('sql.table(');
  const writesGiven = /\b(insert into|update|delete from) \$\{sql\.table\(/.test(text);
  return Object.keys(owners).flatMap(table => {
    const canBeGiven = isGiven && (given[file]?.includes(table) ?? new RegExp(`'${table}'`).test(text));
    const writes = new RegExp(
      `\\b(insertInto|updateTable|deleteFrom)\\(\\s*'${table}\\b|\\b(insert into|update|delete from|copy|truncate) ${table}\\b|\\b(deleteSome|requestWork)\\(\\s*\\w+,\\s*'${table}'|\\btable: '${table}',\\s*leaves|\\browsOf\\('${table}'\\)|\\btablePart\\(\\{\\s*name: '${table}'`,
    ).test(text);
    const reads = new RegExp(
      `\\b(selectFrom|innerJoin|leftJoin|crossJoin|using|from)\\(\\s*'${table}\\b|(?<!\\bdelete )\\b(from|join|using) ${table}\\b|'${table} as \\w`,
    ).test(text);
    return [
      ...(reads || canBeGiven ? [{ file, table, verb: 'reads' as const }] : []),
      ...(writes || (canBeGiven && writesGiven) ? [{ file, table, verb: 'writes' as const }] : []),
    ];
  });
}
