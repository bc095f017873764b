/**
 * What is recorded about a successful request: the action, and the parameter or response field that names the object.
 */
export type AuditRule = {
  action: string | ((answer: { status?: unknown; dry_run?: unknown }, fields: string[]) => string | null);
  /** A path parameter; without one, the `id` in the response. */
  object?: 'id' | 'key_id' | 'email_id' | 'item_id';
  /** The `reason` in the body is recorded too. */
  has_reason?: true;
};

const sendActions: Record<string, string> = {
  scheduled: 'email.scheduled',
  about_to_send: 'email.sent',
  in_flight: 'email.sent',
  sent: 'email.sent',
};
/** Returns the action that an email's new status is in the log. Null for drafts and imports of old issues, which reach nobody. */
export function actionOfStatus(status: unknown): string | null {
  return sendActions[String(status)] ?? null;
}
const ofStatus = ({ status }: { status?: unknown }) => actionOfStatus(status);

const automation = (path: string): Record<string, AuditRule> => ({
  [`POST ${path}`]: { action: 'automation.created' },
  [`PATCH ${path}/:id`]: { action: 'automation.updated', object: 'id' },
  [`DELETE ${path}/:id`]: { action: 'automation.deleted', object: 'id' },
  [`POST ${path}/:id/run`]: { action: 'automation.run', object: 'id' },
  [`PATCH ${path}/:id/items/:item_id`]: { action: 'automation.item_decided', object: 'item_id' },
});

