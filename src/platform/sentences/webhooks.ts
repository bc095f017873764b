/** Webhooks and their attempts. */
export const webhooks = {
  too_many:
    'The newsletter already has {most} webhooks, the maximum. Delete one, or add event_types to an existing one.',
  request_not_kept:
    'The request of this attempt was not kept, because an older version made it. Send the event again with the bulk action replay_events.',
  on_hold: 'The installation is on hold, so nothing is posted to webhooks. GET /v1/hold says why.',
  not_public:
    '{host} ({address}) is not on the public internet. If it is yours, add it or its network to ALLOWED_PRIVATE_NETWORKS.',
  https_needed: 'The address must use https, so that nobody can read the requests in transit.',
  port_not_web: 'Port {port} is not a web port. Use one of {ports}.',
  failing_since: 'No attempt has succeeded since {date:time}. The last one: {reason:sentence}',
  was_enabled:
    'It was enabled where its newsletter was exported. Give its new signing key to the receiver, then enable it.',
  redirects:
    "The endpoint answered {status}, and redirects are not followed. Set the webhook's url to the new address.",
  gone: 'The endpoint answered 410: it does not want any more events.',
  no_email: 'email_ids: the newsletter has no email {id}.',
  no_automation: 'automation_ids: the newsletter has no automation {id}.',
  filter_names_missing: 'The condition on {field} names something that has been deleted.',
  filter_failed: 'Its filters cannot be applied. {fault:sentence} Change the filters, then enable it.',
  answered: 'The endpoint answered {status}.',
} as const;
