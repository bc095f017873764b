/**
 * What a backup holds of each table: its rows, or only its structure, because the rows mean nothing elsewhere or later, or would
 * be dangerous there. A test compares this list with the database, so that no table is forgotten.
 */
export const tables: Record<string, 'rows' | 'structure'> = {
  ab_tests: 'rows',
  api_keys: 'rows',
  audience_parts: 'rows',
  audit_log: 'rows',
  automation_feeds: 'rows',
  automation_items: 'rows',
  automation_notices: 'rows',
  automations: 'rows',
  // They lie where this installation keeps its backups.
  backups: 'structure',
  bulk_action_former: 'rows',
  bulk_action_items: 'rows',
  bulk_actions: 'rows',
  capped_recipients: 'rows',
  // Without them, everything is due at once.
  cleanings: 'structure',
  consents: 'rows',
  counted_recipients: 'rows',
  // Leases are included: recipients in hand become uncertain once the leases have expired, as after a crash.
  deliveries: 'rows',
  delivery_chunks: 'rows',
  dkim_keys: 'rows',
  // What a check found then, and the questions of checks: a copy finds out itself whether the domain leads to it.
  domain_challenges: 'structure',
  domain_checks: 'structure',
  domain_counts: 'rows',
  email_links: 'rows',
  email_revisions: 'rows',
  emails: 'rows',
  events: 'rows',
  // Their files are not part of backups; they can be made again.
  exports: 'structure',
  feed_fetches: 'rows',
  feed_hubs: 'rows',
  feed_items: 'rows',
  feedback: 'rows',
  feedback_refusals: 'rows',
  feeds: 'rows',
  // The seal belongs to the database it was made in; a restored one starts on hold.
  fence: 'structure',
  files: 'rows',
  form_tags: 'rows',
  former_domains: 'rows',
  former_slugs: 'rows',
  grants: 'rows',
  growth: 'rows',
  hits: 'rows',
  // A request that a client repeats after a restore must not act twice.
  idempotency_keys: 'rows',
  import_batches: 'rows',
  import_files: 'rows',
  import_issues: 'rows',
  import_lines: 'rows',
  import_updates: 'rows',
  imports: 'rows',
  inbox_messages: 'rows',
  inbox_total: 'rows',
  installation: 'rows',
  invitations: 'rows',
  kysely_migration: 'rows',
  kysely_migration_lock: 'rows',
  // The check was of the database that the backup was made from.
  ledger_checks: 'structure',
  letters: 'rows',
  link_secrets: 'rows',
  members: 'rows',
  newsletters: 'rows',
  passkeys: 'rows',
  people: 'rows',
  plates: 'rows',
  // They run on this installation's machines.
  processes: 'structure',
  reader_links: 'rows',
  recovery_codes: 'rows',
  relays: 'rows',
  // Only a database that came out of a backup has a row, its own.
  restores: 'structure',
  segments: 'rows',
  // What DNS showed then; it is checked again within a day.
  sender_checks: 'structure',
  sender_faults: 'rows',
  sending_budgets: 'rows',
  sequence_editions: 'rows',
  sequence_emails: 'rows',
  sequence_entries: 'rows',
  sequence_refusals: 'rows',
  sequence_requests: 'rows',
  sequence_runs: 'rows',
  sequence_signing_keys: 'rows',
  sequence_steps: 'rows',
  sequences: 'rows',
  // A session that ended after the backup must not come back. Everybody signs in again.
  sessions: 'structure',
  sign_in_attempts: 'structure',
  // A link that was used after the backup must not work again.
  sign_in_links: 'structure',
  snippets: 'rows',
  // Unlogged: an import under way reads its file again, as after a crash.
  staged_issues: 'structure',
  staged_people: 'structure',
  subscriber_counts: 'rows',
  subscriber_versions: 'rows',
  subscribers: 'rows',
  suppressions: 'rows',
  tag_versions: 'rows',
  tags: 'rows',
  templates: 'rows',
  tenants: 'rows',
  used_challenges: 'rows',
  values_read: 'rows',
  warm_up_counts: 'rows',
  webhook_attempts: 'rows',
  webhook_deliveries: 'rows',
  webhooks: 'rows',
};

/** Whether backups hold the rows of this table; of a table of an earlier version, they do. */
export function holdsRows(table: string): boolean {
  return tables[table] !== 'structure';
}