/** Every API request that is recorded. */
export const auditedRoutes: Record<string, AuditRule> = {
  'POST /v1/newsletters': { action: 'newsletter.created' },
  'POST /v1/newsletters/:id/duplicate': { action: 'newsletter.duplicated', object: 'id' },
  'PATCH /v1/newsletters/:id': { action: 'newsletter.updated', object: 'id' },
  'PUT /v1/newsletters/:id': { action: 'newsletter.updated', object: 'id' },
  'DELETE /v1/newsletters/:id': { action: 'newsletter.deleted', object: 'id' },
  'POST /v1/api_keys': { action: 'api_key.created' },
  'DELETE /v1/api_keys/:id': { action: 'api_key.revoked', object: 'id' },
  'POST /v1/me/passkeys': { action: 'person.passkey_made' },
  'DELETE /v1/me/passkeys/:id': { action: 'person.passkey_deleted', object: 'id' },
  'PATCH /v1/people/:id': { action: 'person.role_changed', object: 'id' },
  'DELETE /v1/people/:id': { action: 'person.removed', object: 'id' },
  'POST /v1/invitations': { action: 'invitation.created' },
  'DELETE /v1/invitations/:id': { action: 'invitation.deleted', object: 'id' },
  'PATCH /v1/me': { action: 'person.updated' },
  'POST /v1/me/totp/confirm': { action: 'person.totp_set' },
  'DELETE /v1/me/totp': { action: 'person.totp_removed' },
  'POST /v1/me/recovery_codes': { action: 'person.recovery_codes_made' },
  'DELETE /v1/me/sessions/:id': { action: 'person.session_ended', object: 'id' },
  'DELETE /v1/me/sessions': { action: 'person.sessions_ended' },
  'POST /v1/newsletters/:id/dkim_keys': { action: 'dkim_keys.created', object: 'id' },
  'PATCH /v1/newsletters/:id/dkim_keys/:key_id': { action: 'dkim_key.updated', object: 'key_id' },
  'DELETE /v1/newsletters/:id/dkim_keys/:key_id': { action: 'dkim_key.deleted', object: 'key_id' },
  'PUT /v1/warm_up': { action: 'warm_up.set' },
  'POST /v1/warm_up/pause': { action: 'warm_up.paused' },
  'POST /v1/warm_up/resume': { action: 'warm_up.resumed' },
  'DELETE /v1/warm_up': { action: 'warm_up.ended' },
  'POST /v1/webhooks': { action: 'webhook.created' },
  'PATCH /v1/webhooks/:id': { action: 'webhook.updated', object: 'id' },
  'DELETE /v1/webhooks/:id': { action: 'webhook.deleted', object: 'id' },
  'DELETE /v1/tags/:id': { action: 'tag.deleted', object: 'id' },
  'POST /v1/segments': { action: 'segment.created' },
  'PATCH /v1/segments/:id': { action: 'segment.updated', object: 'id' },
  'DELETE /v1/segments/:id': { action: 'segment.deleted', object: 'id' },
  'DELETE /v1/snippets/:id': { action: 'snippet.deleted', object: 'id' },
  'DELETE /v1/templates/:id': { action: 'template.deleted', object: 'id' },
  'GET /v1/subscribers/:id_or_email/data': { action: 'subscriber.data_exported' },
  'POST /v1/subscribers/:id_or_email/erasure': { action: 'subscriber.deleted' },
  'DELETE /v1/subscribers/:id_or_email': { action: 'subscriber.deleted' },
  'POST /v1/subscribers/:id_or_email/grants': { action: 'grant.created' },
  'POST /v1/subscribers/:id_or_email/grants/:grant_id/revoke': { action: 'grant.revoked', has_reason: true },
  'POST /v1/suppressions/:id/lift': { action: 'suppression.lifted', object: 'id', has_reason: true },
  'POST /v1/emails': { action: ofStatus },
  'PATCH /v1/emails/:id': {
    action: (answer, fields) => (fields.includes('status') && ofStatus(answer)) || 'email.updated',
    object: 'id',
  },
  'DELETE /v1/emails/:id': { action: 'email.deleted', object: 'id' },
  'POST /v1/emails/:id/publish': { action: ofStatus, object: 'id' },
  'POST /v1/emails/:id/revisions/:number/restore': { action: 'email.restored', object: 'id' },
  'POST /v1/emails/:id/send-draft': { action: 'email.draft_sent', object: 'id' },
  'POST /v1/emails/:id/approval': { action: 'email.approved', object: 'id' },
  'POST /v1/emails/:id/approval/decline': { action: 'email.declined', object: 'id', has_reason: true },
  'DELETE /v1/emails/:id/approval': { action: 'email.approval_withdrawn', object: 'id' },
  'POST /v1/emails/:id/pause': { action: 'email.paused', object: 'id' },
  'POST /v1/emails/:id/resume': { action: 'email.resumed', object: 'id' },
  'POST /v1/emails/:id/ab-test/decide': { action: 'email.test_decided', object: 'id' },
  'POST /v1/emails/:id/deliveries/resend': { action: 'email.resent', object: 'id' },
  'GET /v1/emails/:id/deliveries/export': { action: 'deliveries.exported', object: 'id' },
  'GET /v1/emails/:id/deliveries/:subscriber/message': { action: 'subscriber.mail_shown' },
  'POST /v1/subscribers/:id_or_email/emails/:email_id': { action: 'email.sent_to_one', object: 'email_id' },
  'POST /v1/bulk_actions': { action: 'bulk_action.created' },
  'POST /v1/bulk_actions/:id/undo': {
    action: ({ dry_run }) => (dry_run ? null : 'bulk_action.undone'),
    object: 'id',
  },
  'POST /v1/exports': { action: 'export.created' },
  'GET /v1/exports/:id/download': { action: 'export.downloaded', object: 'id' },
  'DELETE /v1/exports/:id': { action: 'export.deleted', object: 'id' },
  'GET /v1/exports/csv/subscribers': { action: 'subscribers.exported' },
  'GET /v1/exports/csv/consents': { action: 'consents.exported' },
  'GET /v1/exports/csv/deliveries': { action: 'deliveries.exported' },
  'GET /v1/exports/csv/hits': { action: 'hits.exported' },
  'POST /v1/imports': { action: 'import.created' },
  'PATCH /v1/imports/:id': { action: 'import.updated', object: 'id' },
  'POST /v1/imports/:id/run': { action: 'import.run', object: 'id' },
  'POST /v1/imports/:id/undo': { action: 'import.undone', object: 'id' },
  'DELETE /v1/imports/:id': { action: 'import.deleted', object: 'id' },
  'POST /v1/hold/resume': { action: 'installation.resumed' },
  'GET /v1/audit_log/export': { action: 'audit_log.exported' },
  ...automation('/v1/automations'),
  'POST /v1/automations/:id/invoke': {
    action: ({ dry_run }) => (dry_run === true ? null : 'automation.invoked'),
    object: 'id',
  },
  'PATCH /v1/automations/:id/runs/:run_id': { action: 'automation.run_changed', object: 'id' },
  'POST /v1/automations/:id/held': { action: 'automation.held_decided', object: 'id' },
  'POST /v1/automations/:id/approval': { action: 'automation.approved', object: 'id' },
  'PATCH /v1/subscribers/:id_or_email/automations/:automation_attempt_id': {
    action: 'automation.step_skipped',
  },
  ...automation('/v1/external_feeds'),
};

