import { type Code, type Said, sentence } from './sentences/sentence.ts';
/** Every error code of the API and its HTTP status (docs/api.md lists when each occurs and what to do). */
export const errorStatus = {
  request_invalid: 400,
  subject_invalid: 400,
  body_invalid: 400,
  email_invalid: 400,
  email_duplicate: 400,
  status_invalid: 400,
  publish_date_missing: 400,
  publish_date_invalid: 400,
  slug_invalid: 400,
  url_invalid: 400,
  canonical_url_invalid: 400,
  image_invalid: 400,
  attachment_invalid: 400,
  attachment_in_use: 400,
  upload_quota_exceeded: 400,
  email_type_invalid: 400,
  metadata_invalid: 400,
  ordering_invalid: 400,
  filter_unsupported: 400,
  filter_invalid: 400,
  filter_too_slow: 400,
  tag_invalid: 400,
  tag_in_use: 400,
  segment_in_use: 400,
  cadence_metadata_invalid: 400,
  trigger_action_invalid: 400,
  action_invalid: 400,
  action_invalid__missing_body_or_subject: 400,
  delay_invalid: 400,
  invalid_newsletter_id: 400,
  automation_attempt_not_found: 404,
  invalid_status: 400,
  bulk_action_invalid_ids: 400,
  bulk_action_invalid_metadata: 400,
  bulk_action_invalid_price: 400,
  bulk_action_invalid_type: 400,
  bulk_action_not_undoable: 409,
  name_already_exists: 400,
  identifier_already_exists: 400,
  survey_has_responses: 400,
  too_many_notes: 400,
  email_already_exists: 400,
  email_address_invalid: 400,
  subscriber_suppressed: 400,
  subscriber_not_unactivated: 400,
  reminder_too_soon: 400,
  username_already_exists: 400,
  domain_already_exists: 400,
  newsletter_in_use: 400,
  grant_reference_taken: 409,
  paid_subscriptions_uninitialized: 400,
  payments_refused: 400,
  payments_running: 409,
  payments_away: 503,
  invalid_amount: 400,
  maximum_amount_too_high: 400,
  minimum_amount_not_less_than_maximum: 400,
  suggested_amount_out_of_range: 400,
  product_deleted: 400,
  default_price: 400,
  last_owner: 400,
  import_invalid: 400,
  newsletter_not_empty: 400,
  authentication_missing: 401,
  authentication_invalid: 401,
  forbidden: 403,
  credential_missing: 403,
  sign_in_first: 403,
  sign_in_again: 403,
  bound_exceeded: 403,
  approval_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_changed: 412,
  sequence_changed: 412,
  no_longer_kept: 410,
  link_over: 410,
  idempotency_key_reused: 409,
  idempotency_key_in_progress: 409,
  export_not_ready: 409,
  not_on_hold: 409,
  on_hold: 409,
  import_not_ready: 409,
  payload_too_large: 413,
  media_type_unsupported: 415,
  range_invalid: 416,
  rate_limited: 429,
  internal_error: 500,
  not_ready: 503,
  sign_on_away: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A failure that the caller can act on. `detail` names the field and the remedy; `metadata` may add ids. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly metadata: Record<string, string> | undefined;

  constructor(code: ErrorCode, detail: string, metadata?: Record<string, string>) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.metadata = metadata;
  }
}

/** Returns the failure with this code that the sentence describes. */
export function domainError<C extends Code>(code: ErrorCode, ...said: Said<C>): DomainError {
  return new DomainError(code, sentence<C>(...said));
}

/** Returns the error for an address without a page. */
export function nothingHere(): DomainError {
  return domainError('not_found', 'requests.no_page');
}

/** Returns the error for an object that does not exist, or belongs to another newsletter: from outside, the two look the same. */
export function notFound(what: string): DomainError {
  return domainError('not_found', 'requests.not_found', { what });
}

/** Returns the object, if there is one; otherwise throws `not_found`. */
export function found<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw notFound(what);
  return thing;
}

/** Returns the message of a thrown value, whatever it is. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the system's code of the failure (`ENOENT`, `EACCES`), or PostgreSQL's (`28P01`); undefined if there is none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
