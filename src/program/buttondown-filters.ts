/**
 * Parameters of lists in Buttondown's API that only choose what is shown, by the address of the list here. Those that a list does not
 * implement are ignored.
 */
export const buttondownViews: Readonly<Record<string, readonly string[]>> = {
  '/v1/automations/:id/items': ['expand'],
  '/v1/external_feeds/:id/items': ['expand'],
};

/**
 * The filter parameters of lists in Buttondown's current API (version 2026-04-01), by the address that the list has or would have here.
 * Those that a list does not implement are refused, because a program that sends one must not receive everything instead.
 */
export const buttondownFilters: Readonly<Record<string, readonly string[]>> = {
  '/v1/api_requests': [
    ...['api_key_id', 'creation_date__gt', 'creation_date__lt', 'date__start', 'date__end', 'method'],
    ...['path', 'source', 'status_code'],
  ],
  '/v1/attachments': ['ids'],
  '/v1/comments': ['email_id', 'parent_id', 'status', 'subscriber_id'],
  '/v1/emails': [
    ...['archival_mode', 'attachments', 'email_type', 'ids', 'snippet_id', 'source', 'status', '-status'],
    ...['subject', 'click_rate__start', 'click_rate__end', 'creation_date__start', 'creation_date__end'],
    ...['deliveries__start', 'deliveries__end', 'open_rate__start', 'open_rate__end'],
    ...['publish_date__start', 'publish_date__end'],
  ],
  '/v1/emails/:id/history': ['query'],
  '/v1/events': ['automation_id', 'email_id', 'event_type', 'subscriber_id'],
  '/v1/forms': ['admin', 'status', '-status'],
  '/v1/images': ['ids'],
  '/v1/notes': ['model_id', 'model_type'],
  '/v1/subscribers': [
    ...['bounce_date__start', 'bounce_date__end', 'bounce_reason', 'churn_date__start', 'churn_date__end'],
    ...['click_rate__start', 'click_rate__end', 'coupon', 'current_price', 'date__start', 'date__end'],
    ...['domain', '-domain', 'email_address', 'form', 'ids', 'ip_address', 'last_click_date__start'],
    ...['last_click_date__end', 'last_open_date__start', 'last_open_date__end', 'open_rate__start'],
    ...['open_rate__end', 'price', 'referral_code', 'referrer_url', 'risk_score__start', 'risk_score__end'],
    ...['source', 'subscriber_import', 'tag', '-tag', 'type', '-type', 'undeliverability_date__start'],
    ...['undeliverability_date__end', 'undeliverability_reason', 'unsubscription_date__start'],
    ...['unsubscription_date__end', 'unsubscription_reason', 'upgrade_date__start', 'upgrade_date__end'],
    ...['utm_campaign', 'utm_medium', 'utm_source'],
  ],
  '/v1/survey_responses': [
    ...['automation_id', 'creation_date__start', 'creation_date__end', 'email_id', 'source', 'subscriber_id'],
    'survey_id',
  ],
  '/v1/surveys': ['status', '-status'],
  '/v1/tags': ['ids'],
  '/v1/webhooks': ['status'],
  '/v1/webhooks/:id/attempts': ['status'],
};