/** Every API request that changes something, or looks as if it did, but is not recorded, with the reason. */
export const unauditedRoutes: Record<string, string> = {
  'POST /v1/newsletters/:id/hosting-domain/check':
    'only checks; that the address of the pages changes is recorded',
  'POST /v1/newsletters/:id/domain/check': 'only queries DNS; the key shows when it became active',
  'POST /v1/newsletters/:id/relay_test': 'changes nothing; mails only the caller',
  'POST /v1/me/passkeys/options': 'only makes a challenge',
  'PATCH /v1/me/passkeys/:id': 'its name',
  'POST /v1/setup': 'makes a draft once',
  'POST /v1/me/totp': 'counts for nothing before its code',
  'POST /v1/tags': 'labels of subscribers',
  'PATCH /v1/tags/:id': 'labels of subscribers',
  'PUT /v1/tags/:id': 'labels of subscribers',
  'POST /v1/subscribers': 'recorded as the event subscriber.created',
  'PATCH /v1/subscribers/:id_or_email': 'recorded as an event',
  'PUT /v1/subscribers/:id_or_email': 'recorded as an event',
  'POST /v1/subscribers/:id_or_email/send-reminder': 'the recipient asked for this mail',
  'POST /v1/subscribers/search': 'changes nothing',
  'POST /v1/audience/explain': 'changes nothing',
  'POST /v1/attachments': 'content',
  'PATCH /v1/attachments/:id': 'content',
  'DELETE /v1/attachments/:id': 'content; refused while an email needs it',
  'POST /v1/images': 'content',
  'PATCH /v1/images/:id': 'content',
  'DELETE /v1/images/:id': 'content',
  'POST /v1/snippets': 'content',
  'PATCH /v1/snippets/:id': 'content',
  'POST /v1/templates': 'content',
  'PATCH /v1/templates/:id': 'content',
  'POST /v1/emails/:id/second-try': 'a draft; sending it is recorded',
  'POST /v1/emails/:id/preview': 'changes nothing',
  'POST /v1/emails/preview': 'changes nothing',
  'POST /v1/system/ledger_check': 'changes nothing but its own result',
  'POST /v1/newsletters/:id/preview': 'changes nothing',
  'POST /v1/automations/preview': 'changes nothing',
  'POST /v1/external_feeds/preview': 'changes nothing',
  'POST /v1/automations/simulate': 'changes nothing',
  'POST /v1/automations/:id/simulate': 'changes nothing',
  'POST /v1/automations/discover': 'only fetches pages and feeds',
  'POST /v1/external_feeds/discover': 'only fetches pages and feeds',
  'POST /v1/automations/:id/ping': 'only fetches the feed sooner',
  'POST /v1/external_feeds/:id/ping': 'only fetches the feed sooner',
  'POST /v1/webhooks/:id/test': 'recorded in the log of attempts',
  'POST /v1/webhooks/:id/attempts/:attempt_id/resend': 'recorded in the log of attempts',
  'POST /v1/feedback/messages': 'recorded as feedback',
};
