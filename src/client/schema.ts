// Written from docs/openapi.json by npm run generate. Change the routes, not this file.

export type Adoption = {
  dry_run: boolean;
  /** Running subscriptions of the newsletter's products */
  found: number;
  /** How many of them are linked to a subscriber now, or would be */
  linked: number;
  /** Those that were not linked before, at most 1,000 */
  subscriptions: Array<{
    subscription_id: string;
    customer_id: string;
    /** The address at Stripe */
    email_address: string | null;
    subscriber_id: string | null;
    /** linked: it was linked before. customer: a subscriber has this customer id in their metadata. address: a subscriber has the same address. none: it matches nobody */
    match: 'linked' | 'customer' | 'address' | 'none';
    status: string;
    /** Whether it is set to end */
    ends: boolean;
    /** The percentage of each payment that another service still takes */
    foreign_fee: number | null;
  }>;
};

export type ApiKey = {
  id: string;
  name: string;
  permissions: {
    emails: 'none' | 'read' | 'write';
    sending: 'none' | 'read' | 'write';
    subscribers: 'none' | 'read' | 'write';
    automations: 'none' | 'read' | 'write';
    bulk_actions: 'none' | 'read' | 'write';
    payments: 'none' | 'read' | 'write';
    settings: 'none' | 'read' | 'write';
    installation: 'none' | 'read' | 'write';
  };
  bounds: Bounds;
  /** Id of the person or key that created it; null: the command line, or unknown */
  created_by: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** When the key expires; null if it does not */
  expiry_date: string | null;
  /** When the key was revoked */
  revocation_date: string | null;
  /** When the key was last used, to the minute */
  last_used_date: string | null;
};

export type AskedFilterGroupInput = {
  filters?: Array<{
    field: string;
    operator: string;
    value?: string | number | boolean | Array<string | number | boolean> | null;
  }> | null;
  groups?: Array<AskedFilterGroupInput> | null;
  predicate?: 'and' | 'or' | 'not';
};

export type AskedSurvey = {
  id: string;
  /** Its name in templates: {{ survey.IDENTIFIER }} */
  identifier: string;
  question: string;
  answers: Array<string>;
  /** Notes for the team; readers do not see them */
  notes: string;
  /** radio: one answer. checkbox: any number of answers. text: readers write their own */
  input_type: 'radio' | 'checkbox' | 'text';
  /** once: each person answers once. once_per_email: each person answers once for each email that asks */
  response_cadence: 'once' | 'once_per_email';
  /** Whether readers may add a text of their own */
  is_freeform_response_enabled: boolean;
  /** Whether each reader sees the answers in a different order. The mail then only links to the page with the answers */
  randomize_answers: boolean;
  /** Whether readers who have answered, and the archive, see the results */
  shows_results: boolean;
  /** inactive: it takes no more answers */
  status: 'active' | 'inactive';
  response_count: number;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  results: SurveyResults;
};

export type AskedSurveys = {
  results: Array<AskedSurvey>;
};

export type Attachment = {
  id: string;
  name: string;
  /** The address of the file */
  file: string;
  /** In bytes */
  size: number;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type AuditEntry = {
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** Null if it concerns the whole installation */
  newsletter_id: string | null;
  /** For example api_key.created */
  action: string;
  actor_type: 'key' | 'person' | 'command_line' | 'service' | 'reader';
  /** Id of the API key or the person */
  actor_id: string | null;
  /** Name of the API key or the person at that time */
  actor_name: string;
  /** IP address of the request; empty for the command line and the service itself */
  ip_address: string;
  /** What was changed */
  object_id: string | null;
  /** `fields` lists the fields that the request set. May also hold states, counts, the `tool` of an agent and the `reason` that somebody gave, never contents. The reason for lifting a suppression is left out without `subscribers: read` */
  details: Record<string, unknown>;
};

export type Automation = {
  /** feed: it mails what is new in feeds. Sequences, which act on events, are of the kind event */
  kind: 'feed';
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  /** The name that you gave it; otherwise the title of the feed, or its host */
  name: string;
  status: 'active' | 'inactive';
  behavior: 'draft' | 'emails';
  cadence: 'every' | 'daily' | 'weekly' | 'monthly';
  cadence_metadata: Record<string, unknown>;
  subject: string;
  body: string;
  /** Ids of tags */
  included_tags: Array<string>;
  /** Ids of tags */
  excluded_tags: Array<string>;
  /** The filters that choose who receives its emails. They say the same as the tag lists, or more than the lists can express; then the lists are empty. Without `subscribers: read`, the addresses in them are empty */
  filters: FilterGroup;
  email_type: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
  skip_old_items: boolean;
  item_filters: {
    include: {
      categories: Array<string>;
      titles: Array<string>;
      authors: Array<string>;
    };
    exclude: {
      categories: Array<string>;
      titles: Array<string>;
      authors: Array<string>;
    };
  };
  poll_minutes: number | null;
  hold_minutes: number;
  /** Any JSON object */
  metadata: Record<string, unknown>;
  /** The name that you gave it; empty if you gave none */
  label: string;
  trigger: 'external_feed_item.created';
  /** Always empty, as in the public API for feeds */
  actions: Array<unknown>;
  should_evaluate_filter_after_delay: false;
  /** Why the service deactivated it */
  status_reason: string;
  status_reason_sentence?: Sentence;
  /** Current address of the (first) feed, after permanent redirects. A user and password in it are used but not shown */
  url: string;
  /** The same for all its feeds */
  urls: Array<string>;
  /** State of each of its feeds */
  feeds: Array<{
    url: string;
    title: string;
    last_checked_date: string | null;
    /** When it was last read successfully */
    last_success_date: string | null;
    /** When it is fetched next; null if it is gone or no active automation follows it */
    next_poll_date: string | null;
    /** How often it has failed in a row */
    failures: number;
    /** Error of the last fetch; empty if there was none */
    last_error: string;
    last_error_sentence?: Sentence;
    push_status: 'none' | 'pending' | 'active';
  }>;
  /** Items that wait for your decision (`GET …/items?status=held`) */
  held_count: number;
  /** Why they wait: at most ten reasons, most frequent first */
  held_reasons: Array<{
    reason: string;
    reason_sentence?: Sentence;
    count: number;
  }>;
  /** POST to this address, without a key, to announce something new in the feed, which is then fetched */
  ping_url: string;
  /** Whether the feed's WebSub hub announces new items immediately; pending: the subscription is not confirmed yet. For several feeds, the least immediate state */
  push_status: 'none' | 'pending' | 'active';
  /** When the feed was last fetched; for several feeds, the least recent one */
  last_checked_date: string | null;
  /** When it acts next: the time of its digest, or of the next fetch; null while inactive */
  next_run_date: string | null;
  /** Error of the feed or the last run; empty if there was none. For several feeds, names those that fail */
  last_error: string;
  last_error_sentence?: Sentence;
};

export type AutomationForSubscriber = {
  id: string;
  /** Of the sequence */
  name: string;
  /** pending: this step is next. unprocessed: it comes later */
  status: 'unprocessed' | 'processed' | 'failed' | 'pending' | 'skipped';
  automation_id: string;
  /** When it was done, or will be */
  execution_date: string;
  actions: Array<Record<string, unknown>>;
  /** Why it was skipped, failed or waits; empty if there is nothing to say */
  reason: string;
};

export type AutomationItem = {
  id: string;
  /** irrelevant: from before the start; held: waits for your decision */
  status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
  /** Reason for this status */
  reason: string;
  reason_sentence?: Sentence;
  url: string;
  title: string;
  /** The feed it came from */
  feed: {
    title: string;
    url: string;
  };
  /** Date from the feed, or when the item was first seen */
  publish_date: string;
  /** When the automation first saw it */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  /** The email that contains it */
  email_id: string | null;
};

export type AutomationVariables = {
  variables: Array<{
    name: string;
    description: string;
    description_sentence?: Sentence;
  }>;
};

export type Backup = {
  id: string;
  /** When it was started; it contains the data of that moment */
  creation_date: string;
  completion_date: string | null;
  /** What made it: the schedule, the command, or an upgrade that was about to delete something */
  kind: 'scheduled' | 'manual' | 'upgrade';
  /** `good`: it was written, and then read back completely */
  status: 'in_progress' | 'good' | 'failed';
  /** Why it failed, and what to do */
  status_reason: string;
  status_reason_sentence?: Sentence;
  /** The folder or bucket */
  place: string;
  file_name: string;
  /** In bytes */
  size: number | null;
  row_count: number | null;
  /** Attachments and images */
  file_count: number | null;
  is_encrypted: boolean;
};

export type Bounds = {
  /** Maximum recipients of one email sent with this key; null: no limit */
  most_recipients: number | null;
  /** Maximum recipients this key mails in any 24 hours; null: no limit */
  most_recipients_a_day: number | null;
  /** Tag ids: every recipient must have at least one of these tags; null: no limit */
  tags: Array<string> | null;
  /** The key can write drafts but never send, whatever its permissions */
  drafts_only: boolean;
  /** Every send waits for the approval of somebody without this bound; the key itself approves nothing */
  needs_approval: boolean;
};

export type BulkAction = {
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  start_date: string | null;
  completion_date: string | null;
  status: 'not_started' | 'in_progress' | 'processed' | 'failed';
  /** Why the action failed */
  status_reason: string;
  status_reason_sentence?: Sentence;
  /** undo: it undoes another action */
  type: 'add_notes' | 'apply_metadata' | 'apply_tags' | 'ban_subscribers' | 'cancel_stripe_subscriptions' | 'delete_emails' | 'delete_subscribers' | 'delete_tags' | 'gift_subscribers' | 'modify_stripe_subscriptions' | 'pause_stripe_subscriptions' | 'reactivate_subscribers' | 'rename_metadata' | 'replay_events' | 'resubscribe_subscribers' | 'send_emails' | 'send_reminders' | 'unban_subscribers' | 'ungift_subscribers' | 'unsubscribe_subscribers' | 'update_archival_modes' | 'update_email_types' | 'undo';
  /** As it was sent */
  metadata: Record<string, unknown>;
  /** Number of items, fixed at creation */
  total_count: number;
  done_count: number;
  /** Items that needed no change */
  skipped_count: number;
  /** Items that were refused or do not exist */
  failed_count: number;
  /** The action can be undone until then; null: it cannot be undone */
  undo_until: string | null;
  /** Who requested it; null if it was neither a key nor a person, or if they no longer exist */
  created_by: {
    type: 'key' | 'person';
    id: string;
    /** Empty without `settings: read` */
    name: string;
  } | null;
  /** Id of the action that this one undoes */
  undoes: string | null;
  /** Id of the action that undoes this one */
  undone_by: string | null;
  /** Items per second since the start */
  rate: number | null;
  /** Only while in progress */
  expected_completion_date: string | null;
};

export type BulkActionForecast = {
  type: 'add_notes' | 'apply_metadata' | 'apply_tags' | 'ban_subscribers' | 'cancel_stripe_subscriptions' | 'delete_emails' | 'delete_subscribers' | 'delete_tags' | 'gift_subscribers' | 'modify_stripe_subscriptions' | 'pause_stripe_subscriptions' | 'reactivate_subscribers' | 'rename_metadata' | 'replay_events' | 'resubscribe_subscribers' | 'send_emails' | 'send_reminders' | 'unban_subscribers' | 'ungift_subscribers' | 'unsubscribe_subscribers' | 'update_archival_modes' | 'update_email_types' | 'undo';
  /** Any JSON object */
  metadata: Record<string, unknown>;
  dry_run: true;
  /** Why the action could not run at all */
  status_reason: string;
  status_reason_sentence?: Sentence;
  /** Number of items, fixed at creation */
  total_count: number;
  done_count: number;
  /** Items that needed no change */
  skipped_count: number;
  /** Items that were refused or do not exist */
  failed_count: number;
  /** Why items would be skipped or would fail, and how many; the most frequent ten */
  reasons: Array<{
    status: 'skipped' | 'failed';
    reason: string;
    detail: string;
    detail_sentence?: Sentence;
    count: number;
  }>;
  /** The first items that would be skipped or would fail */
  refusals: Array<BulkActionItem>;
};

export type BulkActionItem = {
  /** Position in the order of processing, from 1 */
  position: number;
  /** As it was given */
  id: string;
  /** Address, subject, name or event type; empty if it is gone or you may not read it */
  name: string;
  /** Null until the item is processed */
  status: 'done' | 'skipped' | 'failed' | null;
  /** Code of the reason it was skipped or failed: not_found, unchanged … */
  reason: string;
  /** The reason in words */
  detail: string;
  detail_sentence?: Sentence;
};

export type BulkActionReasons = {
  results: Array<{
    status: 'skipped' | 'failed';
    reason: string;
    detail: string;
    detail_sentence?: Sentence;
    count: number;
  }>;
};

export type Calendar = {
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  start: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  end: string;
  /** In order of time; each entry is an email or a run */
  entries: Array<{
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
    email: {
      id: string;
      /** May be a template */
      subject: string;
      status: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
      email_type: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
      automation_id: string | null;
    } | null;
    /** The automation runs then, and makes a digest if there is something new */
    automation: {
      id: string;
      name: string;
      cadence: 'every' | 'daily' | 'weekly' | 'monthly';
    } | null;
  }>;
  /** Automations without dates: they act whenever something new appears */
  always: Array<{
    id: string;
    name: string;
    cadence: 'every' | 'daily' | 'weekly' | 'monthly';
  }>;
};

export type ClientFigures = {
  /** Gmail, Apple Mail (private), Outlook, Firefox …, Other */
  client: string;
  opens: number;
  clicks: number;
};

export type CopyAgain = {
  subscriber_id: string;
  /** Its value when the copy was made */
  email_address: string;
  /** Of the delivery */
  status: 'planned' | 'accepted' | 'temporary' | 'permanent' | 'uncertain' | 'skipped' | 'bounced' | 'complained';
  status_date: string | null;
  /** Whether the hash on record matches this copy, which proves that these bytes were handed over */
  proved: boolean;
  /** What proves it, or why there is no proof */
  explanation: string;
  explanation_sentence?: Sentence;
  /** The hash on record: the first 6 bytes of a SHA-256 without the field Date, in hexadecimal */
  copy_hash: string | null;
  /** The message (RFC 5322). Its Date is status_date, and it is not signed */
  message: string;
};

export type Delivery = {
  /** Null for deleted subscribers */
  subscriber_id: string | null;
  /** The current address; null for deleted subscribers */
  email_address: string | null;
  status: 'planned' | 'accepted' | 'temporary' | 'permanent' | 'uncertain' | 'skipped' | 'bounced' | 'complained';
  /** How many attempts were made to hand it over */
  attempts: number;
  /** Last reply of the mail server, or why it was not contacted */
  reply: string;
  reply_sentence?: Sentence;
  /** The relay that was asked last; null if none was, or if the copy is older */
  relay: string | null;
  /** When it got this status; null while planned */
  status_date: string | null;
  /** When a temporary failure is retried; null if it is not */
  retry_date: string | null;
  open_date: string | null;
  click_date: string | null;
  unsubscription_date: string | null;
  complaint_date: string | null;
};

export type DiscoveredFeeds = {
  feeds: Array<{
    /** What to give as `url` of an automation */
    url: string;
    title: string;
    format: string;
    /** Null for a feed too large to count */
    item_count: number | null;
    /** The title of its latest item; empty if it has none */
    latest_title: string;
    /** The date of its latest item, if it has one */
    latest_date: string | null;
  }>;
};

export type DkimKey = {
  id: string;
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  /** waiting: it is not in DNS yet and signs nothing. retired: it no longer signs */
  status: 'waiting' | 'active' | 'retired';
  /** Name of its TXT record */
  record_name: string;
  /** Value of its TXT record */
  record: string;
  /** Name of the CNAME record that leads to its TXT record, which the operator publishes; null if the TXT record is in the domain itself */
  alias_name: string | null;
  /** Whether it was made on schedule (`dkim_rotation_months`) */
  is_planned: boolean;
  /** For a retired key: until when its TXT record must stay, because mail that it signed is still on its way */
  record_until: string | null;
  /** Whether its private half has been destroyed. It can then never sign again, and its TXT record may be removed */
  is_destroyed: boolean;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  status_date: string;
};

export type DomainFigures = {
  /** Domain of the addresses; empty for deleted subscribers */
  domain: string;
  recipients: number;
  opens: number;
  clicks: number;
};

export type DomainReports = {
  /** The domain that the newsletter sends from */
  domain: string;
  /** Where DMARC reports are read: for `rua` in the DMARC record; null without BOUNCE_DOMAIN */
  dmarc_address: string | null;
  /** The same for TLS reports */
  tls_address: string | null;
  dmarc: {
    reports: number;
    last_date: string | null;
    messages: number;
    passed: number;
    /** The policy that the last report names */
    policy: 'none' | 'quarantine' | 'reject' | null;
    /** The hundred with the most messages */
    sources: Array<{
      /** The machine that the mail came from */
      source_ip: string;
      /** ours: it came through our mail server. forwarded: it has our signature, but came another way. allowed: another sender whose mail passes. stranger: another sender whose mail fails */
      standing: 'ours' | 'forwarded' | 'allowed' | 'stranger';
      /** The other domain that signed the mail or is in its envelope; empty if none */
      service: string;
      /** The selector of the domain's signature that passed; empty if none */
      selector: string;
      /** The domains that the mail says it is from; at most five */
      header_from: Array<string>;
      messages: number;
      /** Messages that passed DMARC: by an aligned signature or by SPF */
      passed: number;
      /** Messages with an aligned signature that passed */
      dkim: number;
      /** Messages that passed SPF with an aligned domain */
      spf: number;
      quarantined: number;
      rejected: number;
      /** Who reported it; at most five */
      organisations: Array<string>;
      /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
      first_date: string;
      /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
      last_date: string;
      /** What it means, and what to do */
      advice: string;
      advice_sentence?: Sentence;
    }>;
    /** How many more sources there are */
    others: number;
  };
  tls: {
    reports: number;
    last_date: string | null;
    sessions: number;
    failed: number;
    failures: Array<{
      /** What failed (RFC 8460 §4.3) */
      result: string;
      /** The mail server that was to receive the mail; empty if unknown */
      host: string;
      sessions: number;
      organisations: Array<string>;
      /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
      first_date: string;
      /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
      last_date: string;
      advice: string;
      advice_sentence?: Sentence;
    }>;
  };
  /** Who has sent reports: the fifty who sent most */
  organisations: Array<{
    /** The name that it gives itself; anyone can send a report */
    org: string;
    /** The domain from which its mail claims to come; empty if unknown */
    sender: string;
    reports: number;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    last_date: string;
  }>;
};

export type Email = {
  id: string;
  /** Tag ids: only subscribers with all of them receive the email */
  included_tags: Array<string>;
  /** Tag ids: subscribers with any of them do not receive the email */
  excluded_tags: Array<string>;
  /** The filters that choose who receives it. They say the same as the tag lists, or more than the lists can express; then the lists are empty. Without `subscribers: read`, the addresses in them are empty */
  filters: FilterGroup;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  /** When the email will be or was sent */
  publish_date: string | null;
  attachments: Array<string>;
  subject: string;
  canonical_url: string;
  image: string;
  description: string;
  /** api, app, import or automation */
  source: string;
  /** The automation that created it */
  automation_id: string | null;
  /** Markdown or HTML */
  body?: string;
  /** The number of the issue, assigned when sending begins */
  secondary_id: number | null;
  email_type: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
  slug: string;
  external_url: string;
  /** The public page of the email */
  absolute_url: string;
  status: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
  /** Why it is errored or waiting; how many deliveries are uncertain, and what to do */
  status_reason: string;
  status_reason_sentence?: Sentence;
  /** Any JSON object */
  metadata: Record<string, unknown>;
  should_send_teaser: boolean;
  custom_teaser: string;
  /** Who may read its public page */
  archival_mode: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled';
  /** Whether it is at the top of the home page */
  featured: boolean;
  /** Emails that its public page links to */
  related_email_ids: Array<string>;
  /** The layout of its mail; null is modern */
  template: 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
  /** Who may comment on its public page */
  commenting_mode: 'disabled' | 'enabled' | 'enabled_for_paid_subscribers';
  /** Always false: nothing is charged */
  should_trigger_pay_per_email_billing: false;
  /** Approval by a second person or API key, for callers that may not send alone, and for more recipients than approval_threshold */
  approval: {
    /** voided: it has changed since it was approved, or the approval was withdrawn */
    state: 'none' | 'requested' | 'approved' | 'voided' | 'declined';
    /** Id of the person or API key whose request to send has to be approved */
    requested_by: string | null;
    /** When they requested it */
    requested_date: string | null;
    /** Id of the person or API key that approved or declined */
    by: string | null;
    /** Maximum number of approved recipients, or the number at the time of the request */
    count: number | null;
    /** Why it was declined; empty if nobody said */
    reason: string;
    /** What has changed since the approval was requested or, later, given; those who changed it cannot approve. Empty in lists */
    changes: Array<{
      /** email: one of its fields; snippet, segment or attachment: one that it uses; newsletter: a setting that its mail or page shows */
      part: 'email' | 'snippet' | 'survey' | 'segment' | 'attachment' | 'newsletter';
      /** The field, the identifier of the snippet, or the id of the segment or attachment */
      key: string;
      /** Its name, for people */
      name: string;
      /** Id of the person or API key that last changed it; null: unknown */
      by: string | null;
    }>;
  };
  /** What its mail and page are made of apart from its own fields: snippets, segments, attachments, and settings of the newsletter. Empty in lists */
  parts: Array<{
    /** email: one of its fields; snippet, segment or attachment: one that it uses; newsletter: a setting that its mail or page shows */
    part: 'email' | 'snippet' | 'survey' | 'segment' | 'attachment' | 'newsletter';
    /** The field, the identifier of the snippet, or the id of the segment or attachment */
    key: string;
    /** Its name, for people */
    name: string;
    /** Id of the person or API key that last changed it; null: unknown */
    by: string | null;
    /** Differs after every change */
    version: string;
  }>;
  /** Null until sent */
  analytics: EmailAnalytics | null;
  /** The date since which only the counts of its deliveries are kept (delivery_months of the newsletter) */
  deliveries_dropped_date: string | null;
  /** The email that it goes once more to people who missed it (POST /v1/emails/{id}/second-try) */
  second_try_of: string | null;
  second_try_to: 'unopened' | 'unopened_or_unknown' | 'unclicked' | null;
  /** The language that it is written in, as a BCP 47 tag such as de or ar. It decides the texts of its frame and page, and their direction. Empty: that of the newsletter */
  locale: string;
  /** Whether it also goes to people who have had as many mails as the newsletter’s `mail_cap` allows */
  ignores_cap: boolean;
  /** The local time at which each reader gets it; null: everybody gets it at once */
  reader_time: {
    /** A time such as "09:00", in the time zone of each reader */
    at: string;
    /** Readers for whom this time has passed when sending begins get it a day later (`next_day`), or together with those in the time zone of the newsletter (`with_newsletter`) */
    if_passed: 'next_day' | 'with_newsletter';
  } | null;
  /** Other variants to try with a share of its audience; null: none */
  ab_test: {
    /** One to three other variants; the first variant is the email itself */
    variants: Array<{
      subject?: string;
      from_name?: string;
      /** Markdown or HTML */
      body?: string;
    }>;
    /** The percentage of the audience that takes part, divided among the variants; the rest waits for the decision */
    share: number;
    /** What decides: how many people followed a link, or how many opened it. `opens` counts only people whose opens can be seen: they have opened an earlier email, and never with a program that opens everything */
    measure: 'clicks' | 'opens';
    /** The decision is made once, this many hours after sending began */
    decide_after: number;
    /** What the rest gets if no variant is the best with a probability of 95 %: the `first`, or all of them, each for a part of the rest (`split`) */
    if_undecided: 'first' | 'split';
  } | null;
};

export type EmailAbTest = {
  /** none: the email has no test; winner, undecided, by_hand: how it was decided */
  state: 'none' | 'planned' | 'running' | 'winner' | 'undecided' | 'by_hand';
  /** How many people the test counts for each variant */
  people_each: number;
  /** People who take part and do not count, because it cannot be seen whether they open an email */
  uncounted: number;
  /** How many wait for the decision, or waited */
  rest: number;
  /** The share of people who clicked in the last emails; null if no email measured it, or if the test counts opens */
  usual_share: number | null;
  /** The smallest difference between shares that a test with this many people finds 8 times out of 10. It assumes the usual share, or 2 % if that is unknown, and for opens 50 %, which is the worst case. Null if no difference is large enough */
  smallest_difference: number | null;
  /** False with fewer than 250 people for each variant, because the result is then little more than chance */
  is_advised: boolean;
  /** When it is or was to be decided; null before sending */
  decide_date: string | null;
  decision_date: string | null;
  /** Id of the person or API key that decided by hand */
  decided_by: string | null;
  /** The variant that the rest gets; null: each variant goes to a part of it, or nothing is decided yet */
  winner: number | null;
  /** The first is the email as it is */
  variants: Array<{
    /** Who got it */
    people: number;
    /** Of these, people who followed a link; machines do not count */
    clicks: number;
    /** Of the people, those whom the test counts: all, or if it measures opens, those whose opens can be seen */
    counted: number;
    /** Of those counted, how many did what the test measures */
    acted: number;
    unsubscriptions: number;
    complaints: number;
    /** From 1, which is the email as it is */
    variant: number;
    subject: string;
    /** Null: that of the newsletter */
    from_name: string | null;
    /** Whether its text is not that of the email */
    has_own_body: boolean;
    share: number | null;
    /** The share lies between low and high with a probability of 95 % */
    low: number;
    high: number;
    /** The probability that it is the best, by what is known now */
    best: number;
    /** The counts at the time of the decision */
    decided_from: {
      counted: number;
      /** Of those counted, how many did what the test measures */
      acted: number;
      best: number;
    } | null;
    /** What those people of the rest did who got this variant */
    rest: {
      /** Who got it */
      people: number;
      /** Of these, people who followed a link; machines do not count */
      clicks: number;
      /** Of the people, those whom the test counts: all, or if it measures opens, those whose opens can be seen */
      counted: number;
      /** Of those counted, how many did what the test measures */
      acted: number;
      unsubscriptions: number;
      complaints: number;
    };
  }>;
};

export type EmailAnalytics = {
  /** The audience, without people who left before being served */
  recipients: number;
  /** Accepted by the mail server, and not bounced */
  deliveries: number;
  /** Recipients who opened it */
  opens: number;
  /** Recipients who followed a link */
  clicks: number;
  /** Still being retried, or given up after temporary failures */
  temporary_failures: number;
  /** Permanently refused */
  permanent_failures: number;
  unsubscriptions: number;
  complaints: number;
};

export type EmailAnalyticsWithRaw = {
  /** The audience, without people who left before being served */
  recipients: number;
  /** Accepted by the mail server, and not bounced */
  deliveries: number;
  /** Recipients who opened it */
  opens: number;
  /** Recipients who followed a link */
  clicks: number;
  /** Still being retried, or given up after temporary failures */
  temporary_failures: number;
  /** Permanently refused */
  permanent_failures: number;
  unsubscriptions: number;
  complaints: number;
  /** With raw=true: everything recorded, including machines */
  raw?: RawAnalytics;
};

export type EmailChanged = {
  /** Error code, for programs */
  code: string;
  /** What went wrong and what to do, for people */
  detail: string;
  detail_sentence?: Sentence;
  /** The field that it is about; the detail begins with it */
  field?: string;
  /** Identifiers of the objects involved */
  metadata?: Record<string, string>;
  /** The email as stored */
  current: Email;
  /** The fields of this request, which changed nothing */
  asked: Record<string, unknown>;
};

export type EmailDomainProgress = {
  /** Counting a large email takes a while, so the figures are kept for some time */
  counted_date: string;
  /** The domains with the most recipients, at most 100 */
  domains: Array<{
    /** Domain of the addresses; empty for deleted subscribers */
    domain: string;
    /** Without people who left before being served */
    recipients: number;
    planned: number;
    accepted: number;
    temporary: number;
    permanent: number;
    uncertain: number;
    bounced: number;
    complained: number;
  }>;
  /** Recipients in other domains */
  others: number;
};

export type EmailProgress = {
  status: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
  /** The audience so far, without people who left before being served */
  recipients: number;
  /** Not served yet */
  planned: number;
  accepted: number;
  temporary: number;
  permanent: number;
  uncertain: number;
  skipped: number;
  bounced: number;
  complained: number;
  /** How many of the planned are being handed over now, without a reply of the mail server yet */
  in_hand: number;
  /** When sending begins or began: after the undo window, or at its publish_date; null for drafts */
  start_date: string | null;
  /** When everyone had been served once; null before */
  completion_date: string | null;
  /** Messages per second over the last 10 seconds */
  rate: number;
  /** When everyone will have been served at this pace, or by the warm-up plan if nothing else is sent; the last wave of an email with `reader_time`; null while nothing is being sent */
  expected_completion_date: string | null;
  waits: Array<{
    reason: 'mail_server' | 'newsletter_rate' | 'domain_rate' | 'domain_refuses' | 'warm_up' | 'retry' | 'wave' | 'test';
    /** The reason in plain words */
    words: string;
    words_sentence?: Sentence;
    /** Reply of the mail server or the domain */
    detail: string;
    detail_sentence?: Sentence;
    domain: string | null;
    /** When the next attempt is due */
    until: string | null;
    /** Waiting recipients */
    count: number | null;
  }>;
  /** Who paused it: an API key, or the service */
  paused: {
    by: string;
    reason: string;
    reason_sentence?: Sentence;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
  } | null;
};

export type EmailReview = {
  /** Null: the person or API key no longer exists */
  reviewer: {
    type: 'person' | 'key';
    id: string;
    /** Null without the permission settings: read */
    name: string | null;
  } | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  review_date: string;
  /** The number of the revision that was reviewed. The oldest revisions are deleted, so it may no longer exist */
  revision: number;
  /** What the email was made of apart from its own fields */
  parts: Array<{
    /** email: one of its fields; snippet, segment or attachment: one that it uses; newsletter: a setting that its mail or page shows */
    part: 'email' | 'snippet' | 'survey' | 'segment' | 'attachment' | 'newsletter';
    /** The field, the identifier of the snippet, or the id of the segment or attachment */
    key: string;
    /** Its name, for people */
    name: string;
    /** Id of the person or API key that last changed it; null: unknown */
    by: string | null;
    /** Differs after every change */
    version: string;
  }>;
};

export type EmailRevision = {
  /** From 1, oldest first */
  number: number;
  /** Whether this is the current version of the email */
  is_current: boolean;
  /** The first change of the sitting */
  begin_date: string;
  /** The last change of the sitting */
  end_date: string;
  /** Who wrote it; null: the service, or unknown */
  author: {
    type: 'person' | 'key';
    id: string;
    /** Null without the permission settings: read */
    name: string | null;
  } | null;
  /** Why the sitting ended: sitting (a pause, or another author), restore, review, send; null: it may continue */
  kept_for: 'sitting' | 'restore' | 'review' | 'send' | null;
  /** Bytes of subject, body and settings */
  size: number;
  /** Words of subject and body that the revision before does not have */
  words_added: number;
  words_removed: number;
  subject: string;
  body: string;
  /** Its other fields, as the email had them */
  settings: {
    description: string;
    custom_teaser: string;
    should_send_teaser: boolean;
    email_type: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
    /** Tag ids: only subscribers with all of them receive the email */
    included_tags: Array<string>;
    /** Tag ids: subscribers with any of them do not receive the email */
    excluded_tags: Array<string>;
    /** The filters that choose who receives it. They say the same as the tag lists, or more than the lists can express; then the lists are empty. Without `subscribers: read`, the addresses in them are empty */
    filters: FilterGroup;
    image: string;
    canonical_url: string;
    /** The layout of its mail; null is modern */
    template: 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
    /** Who may read its public page */
    archival_mode: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled';
    /** Whether it is at the top of the home page */
    featured: boolean;
    /** Who may comment on its public page */
    commenting_mode: 'disabled' | 'enabled' | 'enabled_for_paid_subscribers';
    /** Emails that its public page links to */
    related_email_ids: Array<string>;
    attachments: Array<string>;
    /** Any JSON object */
    metadata: Record<string, unknown>;
    /** The language that it is written in, as a BCP 47 tag such as de or ar. It decides the texts of its frame and page, and their direction. Empty: that of the newsletter */
    locale: string;
    /** Whether it also goes to people who have had as many mails as the newsletter’s `mail_cap` allows */
    ignores_cap: boolean;
    /** Other variants to try with a share of its audience; null: none */
    ab_test: {
      /** One to three other variants; the first variant is the email itself */
      variants: Array<{
        subject?: string;
        from_name?: string;
        /** Markdown or HTML */
        body?: string;
      }>;
      /** The percentage of the audience that takes part, divided among the variants; the rest waits for the decision */
      share: number;
      /** What decides: how many people followed a link, or how many opened it. `opens` counts only people whose opens can be seen: they have opened an earlier email, and never with a program that opens everything */
      measure: 'clicks' | 'opens';
      /** The decision is made once, this many hours after sending began */
      decide_after: number;
      /** What the rest gets if no variant is the best with a probability of 95 %: the `first`, or all of them, each for a part of the rest (`split`) */
      if_undecided: 'first' | 'split';
    } | null;
  };
};

export type EmailRevisionEntry = {
  /** From 1, oldest first */
  number: number;
  /** Whether this is the current version of the email */
  is_current: boolean;
  /** The first change of the sitting */
  begin_date: string;
  /** The last change of the sitting */
  end_date: string;
  /** Who wrote it; null: the service, or unknown */
  author: {
    type: 'person' | 'key';
    id: string;
    /** Null without the permission settings: read */
    name: string | null;
  } | null;
  /** Why the sitting ended: sitting (a pause, or another author), restore, review, send; null: it may continue */
  kept_for: 'sitting' | 'restore' | 'review' | 'send' | null;
  /** Bytes of subject, body and settings */
  size: number;
  /** Words of subject and body that the revision before does not have */
  words_added: number;
  words_removed: number;
};

export type EmailUnsubscription = {
  /** Null for deleted subscribers */
  subscriber_id: string | null;
  email_address: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  date: string;
  /** What they wrote when they left; empty if they wrote nothing or have come back since */
  reason: string;
};

export type EmailWaves = {
  /** Whether sending has begun. From then on, nobody changes waves */
  frozen: boolean;
  /** When sending begins or began */
  start_date: string | null;
  /** People without a known time zone in `metadata.timezone`: they are in the wave of the newsletter. Null once sending has begun */
  unknown: number | null;
  /** People for whom the time has passed on that day, so that `if_passed` decides. Null once sending has begun */
  passed: number | null;
  /** When sending must begin at the latest so that the time has passed for nobody; null if it has passed for nobody */
  start_by: string | null;
  /** The wave of the newsletter’s own time zone is first; the others follow in order of time */
  waves: Array<{
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    due_date: string;
    people: number;
    /** How many of these people have been served */
    served: number;
    /** The time zones of these people */
    zones: Array<string>;
  }>;
};

export type ErasureReceipt = {
  /** The id of the erasure in the journal (subscriber.deleted) and the audit log */
  subscriber_id: string;
  newsletter: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  date: string;
  /** SHA-256 of the address in lower case: it proves to anybody who knows the address that the receipt is about it */
  address_sha256: string;
  /** How many rows of each kind were deleted with the subscriber */
  deleted: Record<string, number>;
  /** What is kept without the person, and why */
  kept: Array<string>;
};

export type Error = {
  /** Error code, for programs */
  code: string;
  /** What went wrong and what to do, for people */
  detail: string;
  detail_sentence?: Sentence;
  /** The field that it is about; the detail begins with it */
  field?: string;
  /** Identifiers of the objects involved */
  metadata?: Record<string, string>;
};

export type ExpandedComment = {
  id: string;
  email_id: string;
  /** Who wrote it; null: the newsletter itself */
  subscriber_id: string | null;
  /** The comment that its thread begins with; null: it begins one itself */
  parent_id: string | null;
  /** The name that the writer gave; empty: the newsletter, or a writer who gave none */
  name: string;
  /** Plain text */
  text: string;
  /** Only active ones are shown */
  status: 'pending' | 'active' | 'spammy';
  /** Why it did not appear at once. first_comment: none of this reader was active before. links: it has more than one. repeated: the same text is in another comment of the last 30 days. earlier_spam: a comment of this reader was marked as spammy, so this one is too */
  reasons: Array<'first_comment' | 'links' | 'repeated' | 'earlier_spam'>;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  /** With expand=subscriber */
  subscriber: Subscriber | null;
  /** With expand=email */
  email: Email | null;
};

export type ExpandedEvent = {
  id: string;
  /** delivered, opened, clicked, … ; subscriber.created, email.sent, … */
  event_type: string;
  /** When it happened */
  creation_date: string;
  subscriber_id: string | null;
  email_id: string | null;
  automation_id: string | null;
  /** Further details */
  metadata: Record<string, unknown>;
  /** With expand=subscriber */
  subscriber: Subscriber | null;
  /** With expand=email */
  email: Email | null;
  /** With expand=automation */
  automation: Automation | null;
};

export type ExpandedReply = {
  id: string;
  /** The email that it replies to, if its header says so */
  email_id: string | null;
  /** The subscriber with whom it is shown */
  subscriber_id: string | null;
  /** The sender that the mail names. Anybody can write any address there */
  from_address: string;
  from_name: string;
  /** reader: it replies to the copy of the person with this address. subscriber: it comes from the address of a subscriber, and names no copy of theirs. other_address: it replies to the copy of a person with another address. stranger: anybody else */
  sender: 'reader' | 'subscriber' | 'other_address' | 'stranger';
  /** Whether the receiving mail server found that the mail comes from that domain; null: it did not say */
  is_authentic: boolean | null;
  /** Whether a program wrote it, such as a vacation notice */
  is_automatic: boolean;
  status: 'unread' | 'read' | 'archived';
  subject: string;
  /** What they wrote, as plain text */
  text: string;
  /** The earlier mail that they quote below their own text */
  quoted: string;
  /** Whether the mail was longer than what is kept of it */
  is_cut: boolean;
  /** What was attached. Only the names are kept */
  files: Array<{
    name: string;
    content_type: string;
  }>;
  /** Whether the text looks like a wish to unsubscribe. Nothing happens automatically; unsubscribe them with PATCH /v1/subscribers/{id} */
  asks_to_unsubscribe: boolean;
  /** What was answered, oldest first */
  answers: Array<ReplyAnswer>;
  answered_date: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** With expand=subscriber */
  subscriber: Subscriber | null;
  /** With expand=email */
  email: Email | null;
};

export type ExpandedResponse = {
  id: string;
  /** What was chosen; several answers are on separate lines */
  answer: string;
  answers: Array<string>;
  /** What the reader wrote */
  text: string;
  survey_id: string;
  subscriber_id: string;
  /** The email that asked */
  email_id: string | null;
  /** The sequence that mailed it */
  automation_id: string | null;
  /** email: a link in a mail. web: the archive. api: a program */
  source: 'email' | 'web' | 'api';
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  /** With expand=subscriber */
  subscriber: Subscriber | null;
  /** With expand=survey */
  survey: Survey | null;
  /** With expand=email */
  email: Email | null;
  /** With expand=automation */
  automation: Automation | null;
};

export type Export = {
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  start_date: string | null;
  completion_date: string | null;
  /** Why it failed, and what to do */
  status_reason: string;
  status_reason_sentence?: Sentence;
  /** Lines to write or read; 0 until they are counted */
  total_count: number;
  done_count: number;
  /** What is being written or read, such as subscribers */
  current_part: string;
  /** Lines per second */
  rate: number | null;
  /** Only while in progress */
  expected_completion_date: string | null;
  /** ready: you can download it; error: see status_reason */
  status: 'not_started' | 'in_progress' | 'ready' | 'error';
  /** What is exported; if empty, the whole newsletter as a bundle that can be imported */
  collections: Array<'subscribers' | 'emails' | 'events' | 'images'>;
  /** Always null: each collection is exported as a whole */
  parameters: null;
  format: 'csv' | 'json';
  columns: Array<string> | null;
  /** Size of the bundle in bytes; null until it is complete */
  size: number | null;
  /** Address of the bundle once it is complete; requires the API key */
  url: string | null;
  /** When the bundle is deleted */
  expiry_date: string | null;
};

export type FeedFetch = {
  id: string;
  feed: {
    title: string;
    url: string;
  };
  /** not_modified: its server said that nothing has changed */
  result: 'fetched' | 'not_modified' | 'gone' | 'busy' | 'no_feed' | 'failed' | 'refused';
  /** Why it failed; empty if it did not */
  reason: string;
  reason_sentence?: Sentence;
  /** How many items the feed did not have before */
  new_count: number;
  /** How many consecutive fetches this entry covers */
  fetch_count: number;
  /** The first of them */
  first_date: string;
  /** The last of them */
  last_date: string;
};

export type Feedback = {
  id: string;
  /** hard: there is no such mailbox. soft: given up because of a temporary problem. policy: the receiver refuses the sender or the content */
  kind: 'hard' | 'soft' | 'policy' | 'delayed' | 'delivered' | 'complaint' | 'not_spam' | 'auto_reply' | 'none';
  /** Enhanced status code (RFC 3463) */
  status: string | null;
  /** The receiving server's own words, or what its code means */
  reason: string | null;
  reason_sentence?: Sentence;
  /** The address in the report */
  recipient: string | null;
  /** What decided the kind */
  pattern: string | null;
  /** hand_over (the mail server refused it immediately), smtp, lmtp, api, or the mail service that reported it, such as ses */
  source: string;
  /** hand_over, return_path, message_id, unsubscribe_link or provider; null if the delivery is unknown */
  identified_by: string | null;
  email_id: string | null;
  subscriber_id: string | null;
  /** The subscriber's address now */
  email_address: string | null;
  /** The subscriber's type now */
  subscriber_type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed' | null;
  /** The type that the subscriber got because of it; null if they kept theirs */
  effect: 'undeliverable' | 'complained' | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type Filter = {
  /** Such as subscriber.tags or subscriber.metadata.city; docs/audience.md lists all */
  field: string;
  operator: 'equals' | 'not_equals' | 'contains' | 'not_contains' | 'is_empty' | 'is_not_empty' | 'greater_than' | 'less_than';
  /** Ids of tags, segments and emails; "" for is_empty and is_not_empty */
  value: string;
};

export type FilterGroup = {
  filters: Array<Filter>;
  groups: Array<FilterGroup>;
  /** Whether all of the filters and groups must hold, any of them, or none */
  predicate: 'and' | 'or' | 'not';
};

export type Form = {
  id: string;
  title: string;
  slug: string;
  /** Markdown above the fields */
  body: string;
  fields: Array<{
    /** The key of the answer in the metadata of the subscriber */
    name: string;
    /** What readers are asked */
    label: string;
    /** text: a line. choice: one of the options. date: a day. consent: a box to tick, true in the metadata */
    type: 'text' | 'choice' | 'date' | 'consent';
    /** Whether an answer is required */
    required: boolean;
    /** The options to choose from; only for the type choice */
    options: Array<string>;
  }>;
  /** The word on the button; empty: Subscribe */
  button: string;
  /** Markdown below the button, kept as evidence; empty: that of the newsletter */
  consent_text: string;
  /** Markdown after somebody signed up; empty: the usual text */
  success_body: string;
  /** The https address to which people go after they have signed up; a form in a frame ignores it. Empty: our own page */
  redirect_url: string;
  /** Ids */
  tags: Array<string>;
  /** Whether people must confirm their address; null: as in the newsletter. People who send the form without having seen our page must always confirm */
  double_opt_in: boolean | null;
  /** The maximum number of sign-ups within an hour; null: no limit */
  hourly_limit: number | null;
  /** inactive: the page says that the form is closed */
  status: 'active' | 'inactive';
  /** The page with the form; other sites send their fields there too */
  page_url: string;
  /** The form alone, for a frame on any site */
  frame_url: string;
  /** People who became subscribers through this form; without erased people */
  subscriber_count: number;
  /** How many of them have confirmed */
  confirmed_subscriber_count: number;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type FormReport = {
  /** The beginning of the period */
  since: string;
  totals: {
    /** People who became subscribers through a form in the period. People who were already known, and erased people, do not count */
    signed_up: number;
    /** How many of them have confirmed */
    confirmed: number;
    /** How many of them were asked to confirm and have not done so */
    waiting: number;
    /** How many of them get mail now */
    readers: number;
  };
  /** The 20 pages where most people signed up */
  pages: Array<{
    /** page: our form on a public page; frame: our form in a frame; site: a form of another site */
    form: 'page' | 'frame' | 'site';
    /** The page with the form, without its query; empty if unknown */
    page_url: string;
    /** People who became subscribers through a form in the period. People who were already known, and erased people, do not count */
    signed_up: number;
    /** How many of them have confirmed */
    confirmed: number;
    /** How many of them were asked to confirm and have not done so */
    waiting: number;
    /** How many of them get mail now */
    readers: number;
  }>;
  /** The 20 tags that most of these people have now */
  tags: Array<{
    id: string;
    name: string;
    /** People who became subscribers through a form in the period. People who were already known, and erased people, do not count */
    signed_up: number;
    /** How many of them have confirmed */
    confirmed: number;
    /** How many of them were asked to confirm and have not done so */
    waiting: number;
    /** How many of them get mail now */
    readers: number;
  }>;
  /** How many sign-ups were refused since the first day of the period (UTC), and why */
  refused: {
    /** a field that people do not see was filled in */
    trap: number;
    /** too many from one network within an hour */
    network: number;
    /** too many for one address within an hour */
    address: number;
    /** the captcha was not solved */
    captcha: number;
    /** it was sent sooner than a person could fill it in; a person need only press again */
    too_fast: number;
    /** more people than hourly_limit */
    full: number;
  };
};

export type GmailFigures = {
  /** Whether an owner of the installation has connected Google */
  is_connected: boolean;
  /** The domain that the newsletter sends from */
  domain: string;
  /** The domain itself, or the one above it for which Gmail has figures; empty if there is none */
  source: string;
  /** Why there are no new figures; empty if there are */
  trouble: string;
  trouble_sentence?: Sentence;
  fetched_date: string | null;
  /** The days for which Gmail has figures, the latest first */
  days: Array<{
    /** In the time zone of Google, Pacific Time */
    day: string;
    /** Of the mail in inboxes, the share that people reported as spam, from 0 to 1 */
    spam_rate: number | null;
    spf_rate: number | null;
    dkim_rate: number | null;
    dmarc_rate: number | null;
    /** The share of the mail that Gmail refused, temporarily or permanently */
    error_rate: number | null;
    /** The spam rate of this newsletter alone, by its Feedback-ID */
    newsletter_spam_rate: number | null;
  }>;
  /** The fifty emails with the highest spam rate, each with its worst day */
  emails: Array<{
    id: string;
    subject: string;
    day: string;
    spam_rate: number;
  }>;
  /** What Gmail requires of senders, and whether the domain meets it */
  requirements: Array<{
    /** The name that Google uses for it */
    name: string;
    is_met: boolean;
  }>;
};

export type Grant = {
  id: string;
  /** subscription, one_time and outside are paid for; gift and comp are given; trial is for a short time */
  kind: 'subscription' | 'one_time' | 'outside' | 'gift' | 'comp' | 'trial';
  /** What the source says of it; only running, trialing, churning and past_due give access */
  state: 'running' | 'trialing' | 'churning' | 'past_due' | 'paused' | 'unpaid';
  /** Shown to the reader with a gift */
  message: string;
  /** The program that knows about it */
  source: string;
  /** The name of the grant in that program. Grants with the same source and reference are the same grant */
  reference: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  start_date: string;
  /** null: it has no end */
  end_date: string | null;
  /** Until when it still holds after its end, unless its source says that it is over; null: it ends at once */
  grace_until: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** The key or person who gave it; empty: the service */
  created_by: string;
  revoked_date: string | null;
  revoked_by: string | null;
  revoked_reason: string;
};

export type Growth = {
  /** The first day */
  start: string;
  /** The last day */
  end: string;
  /** Days are those of this time zone */
  timezone: string;
  /** Subscribers who get mail, now */
  readers: number;
  totals: {
    /** People who began to get mail: signed_up, imported, added, returned */
    came: number;
    /** People who no longer get mail: unsubscribed, bounced, complained, blocked, paused, deleted, other */
    went: number;
    reasons: {
      /** Confirmed a sign-up, or signed up where no confirmation is needed */
      signed_up: number;
      /** Were imported */
      imported: number;
      /** Were added by a client with a type that gets mail */
      added: number;
      /** Get mail again: after a pause, an unsubscription or a bounce */
      returned: number;
      /** Unsubscribed, or were unsubscribed */
      unsubscribed: number;
      /** Their mailbox refuses mail for good */
      bounced: number;
      /** Reported a mail as spam */
      complained: number;
      /** Were banned */
      blocked: number;
      /** Paused their subscription */
      paused: number;
      /** Were deleted while they were getting mail */
      deleted: number;
      /** Stopped getting mail for another reason, such as a failed payment */
      other: number;
    };
  };
  results: Array<{
    day: string;
    /** Subscribers who got mail at the end of the day */
    readers: number;
    /** People who began to get mail: signed_up, imported, added, returned */
    came: number;
    /** People who no longer get mail: unsubscribed, bounced, complained, blocked, paused, deleted, other */
    went: number;
    reasons: {
      /** Confirmed a sign-up, or signed up where no confirmation is needed */
      signed_up: number;
      /** Were imported */
      imported: number;
      /** Were added by a client with a type that gets mail */
      added: number;
      /** Get mail again: after a pause, an unsubscription or a bounce */
      returned: number;
      /** Unsubscribed, or were unsubscribed */
      unsubscribed: number;
      /** Their mailbox refuses mail for good */
      bounced: number;
      /** Reported a mail as spam */
      complained: number;
      /** Were banned */
      blocked: number;
      /** Paused their subscription */
      paused: number;
      /** Were deleted while they were getting mail */
      deleted: number;
      /** Stopped getting mail for another reason, such as a failed payment */
      other: number;
    };
  }>;
};

export type HeldRecipient = {
  email: {
    id: string;
    subject: string;
  };
  newsletter: {
    id: string;
    username: string;
    name: string;
  };
  /** Null for deleted subscribers */
  subscriber_id: string | null;
  /** The current address; null for deleted subscribers */
  email_address: string | null;
  /** written_again: Recipients whose copies had been sent and whose outcomes the database lacked: workers remembered the outcomes and wrote them again. None of them gets a second copy. in_hand: Recipients whose copies a worker had in hand and has not reported on. They may have got their copy. They become `uncertain` when sending resumes, unless that worker comes back and reports */
  type: 'written_again' | 'in_hand';
  /** What the ledger says now */
  status: 'planned' | 'accepted' | 'temporary' | 'permanent' | 'uncertain' | 'skipped' | 'bounced' | 'complained';
  /** When the outcome was written again */
  date: string | null;
};

export type History = {
  /** The number of the revision */
  history_id: number;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  value: string;
  /** The person who wrote it */
  user_id: string | null;
  /** With expand=user; their name needs the permission settings: read */
  user: {
    id: string;
    name: string | null;
  } | null;
};

export type Hold = {
  /** open: mail, webhooks, feeds and bulk actions work. waiting: no worker has confirmed yet that this is its database, or the witness cannot be used (then `detail` says why). hold: nothing goes out until an operator resumes */
  status: 'open' | 'waiting' | 'hold';
  /** Why it is on hold */
  reason: 'restored' | 'rolled_back' | 'copied_database' | 'copied_folder' | 'unknown_place' | 'witness_moved' | 'witness_missing' | 'other_server' | null;
  /** Why nothing goes out, in words; empty if something goes out, or will in a moment */
  detail: string;
  detail_sentence?: Sentence;
  hold_date: string | null;
  /** The database does not know what happened after this time: what was sent, and what is new */
  known_until: string | null;
  /** Where the backup came from, if one was restored */
  origin: string;
};

export type HoldPending = {
  emails: Array<{
    id: string;
    subject: string;
    status: string;
    publish_date: string | null;
    newsletter: {
      id: string;
      username: string;
      name: string;
    };
    /** Copies accepted by the mail server, as far as known */
    accepted: number;
    /** Recipients without a copy, as far as known; null if the audience is not decided yet */
    planned: number | null;
    /** Recipients who would be tried again */
    temporary: number;
  }>;
  bulk_actions: Array<{
    id: string;
    type: string;
    newsletter: {
      id: string;
      username: string;
      name: string;
    };
    /** Items */
    remaining: number;
  }>;
  /** Active automations */
  automations: number;
  /** Posts of feeds that wait to be mailed */
  queued_items: number;
  /** Events that wait to be posted to webhooks */
  webhook_deliveries: number;
  /** Recipients whose outcomes the database lacks or lacked, by email. `GET /v1/hold/recipients` lists them */
  recipients: Array<{
    /** Of the email */
    id: string;
    subject: string;
    newsletter: {
      id: string;
      username: string;
      name: string;
    };
    /** Recipients whose copies had been sent and whose outcomes the database lacked: workers remembered the outcomes and wrote them again. None of them gets a second copy */
    written_again: number;
    /** Recipients whose copies a worker had in hand and has not reported on. They may have got their copy. They become `uncertain` when sending resumes, unless that worker comes back and reports */
    in_hand: number;
  }>;
  /** What cannot be listed, in words; empty if nothing is in doubt */
  unknown: string;
  unknown_sentence?: Sentence;
};

export type HostingDomain = {
  /** Empty: the newsletter has none */
  domain: string;
  /** valid: readers find the newsletter there. invalid: something is missing */
  status: 'none' | 'invalid' | 'valid';
  /** A if the domain is at the top of a zone, which cannot have a CNAME */
  record_type: 'CNAME' | 'A';
  /** The values that this record needs */
  data: Array<string>;
  /** The name servers of the domain, if it is the top of a zone */
  nameservers: Array<string>;
  /** Always null */
  apex_alias_provider: null;
  /** CAA appears if DNS limits who may issue certificates; it only concerns proxies that get theirs from Let’s Encrypt */
  records: Array<{
    type: 'CNAME' | 'A' | 'AAAA' | 'CAA';
    name: string;
    /** What to publish */
    value: string;
    /** unknown: DNS could not be asked */
    state: 'found' | 'missing' | 'wrong' | 'unknown';
    /** What DNS shows */
    found: Array<string>;
    /** What is wrong, and what to do */
    detail: string;
    detail_sentence?: Sentence;
  }>;
  /** What keeps readers from finding the newsletter there */
  faults: Array<string>;
  faults_sentences?: Array<Sentence | null>;
  /** When this was found; null: not checked yet */
  checked_date: string | null;
};

export type Identity = {
  id: string;
  /** The provider (OIDC_ISSUER), or `header` for what a proxy says (AUTH_HEADER) */
  issuer: string;
  /** The provider’s id of the person. It alone decides who they are */
  subject: string;
  /** The address that the provider gave at the last sign-in. It decides nothing */
  email_address: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  last_used_date: string;
};

export type Image = {
  id: string;
  /** The address of the image */
  image: string;
  /** Any JSON object */
  metadata: Record<string, unknown>;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type Import = {
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  start_date: string | null;
  completion_date: string | null;
  /** Why it failed, and what to do */
  status_reason: string;
  status_reason_sentence?: Sentence;
  /** Lines to write or read; 0 until they are counted */
  total_count: number;
  done_count: number;
  /** What is being written or read, such as subscribers */
  current_part: string;
  /** Lines per second */
  rate: number | null;
  /** Only while in progress */
  expected_completion_date: string | null;
  /** validating: the file is being checked, and nothing has changed yet. validated: the dry run is complete, and POST /v1/imports/{id}/run imports the file */
  status: 'not_started' | 'validating' | 'validated' | 'in_progress' | 'succeeded' | 'failed' | 'undoing' | 'undone';
  format: 'postrider' | 'buttondown' | 'mailchimp' | 'substack' | 'ghost' | 'kit' | 'beehiiv' | 'listmonk' | 'mailerlite' | 'wordpress' | 'csv' | 'jsonl' | 'newsletter';
  file_name: string;
  /** Bytes of the file */
  size: number;
  /** Whether the import waits after the file has been checked */
  dry_run: boolean;
  options: {
    /** What to do with people who are already subscribers. update: tags and metadata are added, empty fields are filled in, and those who left elsewhere are unsubscribed here. skip: they do not change. */
    existing: 'update' | 'skip';
    /** Tags for everybody */
    tags: Array<string>;
    /** The field that each column of a CSV file fills, by the header of the column. The fields of other columns are guessed */
    columns: Record<string, string>;
    /** Whether the day or the month comes first in dates such as 03/04/2026, by the header of the column. It is needed only for columns whose other dates do not show it */
    date_orders: Record<string, 'day_first' | 'month_first'>;
    /** Ask new people to confirm by mail */
    confirm: boolean;
    /** Bring these people back if the file has consent that is newer than the date they left */
    revive: Array<'unsubscribed' | 'undeliverable' | 'unactivated'>;
    /** Copy the images of past issues, so that they survive the other service */
    fetch_images: boolean;
    /** Whether new and changed people trigger sequences, as if they had signed up themselves */
    start_sequences: boolean;
    /** Whether the former paths of past issues redirect to their pages here */
    redirect: boolean;
    /** The former address of past issues, to complete their relative links */
    site_url: string;
  };
  /** The import can be undone until then; null: it cannot be undone */
  undo_until: string | null;
  report: {
    /** How many of each were imported, or would be. For people: created, updated, unchanged and skipped (the sum is people); merged with another line, and refused (with people, the sum is lines); confirmation_mails. For past issues: emails and drafts */
    counts: Record<string, number>;
    /** What to do next, and what to know */
    notes: Array<string>;
    notes_sentences?: Array<Sentence | null>;
    /** For a CSV file: the headers, and the field that each column fills; empty: none */
    columns: Record<string, string>;
    /** For a dry run: the first different cells of each column, shortened */
    column_samples: Record<string, Array<string>>;
    /** Columns with dates such as 03/04/2026 whose other dates do not show whether the day or the month comes first */
    date_orders: Array<{
      column: string;
      /** How many of its dates can be read in two ways */
      count: number;
      example: string;
      /** How they were read; null: they are left out until `date_orders` says which comes first */
      order: 'day_first' | 'month_first' | null;
    }>;
    /** Why lines are refused, skipped or kept: the most frequent reasons */
    reasons: Array<{
      /** refused: the line is not imported; merged: with another line of the same person; skipped: the person here does not change; noted: something to know; kept: an undo does not change this */
      outcome: 'refused' | 'merged' | 'skipped' | 'noted' | 'kept';
      /** The reason in the report, with … in place of what differs from line to line */
      reason: string;
      reason_sentence?: Sentence;
      count: number;
    }>;
    /** For a dry run: the first ten people, as they would be imported */
    sample: Array<{
      file: string;
      line: number;
      outcome: 'created' | 'updated';
      email_address: string;
      type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
      /** Names */
      tags: Array<string>;
      /** Any JSON object */
      metadata: Record<string, unknown>;
      notes: string;
      /** null: now */
      creation_date: string | null;
    }>;
  };
};

export type Invitation = {
  id: string;
  email_address: string;
  /** What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses. */
  role: 'owner' | 'editor' | 'writer' | 'viewer';
  /** Id of the person or the API key */
  invited_by: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** One week after it was created */
  expiry_date: string;
};

export type LedgerCheck = {
  /** `none`: no check was requested yet */
  status: 'none' | 'in_progress' | 'good' | 'wrong';
  creation_date: string | null;
  completion_date: string | null;
  /** Emails to check: those whose deliveries are kept */
  email_count: number;
  checked_count: number;
  /** Emails whose stored counts differ from their deliveries */
  wrong_count: number;
  /** The first hundred of them, the newest first */
  wrong: Array<{
    email: {
      id: string;
      subject: string;
    };
    newsletter: {
      id: string;
      username: string;
      name: string;
    };
    /** The counts that differ, as they are stored */
    stored: Record<string, number>;
    /** The same counts, from the deliveries */
    counted: Record<string, number>;
  }>;
};

export type LinkFigures = {
  url: string;
  /** Recipients who followed it, without machines */
  recipients: number;
  /** Their clicks, including repeats */
  clicks: number;
  machine_clicks: number;
};

export type MadePrivateFeed = {
  subscriber_id: string;
  email_address: string;
  /** When it got this address */
  creation_date: string;
  /** How often this address was fetched */
  fetches: number;
  last_fetch_date: string | null;
  /** Shown only now. Anybody who has it can read the feed */
  url: string;
};

export type MailedEmail = {
  subject: string;
  /** Empty for a message of text only */
  html: string;
  text: string;
  /** The HTML for those who got the teaser; null if nobody did */
  teaser_html: string | null;
  /** Whether the mailed version was kept. Otherwise it is made from the current email, which may have been corrected since */
  is_kept: boolean;
};

export type Me = {
  id: string;
  name: string;
  /** Empty until it is set */
  email_address: string;
  /** Whether a mailed link proved that the address is theirs; owners of the installation need not prove it */
  email_confirmed: boolean;
  /** The language of the dashboard; empty: that of the browser */
  language: '' | 'en' | 'de' | 'de-formal' | 'es' | 'fr';
  /** Whether they own the installation, and therefore every newsletter */
  installation: boolean;
  has_password: boolean;
  has_passkey: boolean;
  /** Whether signing in requires a code from an authenticator app */
  has_totp: boolean;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type MomentFigures = {
  /** When the hour or day begins */
  date: string;
  /** First opens */
  opens: number;
  /** First clicks */
  clicks: number;
  /** With raw=true: all recorded opens, including repeats and machines */
  raw_opens?: number;
  raw_clicks?: number;
};

export type Newsletter = {
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  username: string;
  name: string;
  description: string;
  from_name: string;
  from_address: string;
  reply_to: string;
  /** Where replies to mails go. mailbox: to reply_to, or else from_address. inbox: to the dashboard, through an address of this installation. inbox_and_mailbox: to the dashboard, and a copy of each to reply_to or from_address. Except for mailbox, the installation needs BOUNCE_DOMAIN */
  replies: 'mailbox' | 'inbox' | 'inbox_and_mailbox';
  timezone: string;
  locale: string;
  /** Whether languages with a formal and an informal form use the formal one: Sie instead of du in German */
  formal_words: boolean;
  /** Your own texts in place of ours, by language and key: {"de": {"form.subscribe": "Her damit"}}. The keys and their texts, in ICU MessageFormat, are in themes/default/words */
  words: Record<string, Record<string, string>>;
  domain: string;
  bounce_domain: string;
  postal_address: string;
  track_opens: boolean;
  track_clicks: boolean;
  /** For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key */
  undo_seconds: number | null;
  late_schedule_hours: number;
  double_opt_in: boolean;
  /** Text below the button of the sign-up form, in Markdown; empty: the default text */
  sign_up_text: string;
  /** Whether the sign-up form asks for the time zone, which becomes `metadata.timezone`. The form suggests the time zone of the browser, and never guesses one from an IP address */
  asks_timezone: boolean;
  /** Whether from_address is mailed about new comments, at most once an hour */
  comment_notices: boolean;
  /** Ids of other newsletters of the installation that the page where readers manage their subscription offers. Each is offered once it names this one as well */
  sister_newsletters: Array<string>;
  /** Whether people who subscribe get the free issues. Otherwise they are `unpaid`, and get no mail, until they pay or are given a grant. Existing readers keep what they have */
  free_subscriptions: boolean;
  /** What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text */
  premium_text: string;
  /** Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button */
  premium_url: string;
  /** Subject of the mail that asks to confirm; empty: the default subject */
  confirmation_subject: string;
  /** Text above the button of the mail that asks to confirm, in Markdown like the body of an email. The button and what follows it cannot be removed. Empty: the default text */
  confirmation_text: string;
  /** Subject of the welcome mail; empty: the default subject */
  welcome_subject: string;
  /** Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail */
  welcome_body: string;
  /** The theme of public pages and mails: default, letter, grid, plain, or one that an operator has added. The names of Buttondown’s themes stand for one of them. Empty: default */
  archive_theme: string;
  /** The color of links, marks and buttons on public pages and in mails, such as #b93d24. It is made darker on light backgrounds and lighter on dark ones until text has a contrast of 4.5. Empty: the colors of the theme */
  tint_color: string;
  /** The background color of public pages. The colors of cards, lines and dark mode follow from it; a dark color makes everything dark. Empty: that of the theme */
  background_color: string;
  /** The color of text, darkened or lightened until it has a contrast of 4.5 with its background. Empty: that of the theme */
  text_color: string;
  /** The color of buttons, with a readable text. Empty: tint_color, or that of the theme */
  button_color: string;
  /** The typeface of public pages and mails, one that the reader’s device has. Empty: that of the theme */
  typeface: string;
  /** The typeface of titles. Empty: typeface, or that of the theme */
  heading_typeface: string;
  /** The size of text. Empty: that of the theme */
  text_size: string;
  /** The width of public pages. Empty: that of the theme */
  page_width: string;
  /** The corners of buttons, pictures and cards. Empty: those of the theme */
  corners: string;
  /** How buttons look. Empty: as in the theme */
  button_style: string;
  /** How links in text look. All are underlined: colored ones have the color of the tint, underlined ones only their line, and highlighted ones a mark behind them. Empty: as in the theme */
  link_style: string;
  /** How titles are aligned. Empty: as in the theme */
  title_alignment: string;
  /** The address of a square picture for the tab of the browser. Empty: none */
  icon: string;
  /** The alternative text of the icon; it is stored, and shown nowhere */
  icon_alt_text: string;
  /** The address of a picture in place of the name at the top of pages and mails. Empty: the name */
  logo: string;
  /** The address of a picture at the top of the front page and of mails. Empty: no picture */
  header_image: string;
  /** The address of the picture that other sites show with a link to a page that has none of its own. Empty: no picture */
  image: string;
  /** What an issue shows in addition to its title and text. null: as in the theme */
  issue_shows: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null;
  /** Text above that of every email and its page, in Markdown like the body of an email. Empty: none */
  header: string;
  /** Text below that of every email and its page, in Markdown like the body of an email. Empty: none */
  footer: string;
  /** A line at the top of public pages, in Markdown. Empty: none */
  announcement_bar_text: string;
  /** The color behind announcement_bar_text. Empty: that of buttons */
  announcement_bar_background_color: string;
  /** Who sees the line: everybody, readers who have not signed in, readers who have signed in and do not pay, readers who pay, or nobody */
  announcement_bar_visibility: string;
  /** The template of emails that have none of their own */
  template: string;
  /** The layout of emails whose template is custom: an HTML document in Liquid with {{ content }} and a link to {{ unsubscribe_url }} */
  custom_email_template: string;
  /** CSS for the content of mails. What mails cannot have is left out; POST /v1/newsletters/{id}/preview says what and why */
  css: string;
  /** CSS for the front page, the archive and the pages of issues. It cannot change forms, consent, and the links to unsubscribe and sign in; POST /v1/newsletters/{id}/preview says what is left out */
  web_css: string;
  /** Stored for programs that set it; it has no effect */
  theme_configuration: Record<string, unknown>;
  /** Stored for programs that set it; it has no effect */
  email_theme_configuration: Record<string, unknown>;
  /** Where else the newsletter is; linked at the end of public pages */
  socials: Array<{
    type: string;
    url: string;
    label?: string | null;
  }>;
  /** Stored for programs that set it; it has no effect */
  sharing_networks: Array<string>;
  /** Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them */
  forms_create_tags: boolean;
  captcha: string;
  captcha_site_key: string;
  /** For how many days everybody who confirms their sign-up gets premium mail; 0: no trial */
  trial_days: number;
  /** How many of the newest premium emails are mailed later to somebody who was entitled to them and has no copy; 0: none */
  catch_up_emails: number;
  /** Subject of the mail that announces a gift; empty: the default subject */
  gift_subject: string;
  /** Text of the mail that announces a gift, in Markdown; empty: the default text */
  gift_text: string;
  /** Subject of the mail three days before a gift or trial ends; empty: the default subject */
  ending_subject: string;
  /** Text of the mail three days before a gift or trial ends, in Markdown; empty: the default text */
  ending_text: string;
  /** Subject of the mail after a gift or trial has ended; empty: the default subject */
  ended_subject: string;
  /** Text of the mail after a gift or trial has ended, in Markdown; empty: the default text */
  ended_text: string;
  /** Messages per second for all its emails together; 0: as fast as the mail server accepts them */
  sending_rate: number;
  /** The maximum number of mails (emails and mails of sequences together) that one person gets within this many days of 24 hours. Emails leave out people who have had that many; sequences wait. null: no cap */
  mail_cap: {
    count: number;
    days: number;
  } | null;
  /** The hours in which sequences mail nobody, in the reader’s time zone if it is known, and otherwise in the newsletter’s. They last past midnight if `until` is earlier than `from`. null: none */
  quiet_hours: {
    from: string;
    until: string;
  } | null;
  /** When readers who chose fewer mails get a digest of the issues since the last one: weekly on this day, monthly on the first such day of a month, in the newsletter’s time zone. null: readers cannot choose, and everybody gets each issue */
  digests: {
    weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
    time: string;
  } | null;
  /** Sending to more recipients than this needs the approval of a second key; null: never */
  approval_threshold: number | null;
  /** After how many months new DKIM keys replace those that sign. They are made 14 days ahead, and sign once DNS has their records. null: keys are replaced only when somebody creates new ones */
  dkim_rotation_months: number | null;
  /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
  delivery_months: number | null;
  /** The same as from_address */
  email_address: string;
  /** The same as reply_to */
  reply_to_address: string;
  /** Whether readers find the newsletter at its domain */
  hosting_domain_status: 'none' | 'invalid' | 'valid';
};

export type Note = {
  id: string;
  body: string;
  model_type: 'subscriber';
  /** The id of the subscriber */
  model_id: string;
  metadata: Record<string, unknown>;
  /** The team of the newsletter, or a program of theirs */
  source: 'user';
  /** The person who wrote it; null: a program */
  user_id: string | null;
  /** With expand=user and the permission settings: read */
  user: User | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type Overview = {
  /** What needs a person, the most urgent first */
  needs: Array<{
    /** errored: an email could not be sent. uncertain: copies whose hand-over was interrupted. trouble: the mail server does not accept mail. relay: no connection to a relay that takes the newsletter’s mail can be opened; owners of the installation see those of all newsletters. paused: sending waits. approval: somebody requests it. feed_failing, automation_stopped, items_held: about an automation. comments: readers’ comments wait for approval. replies: nobody has read them. webhook: the service has disabled one, which only those who read settings see. runs_late: people in a sequence wait for a decision, because a step came too late. runs_held: they wait for another reason. complaints: near or above the limit of the large mail services. domain: readers do not reach the newsletter at its domain. sender: what the last sender check found wrong. backup: the last good backup is too old, which only owners of the installation see */
    kind: 'errored' | 'uncertain' | 'trouble' | 'relay' | 'paused' | 'approval' | 'feed_failing' | 'automation_stopped' | 'items_held' | 'comments' | 'replies' | 'webhook' | 'runs_late' | 'runs_held' | 'complaints' | 'domain' | 'sender' | 'backup';
    /** What it is, and what to do */
    detail: string;
    detail_sentence?: Sentence;
    /** How many copies, items, complaints or faults; for an approval, how many recipients; otherwise 1 */
    count: number;
    /** Since when, if known */
    date: string | null;
    email: {
      id: string;
      /** May be a template */
      subject: string;
    } | null;
    automation: {
      id: string;
      name: string;
    } | null;
  }>;
  /** What goes out in the next 14 days */
  upcoming: Array<{
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
    email: {
      id: string;
      /** May be a template */
      subject: string;
      status: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
      email_type: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
      automation_id: string | null;
    } | null;
    /** The automation runs then, and makes a digest if there is something new */
    automation: {
      id: string;
      name: string;
      cadence: 'every' | 'daily' | 'weekly' | 'monthly';
    } | null;
  }>;
  last_issue: {
    id: string;
    /** May be a template */
    subject: string;
    publish_date: string | null;
    analytics: EmailAnalytics;
  } | null;
  usual: {
    /** The number of issues before the last one whose median this is; at most 12 */
    issues: number;
    /** Opens for each delivery, from 0 to 1; null if none was recorded */
    open_rate: number | null;
    /** Clicks for each delivery */
    click_rate: number | null;
    unsubscription_rate: number | null;
  };
  /** Subscribers who get mail */
  readers: number;
  /** People who have been asked to confirm and have not done so */
  unconfirmed: number;
};

export type Passkey = {
  id: string;
  name: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  last_used_date: string | null;
};

export type PaymentNumbers = {
  /** The first day */
  start: string;
  /** The last day */
  end: string;
  /** Days are those of this time zone */
  timezone: string;
  /** The currency with the highest monthly revenue comes first */
  currencies: Array<{
    currency: string;
    /** The monthly revenue at the end of the last day, from subscriptions that are paid or past due. Recurring discounts are subtracted; taxes, trials and one-time payments do not count */
    mrr: number;
    /** How many people pay it */
    people: number;
    /** The part of it that may be lost soon, as of now: its end is planned, or its payment is past due */
    at_risk: {
      people: number;
      /** In the smallest unit of the currency */
      amount: number;
    };
    totals: {
      /** How the monthly revenue has changed. new: people who pay for the first time. return: people who had paid before. expansion, contraction: people who pay more or less. churn: people who no longer pay anything */
      movements: {
        new: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        return: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        expansion: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        contraction: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        churn: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
      };
      /** Invoices that were paid, with taxes */
      paid: number;
      invoices: number;
      /** How much of those invoices was paid back */
      refunded: number;
      /** paid less refunded */
      revenue: number;
    };
    /** Of the people who paid at the start, the share who left */
    people_churn: number | null;
    /** Of the monthly revenue at the start, the share that was lost by churn and contraction */
    money_churn: number | null;
    results: Array<{
      day: string;
      /** At the end of the day */
      mrr: number;
      /** How many people paid at the end of the day */
      people: number;
      /** How the monthly revenue has changed. new: people who pay for the first time. return: people who had paid before. expansion, contraction: people who pay more or less. churn: people who no longer pay anything */
      movements: {
        new: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        return: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        expansion: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        contraction: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
        churn: {
          people: number;
          /** In the smallest unit of the currency */
          amount: number;
        };
      };
      /** Invoices that were paid, with taxes */
      paid: number;
      invoices: number;
      /** How much of those invoices was paid back */
      refunded: number;
      /** paid less refunded */
      revenue: number;
    }>;
  }>;
  /** The emails from which readers came who opened a checkout in these days; those that led to most payments first */
  emails: Array<{
    email_id: string;
    subject: string;
    /** How many people opened a checkout within a week after a click in this email, their last click before it */
    checkouts: number;
    /** How many of them paid */
    paid: number;
  }>;
};

export type PaymentSweep = {
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  date: string;
  /** All subscriptions of the newsletter's products at Stripe */
  compared: number;
  /** How many of them were the same here */
  agreed: number;
  /** Subscriptions of other products in the account */
  outside: number;
  drifts: Array<{
    /** differs, unknown, vanished: what is kept here differs from what Stripe has, and is corrected at once. The others need a person */
    kind: 'differs' | 'unknown' | 'vanished' | 'two_running' | 'without_subscriber' | 'foreign_fee' | 'other_currency';
    subscription_id: string;
    customer_id: string;
    subscriber_id: string | null;
  }>;
};

export type Payments = {
  connected: boolean;
  mode: 'none' | 'practice' | 'test' | 'live';
  /** acct_… */
  account_id: string | null;
  /** The products of the Stripe account that belong to this newsletter. Everything else in the account is counted and left alone */
  product_ids: Array<string>;
  currency: string;
  /** For how many days a failed payment still entitles */
  grace_days: number;
  /** For how many days a new subscription is free; 0: no trial */
  trial_days: number;
  /** What unsubscribing from mail does to the plan: it ends with the paid period, or it continues */
  on_unsubscribe: 'end' | 'keep';
  /** Who works out taxes: nobody, Stripe Tax, or Stripe as the seller (Managed Payments) */
  tax: 'none' | 'stripe_tax' | 'managed';
  /** How changes at Stripe become known: Postrider asks every five minutes, or Stripe also reports them at once */
  notices: 'polled' | 'pushed';
  /** When Stripe answered last */
  answer_date: string | null;
  /** Since when Stripe has not answered; null: it does */
  failing_since: string | null;
  /** What Stripe said last, or why it could not be asked */
  trouble: string;
  /** When the last notice with a valid signature arrived */
  notice_date: string | null;
  /** The last comparison with everything that Stripe has */
  last_sweep: PaymentSweep | null;
  /** The page where readers choose what they pay */
  plans_url: string;
  /** The rights that a restricted key needs, as the Stripe Dashboard names them */
  key_rights: Array<string>;
  /** The page of the Stripe Dashboard that makes such a key */
  new_key_url: string;
};

export type PaymentsCheck = {
  ok: boolean;
  mode: 'practice' | 'test' | 'live';
  account_id: string | null;
  /** Rights that the key lacks, as the Stripe Dashboard names them */
  missing: Array<string>;
  products: Array<{
    id: string;
    name: string;
    is_chosen: boolean;
  }>;
  trouble: string;
};

export type Person = {
  id: string;
  name: string;
  /** Empty for an owner of the installation who has not set one */
  email_address: string;
  /** Whether a mailed link proved the address; owners of the installation need not prove it */
  email_confirmed: boolean;
  /** What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses. */
  role: 'owner' | 'editor' | 'writer' | 'viewer';
  /** Whether they own the installation, and therefore every newsletter */
  installation: boolean;
  /** Whether they have a passkey or an authenticator app */
  has_two_factors: boolean;
  /** The group that gives them the role, by OIDC_ROLES; null: somebody gave it here */
  group: string | null;
  /** Whether they can sign in with an account elsewhere */
  has_identity: boolean;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** When they last used a session, to the minute */
  last_used_date: string | null;
};

export type PersonExplanation = {
  email_id: string;
  /** Without the address if the person was erased */
  subscriber: {
    id: string;
    email_address: string | null;
  };
  outcome: 'delivered' | 'bounced' | 'waiting' | 'refused' | 'uncertain' | 'left' | 'joined_later' | 'in_digest' | 'not_in_audience' | 'not_chosen' | 'undecided' | 'would_get' | 'would_not_get' | 'never_mailed' | 'unknown';
  /** The answer, for people */
  detail: string;
  detail_sentence?: Sentence;
  /** The ledger’s entry for their copy */
  delivery: Delivery | null;
  /** All rules of the email, applied to the person as they are now; empty if the person was erased */
  rules: Array<{
    /** A part of the filters or tags; the type of subscriber; that they get digests; the mail_cap of the newsletter; what the mail server can do */
    rule: 'filter' | 'type' | 'digest' | 'cap' | 'relay';
    /** What the excluded people have in common, such as: lack the tag “beta” */
    detail: string;
    detail_sentence?: Sentence;
    passes: boolean;
  }>;
  /** Changes to the person since sending began, from the journal */
  changes: Array<{
    event_type: string;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    creation_date: string;
    data: Record<string, unknown>;
  }>;
};

export type PostmasterAccess = {
  is_connected: boolean;
  /** The service account: the owner of the domain at Google gives this address access. Empty if none */
  client_email: string;
  /** Why nothing can be read; empty if it can */
  trouble: string;
  trouble_sentence?: Sentence;
  trouble_since: string | null;
  /** When the figures were last read */
  fetched_date: string | null;
};

export type Price = {
  id: string;
  amount: number | null;
  cadence: 'year' | 'month' | 'week' | 'one-time';
  style: 'fixed' | 'pay-what-you-want';
  currency: string;
  description: string | null;
  minimum_amount: number | null;
  maximum_amount: number | null;
  suggested_amount: number | null;
  product_id: string | null;
  product: {
    id: string;
    product_id: string;
    name: string;
    creation_date: string;
    active: boolean;
    default_price: string | null;
  } | null;
};

export type PrivateFeed = {
  subscriber_id: string;
  email_address: string;
  /** When it got this address */
  creation_date: string;
  /** How often this address was fetched */
  fetches: number;
  last_fetch_date: string | null;
};

export type PublicEmail = {
  id: string;
  /** When it was published */
  creation_date: string;
  subject: string;
  slug: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  publish_date: string;
  description: string;
  absolute_url: string;
};

export type RawAnalytics = {
  /** All recorded opens, including repeats and machines */
  opens: number;
  /** All recorded clicks, including repeats and machines */
  clicks: number;
  /** How many of them Apple prefetched */
  proxied_opens: number;
  /** How many of them machines made */
  machine_opens: number;
  machine_clicks: number;
  /** Recipients with any open */
  opened_by: number;
  /** Recipients with any click */
  clicked_by: number;
};

export type ReferredSubscriber = {
  id: string;
  email_address: string;
  /** The same as email_address */
  email: string;
  type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** The same as type */
  subscriber_type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** What the person and the mailbox want, whatever they are entitled to */
  mail_state: 'subscribed' | 'unactivated' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** What the person is entitled to, regardless of the state of their mail */
  standing: 'regular' | 'premium' | 'churning' | 'trialed' | 'past_due' | 'gifted' | 'upcoming' | 'paused' | 'unpaid' | 'churned';
  /** Ids */
  tags: Array<string>;
  /** Any JSON object */
  metadata: Record<string, unknown>;
  notes: string;
  referrer_url: string;
  utm_campaign: string;
  utm_medium: string;
  utm_source: string;
  ip_address: string;
  frequency: 'each' | 'weekly' | 'monthly';
  locale: string;
  source: string;
  /** The form that they signed up with; null: none of /v1/forms */
  form_id: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  confirmation_date: string | null;
  unsubscription_date: string | null;
  unsubscription_reason: string;
  /** Since when they pay, or last paid; null: never */
  upgrade_date: string | null;
  /** When they stopped paying; null if they pay or never have */
  churn_date: string | null;
  /** When the gift that they have ends; null: it has no end, or there is none */
  gift_subscription_end_date: string | null;
  /** The message with that gift */
  gift_subscription_message: string;
  /** Their customer id at Stripe; null: none is known */
  stripe_customer_id: string | null;
  /** The price that they pay at Stripe now; empty: none */
  stripe_price: string;
  /** The coupon that lowers what they pay at Stripe; null: none */
  stripe_coupon: StripeCoupon | null;
  /** With expand=stripe_customer; null: none is known */
  stripe_customer?: StripeCustomer | null;
  /** With expand=stripe_subscription: the one that runs, or else the last; null: none */
  stripe_subscription?: StripeSubscription | null;
  /** Id of the subscriber who has bought them the gift that they accepted last */
  purchased_by: string | null;
  /** The message with that gift */
  purchased_message: string | null;
  last_open_date: string | null;
  last_click_date: string | null;
  /** The code in the links that they share; people who sign up with it count as brought by them */
  referral_code: string;
  /** A number that increases with each new subscriber */
  secondary_id: number;
  /** When they signed up with the code */
  referral_date: string;
  /** When they confirmed; null: they have not */
  referral_settled_date: string | null;
  /** Why they do not count. same_mailbox: their address is that of the referrer, or of somebody who counts, with dots or +words. same_network: they signed up or confirmed in the same network as the referrer or somebody who counts. null: they count once they have confirmed */
  referral_refusal: 'same_mailbox' | 'same_network' | null;
};

export type RefusalFigures = {
  /** hard: there is no such mailbox. soft: a temporary problem. policy: the sender or the content is refused */
  kind: 'hard' | 'soft' | 'policy';
  /** What the replies mean */
  reason: string;
  reason_sentence?: Sentence;
  /** What to do */
  advice: string;
  advice_sentence?: Sentence;
  /** Recipients who did not get the email for this reason */
  recipients: number;
  /** How many of them failed temporarily at hand-over */
  temporary: number;
  /** How many of them were refused at hand-over */
  permanent: number;
  /** How many of them bounced after they were accepted */
  bounced: number;
  /** What a mail server said, without addresses */
  example: string;
};

export type Relay = {
  id: string;
  /** Whether it comes from SMTP_URL, where it is changed. Such a relay takes the mail of everybody without another */
  is_of_settings: boolean;
  /** The name that you give it */
  name: string;
  host: string;
  port: number;
  /** implicit: TLS from the first byte, as on port 465. require: STARTTLS, with a valid certificate. opportunistic: STARTTLS if it is offered. none: no TLS */
  tls: 'implicit' | 'require' | 'opportunistic' | 'none';
  /** The user for the login; empty: it needs none */
  user: string;
  /** null: the first that the relay offers of plain, login and cram-md5. For xoauth2, the password is the access token */
  login_method: 'plain' | 'login' | 'cram-md5' | 'xoauth2' | null;
  client_name: string;
  /** Its share of the messages, relative to the other relays for the same mail */
  weight: number;
  /** Whether it is used only while none of the other relays for the same mail works */
  is_reserve: boolean;
  /** The maximum number of connections that a worker process opens to it; null: SMTP_CONNECTIONS */
  connections: number | null;
  /** The maximum number of copies of emails per second, over all worker processes; 0: no limit */
  sending_rate: number;
  /** The newsletters whose mail it takes */
  newsletter_ids: Array<string>;
  /** The domains from which it takes mail, such as example.org for news@example.org. Relays that name the newsletter are used instead, if there are any */
  from_domains: Array<string>;
  /** Whether it takes the mail for which no relay names the newsletter or the domain */
  is_default: boolean;
  /** Whether it takes no mail. Mail then goes over the other relays for it, or waits if there are none */
  is_paused: boolean;
  /** The mail service behind it that reports bounces and complaints to report_url; null: none */
  report_service: 'ses' | 'postmark' | 'mailgun' | 'sendgrid' | 'brevo' | 'resend' | 'mailjet' | 'sparkpost' | null;
  has_password: boolean;
  /** The address to which report_service reports, only about copies that this relay took; empty without report_service. If the service sends a password, put it before the host: https://postrider:SECRET@… */
  report_url: string;
  has_report_secret: boolean;
  /** Why no connection to it can be opened; empty if one could, or if none was tried */
  trouble: string;
  trouble_sentence?: Sentence;
  trouble_since: string | null;
  /** When a connection to it was last opened, to within ten minutes */
  seen_date: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type RelayFigures = {
  /** When the oldest of these counts was made; null if nothing is counted yet */
  counted_date: string | null;
  /** The relays that took the most copies first */
  results: Array<{
    /** null: it is not known which relay took these copies */
    relay_id: string | null;
    name: string;
    /** Accepted at hand-over, including those that bounced or were reported later */
    accepted: number;
    /** The last answer was to try again later */
    deferred: number;
    /** Refused at hand-over because the mailbox does not exist */
    refused_hard: number;
    /** Refused at hand-over for another reason */
    refused_soft: number;
    /** Accepted, and bounced later because the mailbox does not exist */
    bounced_hard: number;
    /** Accepted, and bounced later for another reason */
    bounced_soft: number;
    /** Reported as spam */
    complaints: number;
  }>;
};

export type RelayTest = {
  /** The relays that were tested; empty while mail stays in the built-in inbox */
  relays: Array<{
    /** host:port */
    name: string;
    state: 'good' | 'warning' | 'failed';
    steps: Array<{
      step: 'connect' | 'tls' | 'ehlo' | 'login' | 'mail';
      /** skipped: it was not requested, or an earlier step failed */
      state: 'good' | 'warning' | 'failed' | 'skipped';
      /** What the relay said; for ehlo, what it offers, one feature per line */
      words: Array<string>;
      /** What is wrong or was found, and what to do */
      detail: string;
      detail_sentence?: Sentence;
      milliseconds: number;
    }>;
    tls: {
      protocol: string;
      subject: string;
      issuer: string;
      /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
      valid_from: string;
      /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
      valid_until: string;
      is_trusted: boolean;
    } | null;
    extensions: Array<string>;
  }>;
  mailed_to: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  test_date: string;
};

export type Render = {
  content: string;
};

export type ReplyAnswer = {
  id: string;
  text: string;
  /** waiting: it is in the outbox. accepted: the mail server has it. refused: it could not be delivered. uncertain: it was being handed over when the program ended, so it may have arrived and is not sent again */
  outcome: 'waiting' | 'accepted' | 'refused' | 'uncertain';
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type ReportTopic = {
  id: string;
  /** The relay to whose address it reports; null: to /feedback/ses, for SES_TOPIC_ARN */
  relay_id: string | null;
  /** The topic, with its region and the number of the Amazon account */
  topic_arn: string;
  /** Whether Amazon asks for a confirmation. Confirm the topic if it is yours */
  is_waiting: boolean;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  asked_date: string;
  /** When a person confirmed it last; null: its reports are refused */
  confirmed_date: string | null;
};

export type Reputation = {
  days: number;
  /** Only emails that were sent since then count */
  since: string;
  /** When the oldest of these counts was made. Emails are counted again within minutes of a change */
  counted_date: string | null;
  /** Answered copies that are not counted yet */
  uncounted: number;
  /** Shares of complaints */
  limits: {
    near: number;
    most: number;
  };
  totals: {
    /** Copies for which a mail server’s last answer is known: accepted, deferred or refused */
    answered: number;
    /** Accepted at hand-over, including those that bounced or were reported later */
    accepted: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** The last answer was to try again later: being retried, or given up */
    deferred: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Refused at hand-over because the mailbox does not exist */
    refused_hard: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Refused at hand-over for another reason, such as policy or a full mailbox */
    refused_soft: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Accepted, and bounced later because the mailbox does not exist */
    bounced_hard: {
      count: number;
      /** Share of `accepted`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Accepted, and bounced later for another reason */
    bounced_soft: {
      count: number;
      /** Share of `accepted`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Reported as spam, as far as the receiver reports it */
    complaints: {
      count: number;
      /** Share of `accepted`, from 0 to 1; null if there are none */
      rate: number | null;
    };
  };
  /** The domains with a warning, then those with the most copies; at most 100 */
  results: Array<{
    /** Domain of the addresses; empty for deleted subscribers */
    domain: string;
    /** The large mail service that runs the domain */
    receiver: 'gmail' | 'yahoo' | 'microsoft' | 'apple' | null;
    /** The service never reports individual complaints, so 0 complaints mean nothing */
    is_silent: boolean;
    /** Copies for which a mail server’s last answer is known: accepted, deferred or refused */
    answered: number;
    /** Accepted at hand-over, including those that bounced or were reported later */
    accepted: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** The last answer was to try again later: being retried, or given up */
    deferred: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Refused at hand-over because the mailbox does not exist */
    refused_hard: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Refused at hand-over for another reason, such as policy or a full mailbox */
    refused_soft: {
      count: number;
      /** Share of `answered`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Accepted, and bounced later because the mailbox does not exist */
    bounced_hard: {
      count: number;
      /** Share of `accepted`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Accepted, and bounced later for another reason */
    bounced_soft: {
      count: number;
      /** Share of `accepted`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Reported as spam, as far as the receiver reports it */
    complaints: {
      count: number;
      /** Share of `accepted`, from 0 to 1; null if there are none */
      rate: number | null;
    };
    /** Whether the complaints are below, near or above the limit of the large mail services */
    level: 'good' | 'near' | 'above';
    /** What to do; empty if all is well */
    advice: string;
    advice_sentence?: Sentence;
    /** The domain is pushing back, and gets few messages until then */
    slowed: {
      /** The server’s words */
      reason: string;
      until: string | null;
    } | null;
    /** Mail to the domain goes out slowly because too many of its readers complain; null if it does not */
    restrained: string | null;
    restrained_sentence?: Sentence;
  }>;
  /** Answered copies at other domains, which `totals` includes */
  others: number;
  /** The relays that took the most copies first */
  relays: Array<{
    /** null: it is not known which relay took these copies */
    relay_id: string | null;
    name: string;
    /** Accepted at hand-over, including those that bounced or were reported later */
    accepted: number;
    /** The last answer was to try again later */
    deferred: number;
    /** Refused at hand-over because the mailbox does not exist */
    refused_hard: number;
    /** Refused at hand-over for another reason */
    refused_soft: number;
    /** Accepted, and bounced later because the mailbox does not exist */
    bounced_hard: number;
    /** Accepted, and bounced later for another reason */
    bounced_soft: number;
    /** Reported as spam */
    complaints: number;
  }>;
};

export type SecondTryOptions = {
  /** People who did not open it; null if no open was measured */
  unopened: number | null;
  /** The same, and people whose mail program opens everything, so that nobody knows; null if no open was measured */
  unopened_or_unknown: number | null;
  /** People who followed no link; null if no click was measured */
  unclicked: number | null;
  /** The second try that it already has; null if it has none */
  email_id: string | null;
};

export type Segment = {
  id: string;
  name: string;
  description: string;
  /** The segment always contains the subscribers who match these filters now */
  filters: FilterGroup;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type SenderCheck = {
  /** faulty: something is missing, wrong or unreachable; unknown: something could not be checked */
  state: 'good' | 'faulty' | 'unknown';
  from_address: string;
  domain: string;
  records: Array<{
    purpose: 'DKIM' | 'SPF' | 'return path' | 'DMARC' | 'DMARC reports' | 'permission' | 'TLS reports' | 'MTA-STS' | 'MTA-STS policy' | 'BIMI';
    /** Present if mail arrives without it, too */
    is_optional?: true;
    /** HTTPS: a file at an address, not a record */
    type: 'TXT' | 'MX' | 'CNAME' | 'HTTPS';
    name: string;
    /** What to publish */
    value: string;
    /** unknown: DNS could not be asked */
    state: 'found' | 'missing' | 'wrong' | 'unknown';
    /** What DNS shows now */
    found: Array<string>;
    /** What is wrong, and what to do */
    detail: string;
    detail_sentence?: Sentence;
  }>;
  /** The mail servers of the installation; empty while mail stays in the built-in inbox */
  relays: Array<{
    /** host:port */
    name: string;
    state: 'reachable' | 'unreachable';
    /** What keeps mail from being sent */
    detail: string;
    detail_sentence?: Sentence;
  }>;
  /** Other faults, and what to do */
  notes: Array<string>;
  notes_sentences?: Array<Sentence | null>;
  /** Everything that is wrong; empty while mail stays in the built-in inbox */
  faults: Array<string>;
  faults_sentences?: Array<Sentence | null>;
  /** The answer is cached for a minute */
  checked_date: string;
};

export type SendingDomain = {
  /** The id of the newsletter */
  id: string;
  domain: string;
  /** valid: DNS has every record that is needed, and mail is signed */
  status: 'invalid' | 'valid';
  /** What is wrong, and what to do */
  warnings: Array<string>;
  warnings_sentences?: Array<Sentence | null>;
  requirements: Array<{
    record_type: string;
    name: string;
    is_valid: boolean;
    required_value: string;
    /** What DNS shows */
    current_values: Array<string>;
    /** Somebody has to publish it */
    context: 'manual';
  }>;
  /** Always null */
  existing_mail_provider: null;
  /** Always null */
  detected_dns_provider: null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  checked_date: string;
  /** Always false, because the response waits for the check */
  is_checking: boolean;
};

export type Sentence = {
  /** The code of the sentence, for programs. It stays the same when the wording changes */
  code: string;
  /** The values in the sentence: texts, numbers, times in RFC 3339, other sentences */
  values: Record<string, string | number | Sentence | Array<string | number | Sentence>>;
};

export type Sequence = {
  kind: 'event';
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  name: string;
  status: 'active' | 'inactive';
  /** Why the service deactivated it */
  status_reason: string;
  status_reason_sentence?: Sentence;
  trigger: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.delivered' | 'subscriber.opened' | 'subscriber.clicked' | 'subscriber.date' | 'automation.invoked' | 'email.created' | 'email.updated' | 'email.send.started' | 'email.sent' | 'email.deleted' | 'date.day.started' | 'date.week.started' | 'date.month.started' | 'date.year.started';
  /** The date in the metadata; only for the trigger subscriber.date */
  trigger_date: {
    key: string;
    yearly: boolean;
    days_before: number;
  } | null;
  /** The steps as they were sent, in order */
  actions: Array<{
    type: 'add_tags' | 'remove_tags' | 'add_metadata' | 'remove_metadata' | 'send_email' | 'send_notification' | 'send_post_request' | 'send_confirmation_reminder' | 'unsubscribe_subscriber' | 'create_export' | 'update_email_type' | 'create_subscriber';
    metadata?: Record<string, unknown> | null;
    /** When it is done, counted from the trigger; null: at once */
    timing?: {
      time: 'immediate' | 'delay';
      delay?: {
        value: string;
        unit: 'minutes' | 'hours' | 'days' | 'weeks';
        time_of_day?: 'morning' | 'evening' | '' | null;
      } | null;
    } | null;
  }>;
  /** The same steps, with their ids */
  steps: Array<{
    /** The id that edits, runs and figures use for it */
    id: string;
    type: string;
    /** The email that it mails */
    email_id: string | null;
  }>;
  filters: FilterGroup;
  exit_filters: FilterGroup | null;
  should_evaluate_filter_after_delay: boolean;
  /** Any JSON object */
  metadata: Record<string, unknown>;
  /** once: each person passes through once. after_end: they can enter again after the end. every: they enter with every event */
  entry: 'once' | 'after_end' | 'every';
  /** What happens to people inside while it is inactive */
  when_inactive: 'hold' | 'finish' | 'leave';
  /** A step that is late by more hours than this is held until you decide */
  late_hours: number;
  /** The number of the edition; it increases with each change */
  edition: number;
  active_since: string | null;
  /** Whether a second key has approved it as it is now */
  approval: 'none' | 'approved';
  /** Passages */
  counts: {
    entered: number;
    waiting: number;
    held: number;
    /** Of the held ones, those whose step came too late: you decide about them */
    late: number;
    done: number;
    left: number;
    failed: number;
  };
  /** People who did not enter the last time something triggered it, by reason */
  refused: Array<{
    reason: string;
    count: number;
  }>;
  /** After a change of its steps: how many people moved, and where. With dry_run, how many would */
  edit?: {
    /** How many people wait for another step or at another time */
    moved: number;
    /** How many of them have a step that would already be due; they get it in ten minutes */
    due_at_once: number;
    /** How many people are done, because none of the steps ahead of them is left */
    ended: number;
    unchanged: number;
    sample: Array<{
      subscriber_id: string | null;
      from_step: string | null;
      to_step: string | null;
      due_date: string | null;
    }>;
    /** Send it again with the change itself */
    hash: string;
  };
};

export type SequenceAnalytics = {
  /** The audience, without people who left before being served */
  recipients: number;
  /** Accepted by the mail server, and not bounced */
  deliveries: number;
  /** Recipients who opened it */
  opens: number;
  /** Recipients who followed a link */
  clicks: number;
  /** Still being retried, or given up after temporary failures */
  temporary_failures: number;
  /** Permanently refused */
  permanent_failures: number;
  unsubscriptions: number;
  complaints: number;
  /** The steps of the current edition. People in an earlier one are counted at those of its steps that still exist */
  steps: Array<{
    id: string;
    type: string;
    /** How many people wait for it */
    waiting: number;
    held: number;
    done: number;
    skipped: number;
    failed: number;
    /** How many people left before it */
    left: number;
    /** The reasons, as far as there are any */
    reasons: Array<{
      result: 'waiting' | 'held' | 'done' | 'skipped' | 'failed' | 'left';
      reason: string;
      count: number;
    }>;
    /** For a step that mails: the figures of its mails in all passages */
    mail: EmailAnalytics | null;
  }>;
};

export type SequenceExplanation = {
  subscriber_id: string;
  is_inside: boolean;
  /** Their passages, newest first */
  runs: Array<SequenceRun>;
  /** What comes next, and when */
  next: Array<AutomationForSubscriber>;
  /** What could have triggered it, from the journal, newest first, since the sequence was activated */
  events: Array<{
    event_type: string;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
  }>;
  /** Whether something has triggered it, and it is still being decided whether they enter, which takes about a minute */
  waits_to_enter: boolean;
  /** Why they did not enter the last time */
  refusal: {
    reason: string;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
  } | null;
  /** Each of the filters, and whether it holds for them now */
  conditions: Array<{
    condition: FilterGroup;
    holds: boolean;
  }>;
};

export type SequenceRun = {
  id: string;
  automation_id: string;
  /** Null for a sequence that concerns nobody in particular */
  subscriber_id: string | null;
  edition: number;
  /** The number of the person’s passage, from 1 */
  passage: number;
  status: 'waiting' | 'held' | 'done' | 'left' | 'failed';
  /** Why it left, is held or waits longer; docs/sequences.md lists the reasons */
  reason: string;
  /** When the trigger happened */
  entered_date: string;
  /** The step that is next */
  step: string | null;
  due_date: string | null;
  completed_date: string | null;
  /** The steps that are behind them */
  steps: Array<{
    id: string;
    type: string;
    result: 'done' | 'skipped' | 'failed';
    reason: string;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
    email_id: string | null;
  }>;
};

export type SequenceSimulation = {
  /** Passages that would have begun */
  entered: number;
  /** Mails that it would have sent */
  mails: number;
  /** Passages that depend on conditions about people of which only the values of today are known: all but tags and types */
  by_todays_values: number;
  /** Whether all triggers of the time were read; at most the first 50,000 are */
  is_complete: boolean;
  /** In the order of their delays */
  steps: Array<{
    id: string;
    type: string;
  }>;
  /** By day, in the time zone of the newsletter */
  entries: Array<{
    day: string;
    count: number;
  }>;
  mails_by_day: Array<{
    /** Id of the step */
    step: string;
    day: string;
    count: number;
  }>;
  /** People who would not have entered, by reason */
  refused: Array<{
    reason: string;
    count: number;
  }>;
  /** People who would have left before the end, by reason */
  exits: Array<{
    reason: string;
    count: number;
  }>;
  /** Mails to somebody who was mailed an issue on the same day */
  same_day: number;
  /** The first 20 passages */
  samples: Array<{
    subscriber_id: string | null;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    entered_date: string;
    left: string | null;
    basis: 'as_then' | 'by_todays_values';
    steps: Array<{
      id: string;
      type: string;
      result: 'done' | 'skipped';
      reason: string;
      /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
      date: string;
    }>;
  }>;
};

export type Session = {
  id: string;
  /** Whether it is the current session */
  is_this: boolean;
  /** How the person signed in */
  method: string;
  /** IP address of its last use */
  ip_address: string;
  user_agent: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** To the minute */
  last_used_date: string;
  /** When it ends even if it is used */
  end_date: string;
};

export type SignUpForm = {
  /** The public page with the form */
  page_url: string;
  /** The form alone, for a frame on any site */
  frame_url: string;
  /** Where a form on any site sends its fields */
  post_url: string;
  /** The beginning of the period */
  since: string;
  totals: {
    /** People who became subscribers through a form in the period. People who were already known, and erased people, do not count */
    signed_up: number;
    /** How many of them have confirmed */
    confirmed: number;
    /** How many of them were asked to confirm and have not done so */
    waiting: number;
    /** How many of them get mail now */
    readers: number;
  };
  /** The 20 pages where most people signed up */
  pages: Array<{
    /** page: our form on a public page; frame: our form in a frame; site: a form of another site */
    form: 'page' | 'frame' | 'site';
    /** The page with the form, without its query; empty if unknown */
    page_url: string;
    /** People who became subscribers through a form in the period. People who were already known, and erased people, do not count */
    signed_up: number;
    /** How many of them have confirmed */
    confirmed: number;
    /** How many of them were asked to confirm and have not done so */
    waiting: number;
    /** How many of them get mail now */
    readers: number;
  }>;
  /** The 20 tags that most of these people have now */
  tags: Array<{
    id: string;
    name: string;
    /** People who became subscribers through a form in the period. People who were already known, and erased people, do not count */
    signed_up: number;
    /** How many of them have confirmed */
    confirmed: number;
    /** How many of them were asked to confirm and have not done so */
    waiting: number;
    /** How many of them get mail now */
    readers: number;
  }>;
  /** How many sign-ups were refused since the first day of the period (UTC), and why */
  refused: {
    /** a field that people do not see was filled in */
    trap: number;
    /** too many from one network within an hour */
    network: number;
    /** too many for one address within an hour */
    address: number;
    /** the captcha was not solved */
    captcha: number;
    /** it was sent sooner than a person could fill it in; a person need only press again */
    too_fast: number;
    /** more people than hourly_limit */
    full: number;
  };
};

export type Snippet = {
  id: string;
  /** Its name in templates: {{ snippets.IDENTIFIER }} */
  identifier: string;
  name: string;
  /** Markdown or HTML with Liquid, as in a body */
  content: string;
  /** The editor it was written in; does not affect how the snippet is inserted */
  mode: 'fancy' | 'naked' | 'plaintext';
  /** How many emails (except deleted ones) and automations use it */
  reference_count: number;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type Standing = {
  standing: 'regular' | 'premium' | 'churning' | 'trialed' | 'past_due' | 'gifted' | 'upcoming' | 'paused' | 'unpaid' | 'churned';
  /** Whether they get premium mail, if they get mail at all, and can read premium pages */
  entitled: boolean;
  mail_state: 'subscribed' | 'unactivated' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** Whether they can sign in to read what is meant for subscribers */
  can_sign_in: boolean;
  /** A sentence for people */
  why: string;
  why_sentence?: Sentence;
  /** Since when they are entitled; null if they are not */
  since: string | null;
  /** When that ends as far as is known; null: it has no end, or they are not entitled */
  until: string | null;
  upgrade_date: string | null;
  churn_date: string | null;
  /** All grants, the newest first */
  grants: Array<Grant>;
  /** The changes that led to this standing, the newest first */
  history: Array<{
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
    standing: 'regular' | 'premium' | 'churning' | 'trialed' | 'past_due' | 'gifted' | 'upcoming' | 'paused' | 'unpaid' | 'churned';
    until: string | null;
    grant_ids: Array<string>;
  }>;
};

export type StoredFile = {
  id: string;
  kind: 'image' | 'attachment';
  name: string;
  address: string;
  /** In bytes */
  size: number;
  /** How many emails (except deleted ones), automations, snippets and templates use it; the newsletter counts, too */
  use_count: number;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type StripeCoupon = {
  coupon_id: string;
  percent_off: string | null;
  /** In the smallest unit of the currency */
  amount_off: number | null;
  /** The currency of amount_off */
  currency: string | null;
  name: string | null;
};

export type StripeCustomer = {
  customer_id: string;
  /** Its page in the Stripe Dashboard; in a practice, the page that stands for it */
  url: string;
  /** How it is known to be this subscriber: they bought something here, or were linked */
  link: 'checkout' | 'adopted' | 'person';
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  link_date: string;
};

export type StripeSubscription = {
  subscription_id: string;
  /** Its page in the Stripe Dashboard; in a practice, the page that stands for it */
  url: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** When it ends or has ended, if that is known */
  ending_date: string | null;
  /** The amount of each period, in the smallest unit of the currency */
  amount: number | null;
  currency: string;
  cadence: string;
  status: string;
  /** The percentage of each payment that another service still takes */
  application_fee_percent: number | null;
  /** Always null: Stripe does not say it */
  source: 'substack' | 'buttondown' | null;
  product: string | null;
  /** When Stripe said so */
  read_date: string;
};

export type Subscriber = {
  id: string;
  email_address: string;
  /** The same as email_address */
  email: string;
  type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** The same as type */
  subscriber_type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** What the person and the mailbox want, whatever they are entitled to */
  mail_state: 'subscribed' | 'unactivated' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** What the person is entitled to, regardless of the state of their mail */
  standing: 'regular' | 'premium' | 'churning' | 'trialed' | 'past_due' | 'gifted' | 'upcoming' | 'paused' | 'unpaid' | 'churned';
  /** Ids */
  tags: Array<string>;
  /** Any JSON object */
  metadata: Record<string, unknown>;
  notes: string;
  referrer_url: string;
  utm_campaign: string;
  utm_medium: string;
  utm_source: string;
  ip_address: string;
  frequency: 'each' | 'weekly' | 'monthly';
  locale: string;
  source: string;
  /** The form that they signed up with; null: none of /v1/forms */
  form_id: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  confirmation_date: string | null;
  unsubscription_date: string | null;
  unsubscription_reason: string;
  /** Since when they pay, or last paid; null: never */
  upgrade_date: string | null;
  /** When they stopped paying; null if they pay or never have */
  churn_date: string | null;
  /** When the gift that they have ends; null: it has no end, or there is none */
  gift_subscription_end_date: string | null;
  /** The message with that gift */
  gift_subscription_message: string;
  /** Their customer id at Stripe; null: none is known */
  stripe_customer_id: string | null;
  /** The price that they pay at Stripe now; empty: none */
  stripe_price: string;
  /** The coupon that lowers what they pay at Stripe; null: none */
  stripe_coupon: StripeCoupon | null;
  /** With expand=stripe_customer; null: none is known */
  stripe_customer?: StripeCustomer | null;
  /** With expand=stripe_subscription: the one that runs, or else the last; null: none */
  stripe_subscription?: StripeSubscription | null;
  /** Id of the subscriber who has bought them the gift that they accepted last */
  purchased_by: string | null;
  /** The message with that gift */
  purchased_message: string | null;
  last_open_date: string | null;
  last_click_date: string | null;
  /** The code in the links that they share; people who sign up with it count as brought by them */
  referral_code: string;
  /** A number that increases with each new subscriber */
  secondary_id: number;
};

export type Suppression = {
  id: string;
  /** bounced: the mailbox accepts no mail. complained: they reported a mail as spam. blocked: by your team. erased: their data was deleted, and only a hash of the address is kept */
  reason: 'bounced' | 'complained' | 'unsubscribed' | 'blocked' | 'removed' | 'erased';
  /** Null for erased people */
  email_address: string | null;
  /** Null for erased people */
  subscriber_id: string | null;
  /** Whether they are known to have done this themselves */
  by_person: boolean;
  /** The reason given: the mail server's words, or what the person wrote */
  detail: string;
  detail_sentence?: Sentence;
  /** Why they get no more mail, in one sentence */
  explanation: string;
  explanation_sentence?: Sentence;
  /** The newest bounce or complaint behind it */
  evidence: {
    feedback_id: string;
    kind: string;
    /** Enhanced status code (RFC 3463) */
    status: string | null;
    /** The receiving server's own words, or what its code means */
    reason: string | null;
    reason_sentence?: Sentence;
    /** What decided the kind */
    pattern: string | null;
    email_id: string | null;
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    creation_date: string;
  } | null;
  can_be_lifted: boolean;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  suppression_date: string;
};

export type Survey = {
  id: string;
  /** Its name in templates: {{ survey.IDENTIFIER }} */
  identifier: string;
  question: string;
  answers: Array<string>;
  /** Notes for the team; readers do not see them */
  notes: string;
  /** radio: one answer. checkbox: any number of answers. text: readers write their own */
  input_type: 'radio' | 'checkbox' | 'text';
  /** once: each person answers once. once_per_email: each person answers once for each email that asks */
  response_cadence: 'once' | 'once_per_email';
  /** Whether readers may add a text of their own */
  is_freeform_response_enabled: boolean;
  /** Whether each reader sees the answers in a different order. The mail then only links to the page with the answers */
  randomize_answers: boolean;
  /** Whether readers who have answered, and the archive, see the results */
  shows_results: boolean;
  /** inactive: it takes no more answers */
  status: 'active' | 'inactive';
  response_count: number;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type SurveyResults = {
  /** How many people have answered */
  response_count: number;
  results: Array<{
    answer: string;
    /** How many people have chosen it */
    count: number;
  }>;
  /** How many people have written something */
  text_count: number;
};

export type System = {
  /** The version of the process that answers */
  version: string;
  node_version: string;
  /** When the process that answers was started */
  start_date: string;
  /** Those that are running, and those of the last day that ended without deleting their entry */
  processes: Array<SystemProcess>;
  queues: Array<SystemQueue>;
  database: SystemDatabase;
  /** Images and attachments of all newsletters */
  files: {
    count: number;
    /** In bytes */
    size: number;
    /** DATA_DIR, or the bucket of FILES_URL */
    place: 'folder' | 'bucket';
  };
  /** Disks that the answering process writes to */
  disks: Array<SystemDisk>;
};

export type SystemDatabase = {
  /** The version of PostgreSQL */
  version: string;
  /** Whether Postrider runs it itself */
  is_embedded: boolean;
  /** In bytes, with all indexes */
  size: number;
  /** Connections to the server */
  connections: {
    /** Connections of all programs that use this server */
    used: number;
    /** The maximum number of connections that it allows */
    most: number;
  };
  /** The age of the oldest open transaction: until it ends, deleted rows keep their space */
  longest_transaction_seconds: number;
  /** The share of pages that were read from memory; null if none were read */
  cache_hit_rate: number | null;
  /** The replicas that DATABASE_READ_URL names, as the answering process sees them */
  replicas: Array<{
    /** Its host and port */
    name: string;
    /** `behind`: it lags more than DATABASE_READ_LAG_SECONDS permits. `away`: it does not answer */
    status: 'in_use' | 'behind' | 'away';
    /** How many seconds ago the oldest change was made that it lacks; null if that is unknown */
    lag_seconds: number | null;
  }>;
  /** Since when PostgreSQL has counted; null: always */
  stats_since: string | null;
};

export type SystemDisk = {
  folder: string;
  /** What this installation keeps there */
  holds: Array<'database' | 'files' | 'other'>;
  /** In bytes */
  size: number;
  /** How many bytes this user may still write */
  free: number;
  /** Whether less than 2 GB, or less than a twentieth, is free */
  is_low: boolean;
};

export type SystemProcess = {
  id: string;
  /** `all`, `api` or `worker` */
  role: string;
  host: string;
  process_id: number;
  version: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  start_date: string;
  /** When it last confirmed that it is running, which it does every minute */
  seen_date: string;
  /** False if it has been silent for more than 150 seconds: it was killed, or cannot reach the database */
  is_running: boolean;
};

export type SystemQueue = {
  /** `sending`, `webhooks`, `feeds`, or the name of a job */
  queue: string;
  /** Due, and waiting for a worker */
  waiting: number;
  /** Being worked on */
  running: number;
  /** Due later, including repetitions */
  later: number;
  /** How many of those that wait or are due later have failed at least once */
  failing: number;
  /** Why the last of them failed */
  reason: string;
  reason_sentence?: Sentence;
  /** How long the oldest has been waiting */
  oldest_seconds: number;
  /** Whether that is more than 15 minutes */
  is_late: boolean;
};

export type SystemTable = {
  /** With all its partitions */
  table: string;
  /** In bytes, with indexes */
  size: number;
  index_size: number;
  /** Estimated */
  rows: number;
  /** Estimated: deleted or replaced, and still taking space */
  dead_rows: number;
  /** How often it was read from beginning to end */
  whole_reads: number;
  /** How often rows were looked up in an index */
  index_reads: number;
  /** When PostgreSQL last freed its dead rows */
  vacuum_date: string | null;
  /** `dead_rows`: more than a third of its rows, and more than 10,000, are dead. `whole_reads`: it has more than 100,000 rows, and most reads go through all of them */
  hints: Array<'dead_rows' | 'whole_reads'>;
};

export type Tag = {
  id: string;
  name: string;
  color: string;
  description: string;
  /** Whether subscribers can choose the tag themselves, as a topic */
  subscriber_editable: boolean;
  /** Description shown to subscribers */
  public_description: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  /** A number that increases with each new tag */
  secondary_id: number;
};

export type TagAnalytics = {
  /** How many subscribers have the tag */
  created_subscribers: number;
  /** The average share of their emails that they opened, from 0 to 1 */
  open_rate: number;
  click_rate: number;
};

export type TagCounts = {
  results: Array<{
    id: string;
    /** How many subscribers have the tag */
    subscriber_count: number;
  }>;
};

export type Template = {
  id: string;
  name: string;
  subject: string;
  /** Markdown or HTML with Liquid, as in an email */
  body: string;
  email_type: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
  /** The layout of its mail; null is modern */
  template: 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
  /** The language that it is written in, as a BCP 47 tag such as de or ar. It decides the texts of its frame and page, and their direction. Empty: that of the newsletter */
  locale: string;
  /** Who may read its public page */
  archival_mode: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled';
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type TemplateVariables = {
  variables: Array<{
    name: string;
    description: string;
    description_sentence?: Sentence;
  }>;
  /** The keys of the subscribers’ metadata, most used first; at most 200 */
  metadata: Array<{
    key: string;
    /** Its name in templates */
    name: string;
    /** How many subscribers have a value; null without the permission subscribers: read */
    count: number | null;
    /** An example of a value; null without the permission subscribers: read */
    example: string | null;
  }>;
  /** Whether only a sample of the subscribers was read: counts are then estimates, and rare keys may be missing */
  is_sample: boolean;
};

export type TimelineEntry = {
  id: string;
  /** change: of the subscriber, in one transaction. mail: a copy of an email. report: a bounce, a complaint or another answer to a mail */
  kind: 'change' | 'consent' | 'mail' | 'open' | 'click' | 'report' | 'sequence';
  /** When it happened. For a mail, when it got its status; for one that is planned, came back or was complained about, when its sending began */
  date: string;
  /** The email it is about; for a change, the one whose unsubscribe link was used */
  email: {
    id: string;
    subject: string;
  } | null;
  /** For a change: its events in the journal. Tags in `added` and `removed` are ids */
  changes: Array<{
    event_type: string;
    data: Record<string, unknown>;
  }>;
  /** Where somebody agreed, and the words they were shown */
  consent: {
    ip_address: string;
    page_url: string;
    form_text: string;
  } | null;
  /** As in the deliveries of the email */
  mail: {
    status: string;
    reply: string;
    reply_sentence?: Sentence;
    attempts: number;
  } | null;
  /** For an open or a click */
  hit: {
    url: string | null;
    client: string;
    verdict: 'human' | 'proxied' | 'machine';
    /** The reasons for the verdict */
    reasons: Array<string>;
  } | null;
  /** As in /v1/feedback: `reason` is the server's own words */
  report: {
    kind: string;
    status: string | null;
    reason: string | null;
    reason_sentence?: Sentence;
  } | null;
  /** What a sequence did. Its mails are separate entries */
  sequence: {
    id: string;
    name: string;
    what: 'entered' | 'step' | 'left' | 'done' | 'failed' | 'refused';
    /** The type of the step */
    step: string | null;
    result: 'done' | 'skipped' | 'failed' | null;
    /** Why a step was skipped, or the person left or did not enter */
    reason: string;
  } | null;
};

export type User = {
  /** The id of the person, or of the invitation while it is open */
  id: string;
  email_address: string;
  /** Empty for an invitation */
  name: string;
  /** What their role allows */
  permissions: {
    subscriber: 'none' | 'read' | 'write';
    email: 'none' | 'read' | 'write';
    sending: 'none' | 'read' | 'write';
    styling: 'none' | 'read' | 'write';
    administrivia: 'none' | 'read' | 'write';
    automations: 'none' | 'read' | 'write';
    surveys: 'none' | 'read' | 'write';
    forms: 'none' | 'read' | 'write';
  };
  /** What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses. */
  role: 'owner' | 'editor' | 'writer' | 'viewer';
  /** pending: invited. owner: an owner of the newsletter. accepted: everybody else */
  status: 'pending' | 'accepted' | 'owner';
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** When they last used a session, to the minute */
  last_logged_in: string | null;
};

export type Uses = {
  /** The emails that use it, latest first; at most 100 */
  emails: Array<{
    id: string;
    subject: string;
    status: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
  }>;
  /** How many emails use it */
  email_count: number;
  automations: Array<{
    id: string;
    name: string;
    /** event: a sequence */
    kind: 'feed' | 'event';
  }>;
  segments: Array<{
    id: string;
    name: string;
  }>;
  snippets: Array<{
    id: string;
    name: string;
  }>;
  templates: Array<{
    id: string;
    name: string;
  }>;
};

export type WarmUp = {
  /** null: nothing is limited */
  plan: {
    /** The first day of the plan, in the newsletter’s time zone. Before it, nothing is limited */
    start_date: string;
    /** How many copies may go out on the first day */
    first_day: number;
    /** Each day’s number is that of the day before, multiplied by this and rounded */
    growth: number;
    /** The highest number. It stays the daily limit until the plan is ended */
    ceiling: number;
    /** Whether each receiving domain gets the number, or all of them together */
    per: 'domain' | 'newsletter';
    /** The number has not changed since this day; null: not paused */
    paused_date: string | null;
  } | null;
  /** null if no plan has begun */
  today: {
    /** In the newsletter’s time zone */
    day: string;
    /** The number of copies allowed to each domain, or to all domains together */
    allowed: number;
    /** Copies handed over today. A copy that a mail server deferred counts again when it is tried again */
    sent: number;
    /** Recipients who wait for the next day */
    waiting: number;
    /** When the next day begins */
    next_date: string;
    /** The domains with the most copies today, and those with waiting recipients; at most 20 */
    domains: Array<{
      domain: string;
      sent: number;
      waiting: number;
    }>;
  } | null;
  /** From 13 days ago until the plan reaches its ceiling; at most 60 */
  days: Array<{
    day: string;
    allowed: number | null;
    /** null: the day is still to come */
    sent: number | null;
  }>;
  /** A suitable plan for this list; null if there is a plan, or if the list is so small that it needs none */
  proposal: {
    /** How many copies may go out on the first day */
    first_day: number;
    /** Each day’s number is that of the day before, multiplied by this and rounded */
    growth: number;
    /** The highest number. It stays the daily limit until the plan is ended */
    ceiling: number;
    /** Whether each receiving domain gets the number, or all of them together */
    per: 'domain' | 'newsletter';
    /** How many days until everybody can get an issue on one day */
    days: number;
    /** The receiving domain with the most subscribers, on which the proposal is based */
    domain: string;
    /** How many subscribers there get mail */
    subscribers: number;
  } | null;
};

export type Webhook = {
  id: string;
  /** For an API key without `settings: write`, it lacks its credentials */
  url: string;
  /** Events to deliver. An empty list means all except subscriber.delivered, .opened, .clicked and .rejected, which must be named */
  event_types: Array<'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked'>;
  /** Only events about these emails. An empty list means all events, also those about no email */
  email_ids: Array<string>;
  /** Only events about these automations, and about the emails that they made. An empty list means all */
  automation_ids: Array<string>;
  /** Only events about subscribers who match when the event happens, or a moment later. Without conditions: all events, also those about nobody. Without `subscribers: read`, the addresses in them are empty */
  filters: FilterGroup;
  status: 'enabled' | 'disabled';
  description: string;
  /** The key of both signatures; `***` for an API key without `settings: write` */
  signing_key: string;
  /** Until then requests are also signed with the key that `signing_key` has replaced */
  former_key_until: string | null;
  disabled_date: string | null;
  /** Why the service disabled it; empty if you did */
  disabled_reason: string;
  disabled_reason_sentence?: Sentence;
  /** When it last accepted an event, to the minute; tests do not count */
  last_success_date: string | null;
  /** When the first attempt failed since the last success */
  failing_since: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type WebhookAttempt = {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  /** event: by its schedule. test: a sample. resend: somebody sent an attempt again */
  kind: 'event' | 'test' | 'resend';
  /** 1 is the first; null for a test and for a resend */
  attempt: number | null;
  outcome: 'succeeded' | 'failed';
  /** Null if there was no response */
  status_code: number | null;
  /** Why it failed */
  reason: string;
  reason_sentence?: Sentence;
  /** Beginning of the response */
  response_body: string;
  duration_ms: number;
  /** When the next attempt is due */
  next_attempt_date: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

export type WebhookAttemptDetail = {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  /** event: by its schedule. test: a sample. resend: somebody sent an attempt again */
  kind: 'event' | 'test' | 'resend';
  /** 1 is the first; null for a test and for a resend */
  attempt: number | null;
  outcome: 'succeeded' | 'failed';
  /** Null if there was no response */
  status_code: number | null;
  /** Why it failed */
  reason: string;
  reason_sentence?: Sentence;
  /** Beginning of the response */
  response_body: string;
  duration_ms: number;
  /** When the next attempt is due */
  next_attempt_date: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** The address at that time, without its credentials */
  url: string;
  /** The headers of the event. Every request also has the usual ones, such as `user-agent`. Signatures are `***` without `settings: write` */
  request_headers: Record<string, string>;
  /** Empty for an attempt that an older version made */
  request_body: string;
  /** Names in lower case; empty if there was no response. `set-cookie` is `***` without `settings: write` */
  response_headers: Record<string, string>;
};

/** What a webhook is told. */
export type WebhookEvent = {
  /** The same in every attempt, and in the header `webhook-id` */
  id: string;
  event_type: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.changed_email' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.responded_to_survey' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed';
  /** When it happened */
  creation_date: string;
  /** What the event is about, and its details */
  data: ({
    /** The id of the newsletter. subscriber, email and automation are ids, too */
    newsletter: string;
    subscriber?: string;
    email?: string;
    automation?: string;
    /** Whether details were left out, because the body would exceed 20 kB */
    truncated?: true;
  }) & (Record<string, unknown>);
};

/** Every operation by its method and path; what it does not take is never. */
export type Operations = {
  get: {
    /** Show whether the process is alive */
    '/healthz': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          status: 'ok';
        };
      };
    };
    /** Show whether the process can serve */
    '/readyz': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          status: 'ok';
          /** open: mail and webhooks go out. waiting: they wait for what `waits_for` says. hold: the installation is on hold (GET /v1/hold says why) */
          sending: 'open' | 'waiting' | 'hold';
          /** What sending waits for, if it is not open. operator: a decision, because it is on hold. witness: the object that FENCE_WITNESS names cannot be used. worker: none has confirmed the database yet */
          waits_for?: 'operator' | 'witness' | 'worker';
        };
        503: Error;
        507: Error;
      };
    };
    /** Check the API key */
    '/v1/ping': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          status: 'ok';
        };
        401: Error;
        429: Error;
      };
    };
    /** Show the newsletter of the API key */
    '/v1/accounts/me': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          username: string;
          email_address: string;
        };
        401: Error;
        429: Error;
      };
    };
    /** List newsletters */
    '/v1/newsletters': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Newsletter>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a newsletter */
    '/v1/newsletters/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Newsletter;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List API keys */
    '/v1/api_keys': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<ApiKey>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an API key */
    '/v1/api_keys/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: ApiKey;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Show who is signed in */
    '/v1/me': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          id: string;
          name: string;
          /** Empty until it is set */
          email_address: string;
          /** Whether a mailed link proved that the address is theirs; owners of the installation need not prove it */
          email_confirmed: boolean;
          /** The language of the dashboard; empty: that of the browser */
          language: '' | 'en' | 'de' | 'de-formal' | 'es' | 'fr';
          /** Whether they own the installation, and therefore every newsletter */
          installation: boolean;
          has_password: boolean;
          has_passkey: boolean;
          /** Whether signing in requires a code from an authenticator app */
          has_totp: boolean;
          /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
          creation_date: string;
          recovery_codes_left: number;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List your sessions */
    '/v1/me/sessions': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<Session>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List your passkeys */
    '/v1/me/passkeys': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<Passkey>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List your accounts elsewhere */
    '/v1/me/identities': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<Identity>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the accounts elsewhere of a person */
    '/v1/people/{id}/identities': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<Identity>;
        };
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the people of the newsletter */
    '/v1/people': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Person>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a person */
    '/v1/people/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Person;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List open invitations */
    '/v1/invitations': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<Invitation>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List people and open invitations */
    '/v1/users': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<User>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a person or an open invitation */
    '/v1/users/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: User;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Show whether the installation is new */
    '/v1/setup': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          setup_due: boolean;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List audit log entries */
    '/v1/audit_log': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** Where the page begins; take it from `next` */
        cursor?: string;
        /** Newsletters to list; needs `installation: read` */
        newsletter_id?: string | Array<string>;
        action?: string | Array<string>;
        actor_id?: string | Array<string>;
        object_id?: string | Array<string>;
        /** At or after this time */
        creation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        creation_date__end?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<AuditEntry>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export the audit log */
    '/v1/audit_log/export': {
      params: never;
      query: {
        format?: 'csv' | 'jsonl';
        /** Newsletters to list; needs `installation: read` */
        newsletter_id?: string | Array<string>;
        action?: string | Array<string>;
        actor_id?: string | Array<string>;
        object_id?: string | Array<string>;
        /** At or after this time */
        creation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        creation_date__end?: string;
      };
      body: never;
      answers: {
        200: string;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Show who sends in the name of a newsletter’s domain */
    '/v1/newsletters/{id}/domain_reports': {
      params: {
        id: string;
      };
      query: {
        /** How many of the last days; at most 180 */
        days?: number;
      };
      body: never;
      answers: {
        200: DomainReports;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve the connection with Gmail’s Postmaster Tools */
    '/v1/postmaster': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: PostmasterAccess;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Show how Gmail sees the mail of a newsletter */
    '/v1/newsletters/{id}/gmail_figures': {
      params: {
        id: string;
      };
      query: {
        /** How many of the last days; at most 120 */
        days?: number;
      };
      body: never;
      answers: {
        200: GmailFigures;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Check whether mail of a newsletter can be sent and is trusted */
    '/v1/newsletters/{id}/sender_check': {
      params: {
        id: string;
      };
      query: {
        fresh?: '' | 'true' | 'false' | '1' | '0';
      };
      body: never;
      answers: {
        200: SenderCheck;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Show the domain that a newsletter sends from */
    '/v1/newsletters/{id}/sending-domain': {
      params: {
        id: string;
      };
      query: {
        force?: '' | 'true' | 'false' | '1' | '0';
      };
      body: never;
      answers: {
        200: SendingDomain;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the DKIM keys of a newsletter */
    '/v1/newsletters/{id}/dkim_keys': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<DkimKey>;
          count: number;
        };
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Show the domain of a newsletter’s pages */
    '/v1/newsletters/{id}/hosting-domain': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: HostingDomain;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List tags */
    '/v1/tags': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        ids?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Tag>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a tag */
    '/v1/tags/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Tag;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List segments */
    '/v1/segments': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Segment>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a segment */
    '/v1/segments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Segment;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List subscribers */
    '/v1/subscribers': {
      params: never;
      query: {
        /** A part of the address or of a value in the metadata, ignoring case; with one or two letters, the beginning of the address. Lists find and count at most 1,000 */
        search?: string;
        /** A whole address, which matches only itself, or a part of one */
        email_address?: string;
        /** The same as email_address */
        email?: string;
        /** Any of unactivated, regular, premium, gifted, trialed, churning, past_due, upcoming, churned, unpaid, paused, unsubscribed, undeliverable, complained, blocked, removed */
        type?: string | Array<string>;
        /** None of these types */
        '-type'?: string | Array<string>;
        /** The same as type */
        subscriber_type?: string | Array<string>;
        /** Any of subscribed, unactivated, paused, unsubscribed, undeliverable, complained, blocked, removed */
        mail_state?: string | Array<string>;
        /** Any of regular, premium, churning, trialed, past_due, gifted, upcoming, paused, unpaid, churned */
        standing?: string | Array<string>;
        /** Tag ids or names; subscribers must have all of them */
        tag?: string | Array<string>;
        /** Tag ids or names; subscribers must have none of them */
        '-tag'?: string | Array<string>;
        /** Ids or names of segments; subscribers must be in all of them */
        segment?: string | Array<string>;
        /** Ids or names of segments; subscribers must be in none of them */
        '-segment'?: string | Array<string>;
        ids?: string | Array<string>;
        '-ids'?: string | Array<string>;
        /** The domain of the address; matches the whole domain */
        domain?: string | Array<string>;
        /** None of these domains */
        '-domain'?: string | Array<string>;
        source?: string | Array<string>;
        /** Codes of subscribers; the subscribers who have one of them */
        referral_code?: string | Array<string>;
        /** Ids of forms; subscribers who signed up with one of them */
        form?: string | Array<string>;
        /** Ids of prices at Stripe; subscribers who pay one of them now */
        current_price?: string | Array<string>;
        /** Ids of prices at Stripe; subscribers who pay one of them or have done so */
        price?: string | Array<string>;
        /** Ids of coupons at Stripe; subscribers who pay less by one of them now */
        coupon?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        referrer_url?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        utm_campaign?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        utm_medium?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        utm_source?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        ip_address?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        locale?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        unsubscription_reason?: string | Array<string>;
        /** metadata['key']=value, also written metadata[key]=value: a text, number, boolean or null in the metadata under this key */
        metadata?: Record<string, string | Array<string>>;
        /** At or after this time */
        creation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        creation_date__end?: string;
        /** At or after this time */
        date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        date__end?: string;
        /** At or after this time */
        confirmation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        confirmation_date__end?: string;
        /** At or after this time */
        unsubscription_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        unsubscription_date__end?: string;
        /** At or after this time */
        last_open_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        last_open_date__end?: string;
        /** At or after this time */
        last_click_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        last_click_date__end?: string;
        /** At or after this time */
        upgrade_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        upgrade_date__end?: string;
        /** At or after this time */
        churn_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        churn_date__end?: string;
        /** At or after this time */
        gift_subscription_end_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        gift_subscription_end_date__end?: string;
        /** A share from 0 to 1, included in the range */
        open_rate__start?: '' | number;
        /** A share from 0 to 1, included in the range */
        open_rate__end?: '' | number;
        /** A share from 0 to 1, included in the range */
        click_rate__start?: '' | number;
        /** A share from 0 to 1, included in the range */
        click_rate__end?: '' | number;
        page?: number;
        page_size?: number;
        /** creation_date, modification_date, email_address, type, secondary_id, confirmation_date, unsubscription_date, last_open_date, last_click_date, upgrade_date, churn_date, gift_subscription_end_date, open_rate, click_rate, metadata:KEY; with a leading - descending. Default -creation_date. email_address and texts in metadata ignore case; type goes unactivated, regular, premium, gifted, trialed, churning, past_due, upcoming, churned, unpaid, paused, unsubscribed, undeliverable, complained, blocked, removed. Subscribers without a value come last in both directions */
        ordering?: string;
        /** Where the page begins; take it from `next`, which finds the page immediately, however many come before it. With `*`, this page is found by its number, and `next` has a cursor */
        cursor?: string;
        /** Any of stripe_customer and stripe_subscription; needs the permission payments:read */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Subscriber>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a subscriber */
    '/v1/subscribers/{id_or_email}': {
      params: {
        id_or_email: string;
      };
      query: {
        /** Any of stripe_customer and stripe_subscription; needs the permission payments:read */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List notes */
    '/v1/notes': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        model_type?: string | Array<string>;
        /** Ids of subscribers */
        model_id?: string | Array<string>;
        /** user */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Note>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the people whom a subscriber has brought */
    '/v1/subscribers/{id_or_email}/referrals': {
      params: {
        id_or_email: string;
      };
      query: {
        page?: number;
        page_size?: number;
        /** false: those who do not count */
        counted?: 'true' | 'false';
      };
      body: never;
      answers: {
        200: {
          results: Array<ReferredSubscriber>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Show what a subscriber is entitled to */
    '/v1/subscribers/{id_or_email}/standing': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: Standing;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List private feeds */
    '/v1/private-feeds': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        subscriber_id?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<PrivateFeed>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Show the private feed of a subscriber */
    '/v1/subscribers/{id_or_email}/private-feed': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: PrivateFeed;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List emails */
    '/v1/emails': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** By default all except deleted */
        status?: string | Array<string>;
        '-status'?: string | Array<string>;
        /** Emails whose own list contains all of these */
        included_tags?: string | Array<string>;
        /** Emails whose own list contains none of these */
        '-included_tags'?: string | Array<string>;
        /** Emails whose own list contains all of these */
        excluded_tags?: string | Array<string>;
        /** Emails whose own list contains none of these */
        '-excluded_tags'?: string | Array<string>;
        /** Ids of the automations that created them */
        automations?: string | Array<string>;
        ids?: string | Array<string>;
        '-ids'?: string | Array<string>;
        email_type?: string | Array<string>;
        '-email_type'?: string | Array<string>;
        archival_mode?: string | Array<string>;
        /** States of the approval: none, requested, approved, voided, declined. requested: it waits for somebody to approve it */
        approval?: string | Array<string>;
        source?: string | Array<string>;
        '-source'?: string | Array<string>;
        /** Any part of the subject */
        subject?: string;
        /** At or after this time */
        creation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        creation_date__end?: string;
        /** At or after this time */
        publish_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        publish_date__end?: string;
        /** body omits the bodies */
        excluded_fields?: string | Array<string>;
        /** creation_date, publish_date, modification_date, subject, status, email_type, secondary_id, opens, clicks, stage; with a leading - descending. Default creation_date. subject ignores case, then compares code points; status goes draft, about_to_send, scheduled, transactional, in_flight, imported, deleted, sent, errored; email_type public, private, premium, free, churned, archival; stage has drafts first, then what has still to go out, then the rest, each newest first */
        ordering?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<Email>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Record<string, never>;
        429: Error;
      };
    };
    /** Retrieve an email */
    '/v1/emails/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Email;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what templates can name */
    '/v1/emails/variables': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: TemplateVariables;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the revisions of an email */
    '/v1/emails/{id}/revisions': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<EmailRevisionEntry>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve a revision of an email */
    '/v1/emails/{id}/revisions/{number}': {
      params: {
        id: string;
        number: string;
      };
      query: never;
      body: never;
      answers: {
        200: EmailRevision;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the earlier values of a field of an email */
    '/v1/emails/{id}/history': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
        field?: 'body' | 'subject';
        /** Only those that contain this text */
        query?: string;
        ordering?: string;
        /** user */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<History>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve an earlier body of an email */
    '/v1/emails/{id}/history/body/{history_id}': {
      params: {
        id: string;
        history_id: string;
      };
      query: {
        /** user */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: History;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the reviews of an email */
    '/v1/emails/{id}/reviews': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<EmailReview>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List attachments */
    '/v1/attachments': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        ids?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Attachment>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an attachment */
    '/v1/attachments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Attachment;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List images */
    '/v1/images': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        ids?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Image>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an image */
    '/v1/images/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Image;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List snippets */
    '/v1/snippets': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Snippet>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a snippet */
    '/v1/snippets/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Snippet;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List surveys */
    '/v1/surveys': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        status?: string | Array<string>;
        /** Not these */
        '-status'?: string | Array<string>;
        ordering?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Survey>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a survey */
    '/v1/surveys/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Survey;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List templates of emails */
    '/v1/templates': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Template>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a template of emails */
    '/v1/templates/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Template;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve the analytics of an email */
    '/v1/emails/{id}/analytics': {
      params: {
        id: string;
      };
      query: {
        raw?: '' | 'true' | 'false' | '1' | '0';
      };
      body: never;
      answers: {
        200: EmailAnalyticsWithRaw;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Retrieve the analytics of a tag */
    '/v1/tags/{id}/analytics': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: TagAnalytics;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the tracked links of an email, most followed first */
    '/v1/emails/{id}/analytics/links': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<LinkFigures>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** List when an email was first opened and first clicked, by hour or day */
    '/v1/emails/{id}/analytics/timeline': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
        by?: '' | 'hour' | 'day';
        raw?: '' | 'true' | 'false' | '1' | '0';
      };
      body: never;
      answers: {
        200: {
          results: Array<MomentFigures>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** List the programs with which an email was opened and clicked */
    '/v1/emails/{id}/analytics/clients': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<ClientFigures>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** List the opens and clicks of an email by the domain of the address */
    '/v1/emails/{id}/analytics/domains': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<DomainFigures>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** List why recipients did not get an email, and what to do */
    '/v1/emails/{id}/analytics/refusals': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<RefusalFigures>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** List who unsubscribed through an email, with their words */
    '/v1/emails/{id}/analytics/unsubscriptions': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<EmailUnsubscription>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Retrieve the progress of an email by receiving domain */
    '/v1/emails/{id}/progress/domains': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: EmailDomainProgress;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Retrieve the progress of an email by relay */
    '/v1/emails/{id}/progress/relays': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: RelayFigures;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve what became of mail by relay */
    '/v1/relay_figures': {
      params: never;
      query: {
        /** How many of the last days; at most 90 */
        days?: number;
      };
      body: never;
      answers: {
        200: RelayFigures;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the deliveries of an email */
    '/v1/emails/{id}/deliveries': {
      params: {
        id: string;
      };
      query: {
        /** planned, accepted, temporary, permanent, uncertain, skipped, bounced, complained */
        status?: string | Array<string>;
        /** The id or the address of one subscriber */
        subscriber?: string;
        /** Part of the address */
        search?: string;
        /** Domain of the address */
        domain?: string;
        opened?: 'true' | 'false' | '1' | '0' | '';
        clicked?: 'true' | 'false' | '1' | '0' | '';
        unsubscribed?: 'true' | 'false' | '1' | '0' | '';
        complained?: 'true' | 'false' | '1' | '0' | '';
        /** Whether resending the email could reach them */
        resendable?: 'true' | 'false' | '1' | '0' | '';
        page?: number;
        page_size?: number;
        /** email_address, status_date, open_date, click_date, attempts, each also with a leading -; by default the order of sending */
        ordering?: string;
        /** Where the page begins; take it from `next` */
        cursor?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<Delivery>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Export the deliveries of an email as CSV */
    '/v1/emails/{id}/deliveries/export': {
      params: {
        id: string;
      };
      query: {
        /** planned, accepted, temporary, permanent, uncertain, skipped, bounced, complained */
        status?: string | Array<string>;
        /** The id or the address of one subscriber */
        subscriber?: string;
        /** Part of the address */
        search?: string;
        /** Domain of the address */
        domain?: string;
        opened?: 'true' | 'false' | '1' | '0' | '';
        clicked?: 'true' | 'false' | '1' | '0' | '';
        unsubscribed?: 'true' | 'false' | '1' | '0' | '';
        complained?: 'true' | 'false' | '1' | '0' | '';
        /** Whether resending the email could reach them */
        resendable?: 'true' | 'false' | '1' | '0' | '';
      };
      body: never;
      answers: {
        200: string;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Render an email */
    '/v1/emails/{id}/renders': {
      params: {
        id: string;
      };
      query: {
        /** web: its public page */
        target?: 'email' | 'web';
      };
      body: never;
      answers: {
        200: Render;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Explain why somebody did or did not get an email */
    '/v1/emails/{id}/explain': {
      params: {
        id: string;
      };
      query: {
        /** Their id or address */
        subscriber: string;
      };
      body: never;
      answers: {
        200: PersonExplanation;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Retrieve the progress of an email */
    '/v1/emails/{id}/progress': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: EmailProgress;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the waves of an email */
    '/v1/emails/{id}/waves': {
      params: {
        id: string;
      };
      query: {
        /** When sending begins; by default its own publish_date, or now */
        publish_date?: string;
      };
      body: never;
      answers: {
        200: EmailWaves;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve the A/B test of an email */
    '/v1/emails/{id}/ab-test': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: EmailAbTest;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Count the people whom a second try of an email would reach */
    '/v1/emails/{id}/second-try': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: SecondTryOptions;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        410: Error;
        429: Error;
      };
    };
    /** Show an email as it was mailed */
    '/v1/emails/{id}/mailed': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: MailedEmail;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Show the copy of an email that a subscriber was sent */
    '/v1/emails/{id}/deliveries/{subscriber}/message': {
      params: {
        id: string;
        /** The id or the address */
        subscriber: string;
      };
      query: never;
      body: never;
      answers: {
        200: CopyAgain;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Retrieve the warm-up plan and its progress */
    '/v1/warm_up': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: WarmUp;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List automations */
    '/v1/external_feeds': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Automation>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an automation */
    '/v1/external_feeds/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Automation;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List automations */
    '/v1/automations': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Automation | Sequence>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an automation */
    '/v1/automations/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Automation | Sequence;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what templates of automations can name */
    '/v1/automations/variables': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: AutomationVariables;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the items of an automation */
    '/v1/automations/{id}/items': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
        status?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<AutomationItem>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List how its feeds were fetched */
    '/v1/automations/{id}/fetches': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<FeedFetch>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what templates of automations can name */
    '/v1/external_feeds/variables': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: AutomationVariables;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the items of an automation */
    '/v1/external_feeds/{id}/items': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
        status?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<AutomationItem>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List how its feeds were fetched */
    '/v1/external_feeds/{id}/fetches': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<FeedFetch>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve the analytics of a sequence */
    '/v1/automations/{id}/analytics': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: SequenceAnalytics;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the passages through a sequence */
    '/v1/automations/{id}/runs': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
        /** waiting, held, done, left, failed */
        status?: string | Array<string>;
        /** The id of a step; the passages that wait for it */
        step?: string;
        subscriber_id?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<SequenceRun>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Explain a sequence for one person */
    '/v1/automations/{id}/explain/{id_or_email}': {
      params: {
        id: string;
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: SequenceExplanation;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what sequences have done and will do for a subscriber */
    '/v1/subscribers/{id_or_email}/automations': {
      params: {
        id_or_email: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<AutomationForSubscriber>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what goes out between two dates */
    '/v1/calendar': {
      params: never;
      query: {
        /** At or after this time */
        start?: string;
        /** Before this time; a whole date (in UTC) is included */
        end?: string;
      };
      body: never;
      answers: {
        200: Calendar;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve what needs attention, what comes next, and how the last issue did */
    '/v1/overview': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: Overview;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Count who joined and left, by day and reason */
    '/v1/growth': {
      params: never;
      query: {
        /** The first day */
        start?: string | '';
        /** The last day */
        end?: string | '';
      };
      body: never;
      answers: {
        200: Growth;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve the reputation at receiving domains */
    '/v1/reputation': {
      params: never;
      query: {
        /** How many of the last days; at most 90 */
        days?: number;
      };
      body: never;
      answers: {
        200: Reputation;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Count the subscribers with each tag */
    '/v1/tags/counts': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: TagCounts;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List what uses a tag */
    '/v1/tags/{id}/uses': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Uses;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what uses a segment */
    '/v1/segments/{id}/uses': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Uses;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what uses a snippet */
    '/v1/snippets/{id}/uses': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Uses;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what uses an image or attachment */
    '/v1/files/{id}/uses': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Uses;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List images and attachments */
    '/v1/files': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** `image`, `attachment` or both */
        kind?: string | Array<string>;
        /** `true`: only files that nothing uses. `false`: only those that are used */
        unused?: 'true' | 'false' | '1' | '0' | '';
      };
      body: never;
      answers: {
        200: {
          results: Array<StoredFile>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
          /** Total size of the listed files, in bytes */
          size: number;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List bulk actions */
    '/v1/bulk_actions': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        status?: string | Array<string>;
        type?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<BulkAction>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a bulk action */
    '/v1/bulk_actions/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: BulkAction;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the items of a bulk action */
    '/v1/bulk_actions/{id}/items': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
        status?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<BulkActionItem>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Count why items of a bulk action did not change */
    '/v1/bulk_actions/{id}/reasons': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: BulkActionReasons;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Export subscribers as CSV */
    '/v1/exports/csv/subscribers': {
      params: never;
      query: {
        /** A part of the address or of a value in the metadata, ignoring case; with one or two letters, the beginning of the address. Lists find and count at most 1,000 */
        search?: string;
        /** A whole address, which matches only itself, or a part of one */
        email_address?: string;
        /** The same as email_address */
        email?: string;
        /** Any of unactivated, regular, premium, gifted, trialed, churning, past_due, upcoming, churned, unpaid, paused, unsubscribed, undeliverable, complained, blocked, removed */
        type?: string | Array<string>;
        /** None of these types */
        '-type'?: string | Array<string>;
        /** The same as type */
        subscriber_type?: string | Array<string>;
        /** Any of subscribed, unactivated, paused, unsubscribed, undeliverable, complained, blocked, removed */
        mail_state?: string | Array<string>;
        /** Any of regular, premium, churning, trialed, past_due, gifted, upcoming, paused, unpaid, churned */
        standing?: string | Array<string>;
        /** Tag ids or names; subscribers must have all of them */
        tag?: string | Array<string>;
        /** Tag ids or names; subscribers must have none of them */
        '-tag'?: string | Array<string>;
        /** Ids or names of segments; subscribers must be in all of them */
        segment?: string | Array<string>;
        /** Ids or names of segments; subscribers must be in none of them */
        '-segment'?: string | Array<string>;
        ids?: string | Array<string>;
        '-ids'?: string | Array<string>;
        /** The domain of the address; matches the whole domain */
        domain?: string | Array<string>;
        /** None of these domains */
        '-domain'?: string | Array<string>;
        source?: string | Array<string>;
        /** Codes of subscribers; the subscribers who have one of them */
        referral_code?: string | Array<string>;
        /** Ids of forms; subscribers who signed up with one of them */
        form?: string | Array<string>;
        /** Ids of prices at Stripe; subscribers who pay one of them now */
        current_price?: string | Array<string>;
        /** Ids of prices at Stripe; subscribers who pay one of them or have done so */
        price?: string | Array<string>;
        /** Ids of coupons at Stripe; subscribers who pay less by one of them now */
        coupon?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        referrer_url?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        utm_campaign?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        utm_medium?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        utm_source?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        ip_address?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        locale?: string | Array<string>;
        /** Matches the whole value; repeat it for several values. A comma is part of the value */
        unsubscription_reason?: string | Array<string>;
        /** metadata['key']=value, also written metadata[key]=value: a text, number, boolean or null in the metadata under this key */
        metadata?: Record<string, string | Array<string>>;
        /** At or after this time */
        creation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        creation_date__end?: string;
        /** At or after this time */
        date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        date__end?: string;
        /** At or after this time */
        confirmation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        confirmation_date__end?: string;
        /** At or after this time */
        unsubscription_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        unsubscription_date__end?: string;
        /** At or after this time */
        last_open_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        last_open_date__end?: string;
        /** At or after this time */
        last_click_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        last_click_date__end?: string;
        /** At or after this time */
        upgrade_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        upgrade_date__end?: string;
        /** At or after this time */
        churn_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        churn_date__end?: string;
        /** At or after this time */
        gift_subscription_end_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        gift_subscription_end_date__end?: string;
        /** A share from 0 to 1, included in the range */
        open_rate__start?: '' | number;
        /** A share from 0 to 1, included in the range */
        open_rate__end?: '' | number;
        /** A share from 0 to 1, included in the range */
        click_rate__start?: '' | number;
        /** A share from 0 to 1, included in the range */
        click_rate__end?: '' | number;
        /** Which service’s columns to use */
        layout?: 'postrider' | 'buttondown' | 'mailchimp' | 'ghost';
        /** As in POST /v1/subscribers/search, as JSON */
        filters?: string;
      };
      body: never;
      answers: {
        200: string;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export tags as CSV */
    '/v1/exports/csv/tags': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export segments as CSV */
    '/v1/exports/csv/segments': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export consents as CSV */
    '/v1/exports/csv/consents': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export emails as CSV */
    '/v1/exports/csv/emails': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export snippets as CSV */
    '/v1/exports/csv/snippets': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export surveys as CSV */
    '/v1/exports/csv/surveys': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export survey_responses as CSV */
    '/v1/exports/csv/survey_responses': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export deliveries as CSV */
    '/v1/exports/csv/deliveries': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export hits as CSV */
    '/v1/exports/csv/hits': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List exports */
    '/v1/exports': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Export>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an export */
    '/v1/exports/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Export;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Download an export */
    '/v1/exports/{id}/download': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Blob;
        206: Blob;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        416: Error;
        429: Error;
      };
    };
    /** List imports */
    '/v1/imports': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Import>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an import */
    '/v1/imports/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Import;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Download the report of an import */
    '/v1/imports/{id}/report.csv': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Follow an import */
    '/v1/imports/{id}/progress': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve whether the installation is on hold */
    '/v1/hold': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: Hold;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List what would go out */
    '/v1/hold/pending': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: HoldPending;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List recipients whose outcomes are in doubt */
    '/v1/hold/recipients': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** The id of one email */
        email?: string;
        /** written_again, in_hand */
        type?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<HeldRecipient>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve the state of the installation */
    '/v1/system': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: System;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the tables of the database */
    '/v1/system/tables': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<SystemTable>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve the last check of the ledger */
    '/v1/system/ledger_check': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: LedgerCheck;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Export a subscriber's own data */
    '/v1/subscribers/{id_or_email}/data': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: Record<string, unknown>;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve the addresses of the sign-up form, and who signed up */
    '/v1/newsletters/{id}/sign_up_form': {
      params: {
        id: string;
      };
      query: {
        /** The length of the period in days */
        days?: number;
      };
      body: never;
      answers: {
        200: SignUpForm;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List forms */
    '/v1/forms': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        status?: string | Array<string>;
        /** Not these */
        '-status'?: string | Array<string>;
        ordering?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Form>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a form */
    '/v1/forms/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Form;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Count who signed up with a form, where, and what was refused */
    '/v1/forms/{id}/report': {
      params: {
        id: string;
      };
      query: {
        /** The length of the period in days */
        days?: number;
      };
      body: never;
      answers: {
        200: FormReport;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List feedback: bounces, complaints, automatic replies */
    '/v1/feedback': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        email_id?: string | Array<string>;
        subscriber_id?: string | Array<string>;
        /** hard, soft, policy, delayed, delivered, complaint, not_spam, auto_reply, none */
        kind?: string | Array<string>;
        /** The domain of the recipient; matches the whole domain */
        domain?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Feedback>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Count rejected feedback: forged return paths and signatures, and reports about domains that were not stored */
    '/v1/feedback/refusals': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<{
            reason: string;
            total: number;
            /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
            last_date: string;
          }>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List those who no longer get mail, and why */
    '/v1/suppressions': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** Any of bounced, complained, unsubscribed, blocked, removed, erased */
        reason?: string | Array<string>;
        /** A part of the address or of a value in the metadata, ignoring case. A whole address finds an erased person too */
        search?: string;
        /** Only this subscriber */
        subscriber_id?: string;
        /** Where the page begins; take it from `next` */
        cursor?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<Suppression>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List relays */
    '/v1/relays': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<Relay>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a relay */
    '/v1/relays/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Relay;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List topics of Amazon SNS */
    '/v1/report_topics': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<ReportTopic>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List the published emails of a newsletter */
    '/v1/public/emails/{username}': {
      params: {
        username: string;
      };
      query: {
        page?: number;
        page_size?: number;
        /** Words to search for */
        q?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<PublicEmail>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        404: Error;
        429: Error;
      };
    };
    /** List what pages and mails say */
    '/v1/newsletters/{id}/words': {
      params: {
        id: string;
      };
      query: {
        /** Any BCP 47 tag; the default is the language of the newsletter */
        language?: string;
      };
      body: never;
      answers: {
        200: {
          /** The nearest language for which there are texts */
          language: string;
          /** All languages for which there are texts */
          languages: Array<{
            tag: string;
            name: string;
          }>;
          texts: Array<{
            key: string;
            /** In ICU MessageFormat */
            usual: string;
            /** The newsletter’s own text; empty: the usual one */
            own: string;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the themes that newsletters can choose */
    '/v1/themes': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          results: Array<{
            /** The value of archive_theme */
            name: string;
            title: string;
            description: string;
            /** The settings that it decides */
            look: {
              /** The theme of public pages and mails: default, letter, grid, plain, or one that an operator has added. The names of Buttondown’s themes stand for one of them. Empty: default */
              archive_theme?: string;
              /** The color of links, marks and buttons on public pages and in mails, such as #b93d24. It is made darker on light backgrounds and lighter on dark ones until text has a contrast of 4.5. Empty: the colors of the theme */
              tint_color?: string;
              /** The background color of public pages. The colors of cards, lines and dark mode follow from it; a dark color makes everything dark. Empty: that of the theme */
              background_color?: string;
              /** The color of text, darkened or lightened until it has a contrast of 4.5 with its background. Empty: that of the theme */
              text_color?: string;
              /** The color of buttons, with a readable text. Empty: tint_color, or that of the theme */
              button_color?: string;
              /** The typeface of public pages and mails, one that the reader’s device has. Empty: that of the theme */
              typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter';
              /** The typeface of titles. Empty: typeface, or that of the theme */
              heading_typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter';
              /** The size of text. Empty: that of the theme */
              text_size?: '' | 'small' | 'large';
              /** The width of public pages. Empty: that of the theme */
              page_width?: '' | 'narrow' | 'wide';
              /** The corners of buttons, pictures and cards. Empty: those of the theme */
              corners?: '' | 'square' | 'rounded' | 'round';
              /** How buttons look. Empty: as in the theme */
              button_style?: '' | 'filled' | 'outlined';
              /** How links in text look. All are underlined: colored ones have the color of the tint, underlined ones only their line, and highlighted ones a mark behind them. Empty: as in the theme */
              link_style?: '' | 'colored' | 'underlined' | 'highlighted';
              /** How titles are aligned. Empty: as in the theme */
              title_alignment?: '' | 'start' | 'center';
              /** The address of a square picture for the tab of the browser. Empty: none */
              icon?: string;
              /** The alternative text of the icon; it is stored, and shown nowhere */
              icon_alt_text?: string;
              /** The address of a picture in place of the name at the top of pages and mails. Empty: the name */
              logo?: string;
              /** The address of a picture at the top of the front page and of mails. Empty: no picture */
              header_image?: string;
              /** The address of the picture that other sites show with a link to a page that has none of its own. Empty: no picture */
              image?: string;
              /** What an issue shows in addition to its title and text. null: as in the theme */
              issue_shows?: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null;
              /** Text above that of every email and its page, in Markdown like the body of an email. Empty: none */
              header?: string;
              /** Text below that of every email and its page, in Markdown like the body of an email. Empty: none */
              footer?: string;
              /** A line at the top of public pages, in Markdown. Empty: none */
              announcement_bar_text?: string;
              /** The color behind announcement_bar_text. Empty: that of buttons */
              announcement_bar_background_color?: string;
              /** Who sees the line: everybody, readers who have not signed in, readers who have signed in and do not pay, readers who pay, or nobody */
              announcement_bar_visibility?: 'disabled' | 'everyone' | 'free_only' | 'logged_out_only' | 'paid_only';
              /** The template of emails that have none of their own */
              template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom';
              /** The layout of emails whose template is custom: an HTML document in Liquid with {{ content }} and a link to {{ unsubscribe_url }} */
              custom_email_template?: string;
              /** CSS for the content of mails. What mails cannot have is left out; POST /v1/newsletters/{id}/preview says what and why */
              css?: string;
              /** CSS for the front page, the archive and the pages of issues. It cannot change forms, consent, and the links to unsubscribe and sign in; POST /v1/newsletters/{id}/preview says what is left out */
              web_css?: string;
              /** Stored for programs that set it; it has no effect */
              theme_configuration?: Record<string, unknown>;
              /** Stored for programs that set it; it has no effect */
              email_theme_configuration?: Record<string, unknown>;
              /** Where else the newsletter is; linked at the end of public pages */
              socials?: Array<{
                type: string;
                url: string;
                label?: string | null;
              }>;
              /** Stored for programs that set it; it has no effect */
              sharing_networks?: Array<string>;
            };
            /** The resulting colors for light and for dark screens, by the names of the variables of style sheets */
            colors: {
              light: Record<string, string>;
              dark: Record<string, string>;
            };
            /** The layout of its mails in Liquid, to begin a custom_email_template with */
            email_layout: string;
          }>;
          /** What typeface and heading_typeface can be: the value of font-family, and the weight of titles */
          typefaces: Array<{
            name: string;
            family: string;
            weight: number;
          }>;
        };
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List events */
    '/v1/events': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** For example opened or subscriber.opened; both forms are accepted */
        event_type?: string | Array<string>;
        /** For example opened or subscriber.opened; both forms are accepted */
        '-event_type'?: string | Array<string>;
        subscriber_id?: string | Array<string>;
        email_id?: string | Array<string>;
        automation_id?: string | Array<string>;
        /** At or after this time */
        creation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        creation_date__end?: string;
        /** After this time */
        creation_date__gt?: string;
        /** At or after this time */
        creation_date__gte?: string;
        /** Before this time */
        creation_date__lt?: string;
        /** At this time or before */
        creation_date__lte?: string;
        /** creation_date, or -creation_date, the default: newest first */
        ordering?: string;
        /** subscriber, email, automation: also return these as objects */
        expand?: string | Array<string>;
        /** Where the page begins; take it from `next` */
        cursor?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<ExpandedEvent>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
          /** Deliveries, opens and clicks of emails up to this date may be missing, because they are no longer kept (delivery_months) */
          no_longer_kept_before: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve an event */
    '/v1/events/{id}': {
      params: {
        id: string;
      };
      query: {
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: ExpandedEvent;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** List responses */
    '/v1/survey_responses': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        survey_id?: string | Array<string>;
        subscriber_id?: string | Array<string>;
        email_id?: string | Array<string>;
        automation_id?: string | Array<string>;
        source?: string | Array<string>;
        /** At or after this time */
        creation_date__start?: string;
        /** Before this time; a whole date (in UTC) is included */
        creation_date__end?: string;
        /** Any of subscriber, survey, email and automation */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<ExpandedResponse>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Count the answers of a survey */
    '/v1/surveys/{id}/results': {
      params: {
        id: string;
      };
      query: {
        /** Only the answers to this email */
        email_id?: string;
      };
      body: never;
      answers: {
        200: SurveyResults;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the surveys of an email with the answers to it */
    '/v1/emails/{id}/surveys': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: AskedSurveys;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List comments */
    '/v1/comments': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        email_id?: string | Array<string>;
        subscriber_id?: string | Array<string>;
        parent_id?: string | Array<string>;
        /** Any of pending, active and spammy */
        status?: string | Array<string>;
        /** -creation_date: latest first */
        ordering?: 'creation_date' | '-creation_date';
        /** Any of subscriber and email */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<ExpandedComment>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a comment */
    '/v1/comments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: ExpandedComment;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List replies */
    '/v1/replies': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        email_id?: string | Array<string>;
        subscriber_id?: string | Array<string>;
        /** Any of unread, read and archived */
        status?: string | Array<string>;
        /** All mails from this address: the whole conversation */
        from_address?: string;
        is_automatic?: 'true' | 'false' | '1' | '0' | '';
        is_answered?: 'true' | 'false' | '1' | '0' | '';
        /** -creation_date: latest first */
        ordering?: 'creation_date' | '-creation_date';
        /** Any of subscriber and email */
        expand?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<ExpandedReply>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a reply */
    '/v1/replies/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: ExpandedReply;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List everything that is known about a subscriber */
    '/v1/subscribers/{id_or_email}/timeline': {
      params: {
        id_or_email: string;
      };
      query: {
        page?: number;
        page_size?: number;
        /** change, consent, mail, open, click, report, sequence; without it, all */
        kind?: string | Array<string>;
        /** Where the page begins; take it from `next` */
        cursor?: string;
      };
      body: never;
      answers: {
        200: {
          results: Array<TimelineEntry>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
          /** Mails up to this date may be missing, because they are no longer kept (delivery_months) */
          no_longer_kept_before: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List webhooks */
    '/v1/webhooks': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** enabled or disabled */
        status?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Webhook>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Retrieve a webhook */
    '/v1/webhooks/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Webhook;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the attempts of the last 30 days */
    '/v1/webhooks/{id}/attempts': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
        /** succeeded or failed */
        outcome?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<WebhookAttempt>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Retrieve an attempt with its request and response */
    '/v1/webhooks/{id}/attempts/{attempt_id}': {
      params: {
        id: string;
        attempt_id: string;
      };
      query: never;
      body: never;
      answers: {
        200: WebhookAttemptDetail;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** List the attempts to deliver an event to webhooks */
    '/v1/events/{id}/attempts': {
      params: {
        id: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<WebhookAttempt>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
        429: Error;
      };
    };
    /** Show how the newsletter is paid for */
    '/v1/payments': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: Payments;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List prices */
    '/v1/prices': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<Price>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List coupons */
    '/v1/coupons': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<StripeCoupon>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
        503: Error;
      };
    };
    /** List the Stripe subscriptions of a subscriber */
    '/v1/subscribers/{id_or_email}/stripe-subscriptions': {
      params: {
        id_or_email: string;
      };
      query: {
        page?: number;
        page_size?: number;
      };
      body: never;
      answers: {
        200: {
          results: Array<StripeSubscription>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Show what readers pay, by currency and day */
    '/v1/payments/numbers': {
      params: never;
      query: {
        /** The first day */
        start?: string | '';
        /** The last day */
        end?: string | '';
      };
      body: never;
      answers: {
        200: PaymentNumbers;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** List backups */
    '/v1/backups': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        status?: string | Array<string>;
      };
      body: never;
      answers: {
        200: {
          results: Array<Backup>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
          /** The newest one that was read back completely */
          last_good: Backup | null;
          last_failed: Backup | null;
          /** When the next scheduled one is due; null without BACKUP_URL */
          next_date: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Metrics for Prometheus */
    '/metrics': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: Error;
        403: Error;
        429: Error;
      };
    };
  };
  post: {
    /** Create a newsletter */
    '/v1/newsletters': {
      params: never;
      query: never;
      body: {
        username: string;
        name: string;
        description?: string;
        from_name?: string;
        from_address?: string;
        reply_to?: '' | string;
        /** Where replies to mails go. mailbox: to reply_to, or else from_address. inbox: to the dashboard, through an address of this installation. inbox_and_mailbox: to the dashboard, and a copy of each to reply_to or from_address. Except for mailbox, the installation needs BOUNCE_DOMAIN */
        replies?: 'mailbox' | 'inbox' | 'inbox_and_mailbox';
        timezone?: string;
        /** The language of pages, mails and dates, as a BCP 47 tag such as de, pt-BR or ar. Texts are in the nearest language for which there are translations, or else in English; dates and numbers follow the tag */
        locale?: string;
        /** Whether languages with a formal and an informal form use the formal one: Sie instead of du in German */
        formal_words?: boolean;
        /** Your own texts in place of ours, by language and key: {"de": {"form.subscribe": "Her damit"}}. The keys and their texts, in ICU MessageFormat, are in themes/default/words */
        words?: Record<string, Record<string, string>>;
        /** A domain of its own, such as letter.example.org, for its pages, its feeds and the links in its mails; empty: none. It is used once a check has found that it leads here (GET /v1/newsletters/{id}/hosting-domain shows what DNS needs) */
        domain?: string;
        /** The domain to which bounces of its mail come, such as bounces.example.org, so that SPF passes for its own domain; empty: the one of the installation (BOUNCE_DOMAIN), which must be set. The check of the domain says whether its MX record leads to the same mail servers */
        bounce_domain?: string;
        postal_address?: string;
        track_opens?: boolean;
        track_clicks?: boolean;
        /** For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key */
        undo_seconds?: number | null;
        late_schedule_hours?: number;
        double_opt_in?: boolean;
        /** Text below the button of the sign-up form, in Markdown; empty: the default text */
        sign_up_text?: string;
        /** Whether the sign-up form asks for the time zone, which becomes `metadata.timezone`. The form suggests the time zone of the browser, and never guesses one from an IP address */
        asks_timezone?: boolean;
        /** Whether from_address is mailed about new comments, at most once an hour */
        comment_notices?: boolean;
        /** Ids of other newsletters of the installation that the page where readers manage their subscription offers. Each is offered once it names this one as well */
        sister_newsletters?: Array<string>;
        /** Whether people who subscribe get the free issues. Otherwise they are `unpaid`, and get no mail, until they pay or are given a grant. Existing readers keep what they have */
        free_subscriptions?: boolean;
        /** What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text */
        premium_text?: string;
        /** Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button */
        premium_url?: string;
        /** Subject of the mail that asks to confirm; empty: the default subject */
        confirmation_subject?: string;
        /** Text above the button of the mail that asks to confirm, in Markdown like the body of an email. The button and what follows it cannot be removed. Empty: the default text */
        confirmation_text?: string;
        /** Subject of the welcome mail; empty: the default subject */
        welcome_subject?: string;
        /** Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail */
        welcome_body?: string;
        /** The theme of public pages and mails: default, letter, grid, plain, or one that an operator has added. The names of Buttondown’s themes stand for one of them. Empty: default */
        archive_theme?: string;
        /** The color of links, marks and buttons on public pages and in mails, such as #b93d24. It is made darker on light backgrounds and lighter on dark ones until text has a contrast of 4.5. Empty: the colors of the theme */
        tint_color?: string;
        /** The background color of public pages. The colors of cards, lines and dark mode follow from it; a dark color makes everything dark. Empty: that of the theme */
        background_color?: string;
        /** The color of text, darkened or lightened until it has a contrast of 4.5 with its background. Empty: that of the theme */
        text_color?: string;
        /** The color of buttons, with a readable text. Empty: tint_color, or that of the theme */
        button_color?: string;
        /** The typeface of public pages and mails, one that the reader’s device has. Empty: that of the theme */
        typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter';
        /** The typeface of titles. Empty: typeface, or that of the theme */
        heading_typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter';
        /** The size of text. Empty: that of the theme */
        text_size?: '' | 'small' | 'large';
        /** The width of public pages. Empty: that of the theme */
        page_width?: '' | 'narrow' | 'wide';
        /** The corners of buttons, pictures and cards. Empty: those of the theme */
        corners?: '' | 'square' | 'rounded' | 'round';
        /** How buttons look. Empty: as in the theme */
        button_style?: '' | 'filled' | 'outlined';
        /** How links in text look. All are underlined: colored ones have the color of the tint, underlined ones only their line, and highlighted ones a mark behind them. Empty: as in the theme */
        link_style?: '' | 'colored' | 'underlined' | 'highlighted';
        /** How titles are aligned. Empty: as in the theme */
        title_alignment?: '' | 'start' | 'center';
        /** The address of a square picture for the tab of the browser. Empty: none */
        icon?: string;
        /** The alternative text of the icon; it is stored, and shown nowhere */
        icon_alt_text?: string;
        /** The address of a picture in place of the name at the top of pages and mails. Empty: the name */
        logo?: string;
        /** The address of a picture at the top of the front page and of mails. Empty: no picture */
        header_image?: string;
        /** The address of the picture that other sites show with a link to a page that has none of its own. Empty: no picture */
        image?: string;
        /** What an issue shows in addition to its title and text. null: as in the theme */
        issue_shows?: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null;
        /** Text above that of every email and its page, in Markdown like the body of an email. Empty: none */
        header?: string;
        /** Text below that of every email and its page, in Markdown like the body of an email. Empty: none */
        footer?: string;
        /** A line at the top of public pages, in Markdown. Empty: none */
        announcement_bar_text?: string;
        /** The color behind announcement_bar_text. Empty: that of buttons */
        announcement_bar_background_color?: string;
        /** Who sees the line: everybody, readers who have not signed in, readers who have signed in and do not pay, readers who pay, or nobody */
        announcement_bar_visibility?: 'disabled' | 'everyone' | 'free_only' | 'logged_out_only' | 'paid_only';
        /** The template of emails that have none of their own */
        template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom';
        /** The layout of emails whose template is custom: an HTML document in Liquid with {{ content }} and a link to {{ unsubscribe_url }} */
        custom_email_template?: string;
        /** CSS for the content of mails. What mails cannot have is left out; POST /v1/newsletters/{id}/preview says what and why */
        css?: string;
        /** CSS for the front page, the archive and the pages of issues. It cannot change forms, consent, and the links to unsubscribe and sign in; POST /v1/newsletters/{id}/preview says what is left out */
        web_css?: string;
        /** Stored for programs that set it; it has no effect */
        theme_configuration?: Record<string, unknown>;
        /** Stored for programs that set it; it has no effect */
        email_theme_configuration?: Record<string, unknown>;
        /** Where else the newsletter is; linked at the end of public pages */
        socials?: Array<{
          type: string;
          url: string;
          label?: string | null;
        }>;
        /** Stored for programs that set it; it has no effect */
        sharing_networks?: Array<string>;
        /** Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them */
        forms_create_tags?: boolean;
        captcha?: '' | 'hcaptcha' | 'turnstile';
        captcha_site_key?: string;
        /** Never shown */
        captcha_secret?: string;
        /** For how many days everybody who confirms their sign-up gets premium mail; 0: no trial */
        trial_days?: number;
        /** How many of the newest premium emails are mailed later to somebody who was entitled to them and has no copy; 0: none */
        catch_up_emails?: number;
        /** Subject of the mail that announces a gift; empty: the default subject */
        gift_subject?: string;
        /** Text of the mail that announces a gift, in Markdown; empty: the default text */
        gift_text?: string;
        /** Subject of the mail three days before a gift or trial ends; empty: the default subject */
        ending_subject?: string;
        /** Text of the mail three days before a gift or trial ends, in Markdown; empty: the default text */
        ending_text?: string;
        /** Subject of the mail after a gift or trial has ended; empty: the default subject */
        ended_subject?: string;
        /** Text of the mail after a gift or trial has ended, in Markdown; empty: the default text */
        ended_text?: string;
        /** Messages per second for all its emails together; 0: as fast as the mail server accepts them */
        sending_rate?: number;
        /** The maximum number of mails (emails and mails of sequences together) that one person gets within this many days of 24 hours. Emails leave out people who have had that many; sequences wait. null: no cap */
        mail_cap?: {
          count: number;
          days: number;
        } | null;
        /** The hours in which sequences mail nobody, in the reader’s time zone if it is known, and otherwise in the newsletter’s. They last past midnight if `until` is earlier than `from`. null: none */
        quiet_hours?: {
          from: string;
          until: string;
        } | null;
        /** When readers who chose fewer mails get a digest of the issues since the last one: weekly on this day, monthly on the first such day of a month, in the newsletter’s time zone. null: readers cannot choose, and everybody gets each issue */
        digests?: {
          weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
          time: string;
        } | null;
        /** Sending to more recipients than this needs the approval of a second key; null: never */
        approval_threshold?: number | null;
        /** After how many months new DKIM keys replace those that sign. They are made 14 days ahead, and sign once DNS has their records. null: keys are replaced only when somebody creates new ones */
        dkim_rotation_months?: number | null;
        /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
        delivery_months?: number | null;
        email_address?: string | null;
        reply_to_address?: '' | string | null;
      };
      answers: {
        201: {
          id: string;
          /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
          creation_date: string;
          /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
          modification_date: string;
          username: string;
          name: string;
          description: string;
          from_name: string;
          from_address: string;
          reply_to: string;
          /** Where replies to mails go. mailbox: to reply_to, or else from_address. inbox: to the dashboard, through an address of this installation. inbox_and_mailbox: to the dashboard, and a copy of each to reply_to or from_address. Except for mailbox, the installation needs BOUNCE_DOMAIN */
          replies: 'mailbox' | 'inbox' | 'inbox_and_mailbox';
          timezone: string;
          locale: string;
          /** Whether languages with a formal and an informal form use the formal one: Sie instead of du in German */
          formal_words: boolean;
          /** Your own texts in place of ours, by language and key: {"de": {"form.subscribe": "Her damit"}}. The keys and their texts, in ICU MessageFormat, are in themes/default/words */
          words: Record<string, Record<string, string>>;
          domain: string;
          bounce_domain: string;
          postal_address: string;
          track_opens: boolean;
          track_clicks: boolean;
          /** For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key */
          undo_seconds: number | null;
          late_schedule_hours: number;
          double_opt_in: boolean;
          /** Text below the button of the sign-up form, in Markdown; empty: the default text */
          sign_up_text: string;
          /** Whether the sign-up form asks for the time zone, which becomes `metadata.timezone`. The form suggests the time zone of the browser, and never guesses one from an IP address */
          asks_timezone: boolean;
          /** Whether from_address is mailed about new comments, at most once an hour */
          comment_notices: boolean;
          /** Ids of other newsletters of the installation that the page where readers manage their subscription offers. Each is offered once it names this one as well */
          sister_newsletters: Array<string>;
          /** Whether people who subscribe get the free issues. Otherwise they are `unpaid`, and get no mail, until they pay or are given a grant. Existing readers keep what they have */
          free_subscriptions: boolean;
          /** What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text */
          premium_text: string;
          /** Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button */
          premium_url: string;
          /** Subject of the mail that asks to confirm; empty: the default subject */
          confirmation_subject: string;
          /** Text above the button of the mail that asks to confirm, in Markdown like the body of an email. The button and what follows it cannot be removed. Empty: the default text */
          confirmation_text: string;
          /** Subject of the welcome mail; empty: the default subject */
          welcome_subject: string;
          /** Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail */
          welcome_body: string;
          /** The theme of public pages and mails: default, letter, grid, plain, or one that an operator has added. The names of Buttondown’s themes stand for one of them. Empty: default */
          archive_theme: string;
          /** The color of links, marks and buttons on public pages and in mails, such as #b93d24. It is made darker on light backgrounds and lighter on dark ones until text has a contrast of 4.5. Empty: the colors of the theme */
          tint_color: string;
          /** The background color of public pages. The colors of cards, lines and dark mode follow from it; a dark color makes everything dark. Empty: that of the theme */
          background_color: string;
          /** The color of text, darkened or lightened until it has a contrast of 4.5 with its background. Empty: that of the theme */
          text_color: string;
          /** The color of buttons, with a readable text. Empty: tint_color, or that of the theme */
          button_color: string;
          /** The typeface of public pages and mails, one that the reader’s device has. Empty: that of the theme */
          typeface: string;
          /** The typeface of titles. Empty: typeface, or that of the theme */
          heading_typeface: string;
          /** The size of text. Empty: that of the theme */
          text_size: string;
          /** The width of public pages. Empty: that of the theme */
          page_width: string;
          /** The corners of buttons, pictures and cards. Empty: those of the theme */
          corners: string;
          /** How buttons look. Empty: as in the theme */
          button_style: string;
          /** How links in text look. All are underlined: colored ones have the color of the tint, underlined ones only their line, and highlighted ones a mark behind them. Empty: as in the theme */
          link_style: string;
          /** How titles are aligned. Empty: as in the theme */
          title_alignment: string;
          /** The address of a square picture for the tab of the browser. Empty: none */
          icon: string;
          /** The alternative text of the icon; it is stored, and shown nowhere */
          icon_alt_text: string;
          /** The address of a picture in place of the name at the top of pages and mails. Empty: the name */
          logo: string;
          /** The address of a picture at the top of the front page and of mails. Empty: no picture */
          header_image: string;
          /** The address of the picture that other sites show with a link to a page that has none of its own. Empty: no picture */
          image: string;
          /** What an issue shows in addition to its title and text. null: as in the theme */
          issue_shows: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null;
          /** Text above that of every email and its page, in Markdown like the body of an email. Empty: none */
          header: string;
          /** Text below that of every email and its page, in Markdown like the body of an email. Empty: none */
          footer: string;
          /** A line at the top of public pages, in Markdown. Empty: none */
          announcement_bar_text: string;
          /** The color behind announcement_bar_text. Empty: that of buttons */
          announcement_bar_background_color: string;
          /** Who sees the line: everybody, readers who have not signed in, readers who have signed in and do not pay, readers who pay, or nobody */
          announcement_bar_visibility: string;
          /** The template of emails that have none of their own */
          template: string;
          /** The layout of emails whose template is custom: an HTML document in Liquid with {{ content }} and a link to {{ unsubscribe_url }} */
          custom_email_template: string;
          /** CSS for the content of mails. What mails cannot have is left out; POST /v1/newsletters/{id}/preview says what and why */
          css: string;
          /** CSS for the front page, the archive and the pages of issues. It cannot change forms, consent, and the links to unsubscribe and sign in; POST /v1/newsletters/{id}/preview says what is left out */
          web_css: string;
          /** Stored for programs that set it; it has no effect */
          theme_configuration: Record<string, unknown>;
          /** Stored for programs that set it; it has no effect */
          email_theme_configuration: Record<string, unknown>;
          /** Where else the newsletter is; linked at the end of public pages */
          socials: Array<{
            type: string;
            url: string;
            label?: string | null;
          }>;
          /** Stored for programs that set it; it has no effect */
          sharing_networks: Array<string>;
          /** Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them */
          forms_create_tags: boolean;
          captcha: string;
          captcha_site_key: string;
          /** For how many days everybody who confirms their sign-up gets premium mail; 0: no trial */
          trial_days: number;
          /** How many of the newest premium emails are mailed later to somebody who was entitled to them and has no copy; 0: none */
          catch_up_emails: number;
          /** Subject of the mail that announces a gift; empty: the default subject */
          gift_subject: string;
          /** Text of the mail that announces a gift, in Markdown; empty: the default text */
          gift_text: string;
          /** Subject of the mail three days before a gift or trial ends; empty: the default subject */
          ending_subject: string;
          /** Text of the mail three days before a gift or trial ends, in Markdown; empty: the default text */
          ending_text: string;
          /** Subject of the mail after a gift or trial has ended; empty: the default subject */
          ended_subject: string;
          /** Text of the mail after a gift or trial has ended, in Markdown; empty: the default text */
          ended_text: string;
          /** Messages per second for all its emails together; 0: as fast as the mail server accepts them */
          sending_rate: number;
          /** The maximum number of mails (emails and mails of sequences together) that one person gets within this many days of 24 hours. Emails leave out people who have had that many; sequences wait. null: no cap */
          mail_cap: {
            count: number;
            days: number;
          } | null;
          /** The hours in which sequences mail nobody, in the reader’s time zone if it is known, and otherwise in the newsletter’s. They last past midnight if `until` is earlier than `from`. null: none */
          quiet_hours: {
            from: string;
            until: string;
          } | null;
          /** When readers who chose fewer mails get a digest of the issues since the last one: weekly on this day, monthly on the first such day of a month, in the newsletter’s time zone. null: readers cannot choose, and everybody gets each issue */
          digests: {
            weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
            time: string;
          } | null;
          /** Sending to more recipients than this needs the approval of a second key; null: never */
          approval_threshold: number | null;
          /** After how many months new DKIM keys replace those that sign. They are made 14 days ahead, and sign once DNS has their records. null: keys are replaced only when somebody creates new ones */
          dkim_rotation_months: number | null;
          /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
          delivery_months: number | null;
          /** The same as from_address */
          email_address: string;
          /** The same as reply_to */
          reply_to_address: string;
          /** Whether readers find the newsletter at its domain */
          hosting_domain_status: 'none' | 'invalid' | 'valid';
          /** A key with the permissions of the calling key, for the new newsletter. Shown only once: empty in a replay */
          api_key: string;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create an API key */
    '/v1/api_keys': {
      params: never;
      query: never;
      body: {
        /** What the key is for, in at most 100 characters */
        name: string;
        /** A level for each area; areas that are not listed get none */
        permissions: {
          emails?: 'none' | 'read' | 'write';
          sending?: 'none' | 'read' | 'write';
          subscribers?: 'none' | 'read' | 'write';
          automations?: 'none' | 'read' | 'write';
          bulk_actions?: 'none' | 'read' | 'write';
          payments?: 'none' | 'read' | 'write';
          settings?: 'none' | 'read' | 'write';
          installation?: 'none' | 'read' | 'write';
        };
        /** Limits within the permissions; omitted ones are copied from the calling key */
        bounds?: {
          /** Maximum recipients of one email sent with this key; null: no limit */
          most_recipients?: number | null;
          /** Maximum recipients this key mails in any 24 hours; null: no limit */
          most_recipients_a_day?: number | null;
          /** Tag ids or names: every recipient must have at least one of these tags; null: no limit */
          tags?: Array<string> | null;
          drafts_only?: boolean | null;
          needs_approval?: boolean | null;
        } | null;
        /** When the key expires. Defaults to the expiry of the calling key; null means never */
        expiry_date?: string | null;
      };
      answers: {
        201: {
          id: string;
          name: string;
          permissions: {
            emails: 'none' | 'read' | 'write';
            sending: 'none' | 'read' | 'write';
            subscribers: 'none' | 'read' | 'write';
            automations: 'none' | 'read' | 'write';
            bulk_actions: 'none' | 'read' | 'write';
            payments: 'none' | 'read' | 'write';
            settings: 'none' | 'read' | 'write';
            installation: 'none' | 'read' | 'write';
          };
          bounds: Bounds;
          /** Id of the person or key that created it; null: the command line, or unknown */
          created_by: string | null;
          /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
          creation_date: string;
          /** When the key expires; null if it does not */
          expiry_date: string | null;
          /** When the key was revoked */
          revocation_date: string | null;
          /** When the key was last used, to the minute */
          last_used_date: string | null;
          /** The key itself, shown only once: empty in a replay */
          api_key: string;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Set up an authenticator app */
    '/v1/me/totp': {
      params: never;
      query: never;
      body: never;
      answers: {
        201: {
          /** The secret, to type into the app */
          secret: string;
          /** The secret as an address, for a QR code */
          otpauth_url: string;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Ask for codes of the app from now on */
    '/v1/me/totp/confirm': {
      params: never;
      query: never;
      body: {
        code: string;
      };
      answers: {
        200: {
          /** Each replaces a code once. Shown only once */
          recovery_codes: Array<string>;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create new recovery codes */
    '/v1/me/recovery_codes': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          /** Each replaces a code once. Shown only once */
          recovery_codes: Array<string>;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        429: Error;
      };
    };
    /** Add a passkey that the browser has created */
    '/v1/me/passkeys': {
      params: never;
      query: never;
      body: {
        name: string;
        response: {
          id: string;
          rawId: string;
          type: 'public-key';
          response: {
            clientDataJSON: string;
            attestationObject: string;
            transports?: Array<string>;
          };
          clientExtensionResults?: Record<string, unknown>;
        };
      };
      answers: {
        201: Passkey;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Begin with a passkey */
    '/v1/me/passkeys/options': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          options: unknown;
        };
        400: Error;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Invite somebody */
    '/v1/invitations': {
      params: never;
      query: never;
      body: {
        email_address: string;
        /** What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses. */
        role: 'owner' | 'editor' | 'writer' | 'viewer';
        /** False: nothing is mailed, and you pass on the `url` yourself */
        send_mail?: boolean;
      };
      answers: {
        201: {
          id: string;
          email_address: string;
          /** What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses. */
          role: 'owner' | 'editor' | 'writer' | 'viewer';
          /** Id of the person or the API key */
          invited_by: string | null;
          /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
          creation_date: string;
          /** One week after it was created */
          expiry_date: string;
          /** The link that accepts it. Shown only once: empty in a replay */
          url: string;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Invite somebody with these permissions */
    '/v1/users': {
      params: never;
      query: never;
      body: {
        /** The person gets the role with most rights that has no more than these; omitted areas are none */
        permissions: {
          subscriber?: 'none' | 'read' | 'write';
          email?: 'none' | 'read' | 'write';
          sending?: 'none' | 'read' | 'write';
          styling?: 'none' | 'read' | 'write';
          administrivia?: 'none' | 'read' | 'write';
          automations?: 'none' | 'read' | 'write';
          surveys?: 'none' | 'read' | 'write';
          forms?: 'none' | 'read' | 'write';
        };
        email_address: string;
      };
      answers: {
        201: User;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Finish or skip the first steps */
    '/v1/setup': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          /** The example issue, if one was created */
          email_id: string | null;
        };
        401: Error;
        403: Error;
        409: Error;
        429: Error;
      };
    };
    /** Check the domain of a newsletter */
    '/v1/newsletters/{id}/domain/check': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: {
          domain: string;
          records: Array<{
            purpose: 'DKIM' | 'SPF' | 'return path' | 'DMARC' | 'DMARC reports' | 'permission' | 'TLS reports' | 'MTA-STS' | 'MTA-STS policy' | 'BIMI';
            /** Present if mail arrives without it, too */
            is_optional?: true;
            /** HTTPS: a file at an address, not a record */
            type: 'TXT' | 'MX' | 'CNAME' | 'HTTPS';
            name: string;
            /** What to publish */
            value: string;
            /** unknown: DNS could not be asked */
            state: 'found' | 'missing' | 'wrong' | 'unknown';
            /** What DNS shows now */
            found: Array<string>;
            /** What is wrong, and what to do */
            detail: string;
            detail_sentence?: Sentence;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Create DKIM keys */
    '/v1/newsletters/{id}/dkim_keys': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Whether the TXT record is in the zone of the operator (DKIM_ZONE), and the domain has two CNAME records that stay for ever; by default, if there is such a zone */
        is_delegated?: boolean;
      };
      answers: {
        201: {
          results: Array<DkimKey>;
          count: number;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Check the domain of a newsletter’s pages */
    '/v1/newsletters/{id}/hosting-domain/check': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: HostingDomain;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Create a tag */
    '/v1/tags': {
      params: never;
      query: never;
      body: {
        name: string;
        color?: string | null;
        description?: string | null;
        subscriber_editable?: boolean | null;
        public_description?: string | null;
      };
      answers: {
        200: Tag;
        201: Tag;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a segment */
    '/v1/segments': {
      params: never;
      query: never;
      body: {
        name: string;
        description?: string | null;
        filters: AskedFilterGroupInput;
      };
      answers: {
        201: Segment;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a subscriber */
    '/v1/subscribers': {
      params: never;
      query: never;
      body: {
        email_address?: string;
        email?: string;
        type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'unpaid' | 'paused' | 'unsubscribed' | 'blocked';
        subscriber_type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'unpaid' | 'paused' | 'unsubscribed' | 'blocked';
        tags?: Array<string> | null;
        metadata?: Record<string, unknown> | null;
        notes?: string | null;
        referrer_url?: string | null;
        utm_campaign?: string | null;
        utm_medium?: string | null;
        utm_source?: string | null;
        ip_address?: string | null;
        frequency?: 'each' | 'weekly' | 'monthly' | null;
        locale?: string | null;
        /** When the subscriber joined, if earlier; needs the permission settings:write */
        creation_date?: string | null;
      };
      answers: {
        201: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Search subscribers */
    '/v1/subscribers/search': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** creation_date, modification_date, email_address, type, secondary_id, confirmation_date, unsubscription_date, last_open_date, last_click_date, upgrade_date, churn_date, gift_subscription_end_date, open_rate, click_rate, metadata:KEY; with a leading - descending. Default -creation_date. email_address and texts in metadata ignore case; type goes unactivated, regular, premium, gifted, trialed, churning, past_due, upcoming, churned, unpaid, paused, unsubscribed, undeliverable, complained, blocked, removed. Subscribers without a value come last in both directions */
        ordering?: string;
        /** A part of the address or of a value in the metadata, ignoring case; with one or two letters, the beginning of the address. Lists find and count at most 1,000 */
        search?: string;
        /** Where the page begins; take it from `next`, which finds the page immediately, however many come before it. With `*`, this page is found by its number, and `next` has a cursor */
        cursor?: string;
        /** Any of stripe_customer and stripe_subscription; needs the permission payments:read */
        expand?: string | Array<string>;
      };
      body: {
        /** Without them: everybody */
        filters?: AskedFilterGroupInput | null;
      };
      answers: {
        200: {
          results: Array<Subscriber>;
          /** Total on all pages */
          count: number;
          /** Address of the next page */
          next: string | null;
          /** Address of the previous page */
          previous: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Note something about a subscriber */
    '/v1/notes': {
      params: never;
      query: never;
      body: {
        body: string;
        /** Notes are on subscribers */
        model_type: 'subscriber';
        /** The id of the subscriber */
        model_id: string;
        metadata?: Record<string, unknown> | null;
      };
      answers: {
        201: Note;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Give a subscriber a grant */
    '/v1/subscribers/{id_or_email}/grants': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: {
        /** subscription, one_time and outside are paid for; gift and comp are given; trial is for a short time */
        kind?: 'subscription' | 'one_time' | 'outside' | 'gift' | 'comp' | 'trial';
        /** What the source says of it; only running, trialing, churning and past_due give access */
        state?: 'running' | 'trialing' | 'churning' | 'past_due' | 'paused' | 'unpaid';
        /** The name of your program, such as mollie */
        source?: string;
        /** The name of the grant in your program. Sending it again returns the existing grant, unchanged; without it, each request makes a new grant */
        reference?: string;
        /** By default, now */
        start_date?: string | null;
        /** When it ends; null: never */
        end_date?: string | null;
        /** Shown to the reader with a gift */
        message?: string;
      };
      answers: {
        200: Grant;
        201: Grant;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Revoke a grant */
    '/v1/subscribers/{id_or_email}/grants/{grant_id}/revoke': {
      params: {
        id_or_email: string;
        grant_id: string;
      };
      query: never;
      body: {
        /** Why, for people */
        reason?: string;
      };
      answers: {
        200: Grant;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Give a subscriber a private feed */
    '/v1/subscribers/{id_or_email}/private-feed': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: MadePrivateFeed;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Create an email */
    '/v1/emails': {
      params: never;
      query: never;
      body: {
        subject: string;
        body?: string | null;
        status?: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
        publish_date?: string | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        attachments?: Array<string> | null;
        description?: string | null;
        canonical_url?: string | null;
        image?: string | null;
        slug?: '' | string | null;
        metadata?: Record<string, unknown> | null;
        should_send_teaser?: boolean | null;
        custom_teaser?: string | null;
        secondary_id?: number | null;
        archival_mode?: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled' | null;
        featured?: boolean | null;
        commenting_mode?: 'disabled' | 'enabled' | 'enabled_for_paid_subscribers' | null;
        related_email_ids?: Array<string> | null;
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
        locale?: string | null;
        ignores_cap?: boolean | null;
        reader_time?: {
          /** A time such as "09:00", in the time zone of each reader */
          at: string;
          /** Readers for whom this time has passed when sending begins get it a day later (`next_day`), or together with those in the time zone of the newsletter (`with_newsletter`) */
          if_passed?: 'next_day' | 'with_newsletter';
        } | null;
        ab_test?: {
          /** One to three other variants; the first variant is the email itself */
          variants: Array<{
            subject?: string;
            from_name?: string;
            /** Markdown or HTML */
            body?: string;
          }>;
          /** The percentage of the audience that takes part, divided among the variants; the rest waits for the decision */
          share?: number;
          /** What decides: how many people followed a link, or how many opened it. `opens` counts only people whose opens can be seen: they have opened an earlier email, and never with a program that opens everything */
          measure?: 'clicks' | 'opens';
          /** The decision is made once, this many hours after sending began */
          decide_after?: number;
          /** What the rest gets if no variant is the best with a probability of 95 %: the `first`, or all of them, each for a part of the rest (`split`) */
          if_undecided?: 'first' | 'split';
        } | null;
        should_trigger_pay_per_email_billing?: false | null;
        suppression_reason?: null;
      };
      answers: {
        201: Email;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Send an email now, or schedule it */
    '/v1/emails/{id}/publish': {
      params: {
        id: string;
      };
      query: never;
      body: {
        subject?: string;
        body?: string | null;
        status?: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
        /** As when an email is created; null or "none" clears it */
        publish_date?: 'none' | string | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        attachments?: Array<string> | null;
        description?: string | null;
        canonical_url?: string | null;
        image?: string | null;
        /** null creates a new one from the subject */
        slug?: string | null;
        metadata?: Record<string, unknown> | null;
        should_send_teaser?: boolean | null;
        custom_teaser?: string | null;
        secondary_id?: number | null;
        archival_mode?: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled' | null;
        featured?: boolean | null;
        commenting_mode?: '' | 'disabled' | 'enabled' | 'enabled_for_paid_subscribers' | null;
        related_email_ids?: Array<string> | null;
        template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | 'none' | null;
        locale?: string | null;
        ignores_cap?: boolean | null;
        /** null: everybody gets it at once */
        reader_time?: {
          /** A time such as "09:00", in the time zone of each reader */
          at: string;
          /** Readers for whom this time has passed when sending begins get it a day later (`next_day`), or together with those in the time zone of the newsletter (`with_newsletter`) */
          if_passed?: 'next_day' | 'with_newsletter';
        } | null;
        /** null: no test */
        ab_test?: {
          /** One to three other variants; the first variant is the email itself */
          variants: Array<{
            subject?: string;
            from_name?: string;
            /** Markdown or HTML */
            body?: string;
          }>;
          /** The percentage of the audience that takes part, divided among the variants; the rest waits for the decision */
          share?: number;
          /** What decides: how many people followed a link, or how many opened it. `opens` counts only people whose opens can be seen: they have opened an earlier email, and never with a program that opens everything */
          measure?: 'clicks' | 'opens';
          /** The decision is made once, this many hours after sending began */
          decide_after?: number;
          /** What the rest gets if no variant is the best with a probability of 95 %: the `first`, or all of them, each for a part of the rest (`split`) */
          if_undecided?: 'first' | 'split';
        } | null;
        should_trigger_pay_per_email_billing?: false | null;
        suppression_reason?: null;
      };
      answers: {
        200: Email;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        412: EmailChanged;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Restore a revision of an email */
    '/v1/emails/{id}/revisions/{number}/restore': {
      params: {
        id: string;
        number: string;
      };
      query: never;
      body: {
        /** What to restore; by default everything. `filters` is the whole audience, tags included */
        fields?: Array<'subject' | 'body' | 'description' | 'custom_teaser' | 'should_send_teaser' | 'email_type' | 'filters' | 'image' | 'canonical_url' | 'template' | 'archival_mode' | 'featured' | 'commenting_mode' | 'related_email_ids' | 'attachments' | 'metadata' | 'locale' | 'ignores_cap' | 'ab_test'> | null;
      } | null;
      answers: {
        200: Email;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        412: EmailChanged;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Note that you have reviewed an email */
    '/v1/emails/{id}/reviews': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Email;
        401: Error;
        403: Error;
        404: Error;
        412: EmailChanged;
        429: Error;
      };
    };
    /** Approve an email */
    '/v1/emails/{id}/approval': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Maximum number of recipients; defaults to the current number */
        count?: number | null;
        /** The modification_date you have seen: if the email has changed since, nothing is approved */
        modification_date?: string | null;
      } | null;
      answers: {
        200: Email;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        412: EmailChanged;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Decline to approve an email */
    '/v1/emails/{id}/approval/decline': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** What has to change; the person who asked reads it on the email */
        reason?: string;
      } | null;
      answers: {
        200: Email;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Upload an attachment */
    '/v1/attachments': {
      params: never;
      query: never;
      body: FormData;
      answers: {
        201: Attachment;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Upload an image */
    '/v1/images': {
      params: never;
      query: never;
      body: FormData;
      answers: {
        201: Image;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a snippet */
    '/v1/snippets': {
      params: never;
      query: never;
      body: {
        identifier: string;
        name?: string;
        content: string;
        mode?: 'fancy' | 'naked' | 'plaintext' | null;
      };
      answers: {
        201: Snippet;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a survey */
    '/v1/surveys': {
      params: never;
      query: never;
      body: {
        identifier: string;
        question: string;
        answers?: Array<string> | null;
        notes?: string | null;
        input_type?: 'radio' | 'checkbox' | 'text' | null;
        response_cadence?: 'once' | 'once_per_email' | null;
        is_freeform_response_enabled?: boolean | null;
        randomize_answers?: boolean | null;
        shows_results?: boolean | null;
      };
      answers: {
        201: Survey;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a template of emails */
    '/v1/templates': {
      params: never;
      query: never;
      body: {
        name: string;
        subject?: string | null;
        body?: string | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
        locale?: string | null;
        archival_mode?: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled' | null;
      };
      answers: {
        201: Template;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Send a draft for review */
    '/v1/emails/{id}/send-draft': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Ids of subscribers */
        subscribers?: Array<string> | null;
        /** Email addresses */
        recipients?: Array<string> | null;
      };
      answers: {
        200: Record<string, never>;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Send an email to one subscriber */
    '/v1/subscribers/{id_or_email}/emails/{email_id}': {
      params: {
        id_or_email: string;
        email_id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Record<string, never>;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Preview an email */
    '/v1/emails/{id}/preview': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Id or address of the subscriber to preview it for; defaults to a made-up reader */
        subscriber?: string;
        subject?: string;
        body?: string;
        description?: string;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
        should_send_teaser?: boolean;
        custom_teaser?: string;
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
        archival_mode?: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled';
        image?: string;
        canonical_url?: string;
        related_email_ids?: Array<string>;
        /** Mark blocks of Markdown with `data-line`, the line of the body at which they begin */
        lines?: boolean;
        /** Show the public page too, in `web` */
        page?: boolean;
      };
      answers: {
        200: {
          subject: string;
          html: string;
          text: string;
          /** Bytes of the message as sent, tracked if the newsletter tracks, without attachments */
          size: number;
          /** Bytes of its HTML as mailed; from 50,000 on, with the longest values that anybody in its audience has. Gmail cuts off everything after 102,000 */
          html_size: number;
          /** What the list of an inbox shows */
          inbox: {
            from: string;
            subject: string;
            /** The description, or the first words */
            preview: string;
          };
          /** The public page; null without `page` in the request, or if the email has no page */
          web: string | null;
          findings: Array<{
            kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'image_format' | 'variable_unknown' | 'value_missing' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'subject_markup' | 'description_missing' | 'paywall_open' | 'too_large_for_relay' | 'address_unsupported';
            severity: 'error' | 'warning' | 'hint';
            detail: string;
            detail_sentence?: Sentence;
            /** Where it is; null if it concerns no single part */
            part: 'subject' | 'body' | 'description' | null;
            /** From 1, in the source as written; null if unknown */
            line: number | null;
            column: number | null;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Preview an email that does not exist yet */
    '/v1/emails/preview': {
      params: never;
      query: never;
      body: {
        /** Id or address of the subscriber to preview it for; defaults to a made-up reader */
        subscriber?: string;
        subject?: string;
        body?: string;
        description?: string;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
        should_send_teaser?: boolean;
        custom_teaser?: string;
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
        archival_mode?: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled';
        image?: string;
        canonical_url?: string;
        related_email_ids?: Array<string>;
        /** Mark blocks of Markdown with `data-line`, the line of the body at which they begin */
        lines?: boolean;
        /** Show the public page too, in `web` */
        page?: boolean;
      };
      answers: {
        200: {
          subject: string;
          html: string;
          text: string;
          /** Bytes of the message as sent, tracked if the newsletter tracks, without attachments */
          size: number;
          /** Bytes of its HTML as mailed; from 50,000 on, with the longest values that anybody in its audience has. Gmail cuts off everything after 102,000 */
          html_size: number;
          /** What the list of an inbox shows */
          inbox: {
            from: string;
            subject: string;
            /** The description, or the first words */
            preview: string;
          };
          /** The public page; null without `page` in the request, or if the email has no page */
          web: string | null;
          findings: Array<{
            kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'image_format' | 'variable_unknown' | 'value_missing' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'subject_markup' | 'description_missing' | 'paywall_open' | 'too_large_for_relay' | 'address_unsupported';
            severity: 'error' | 'warning' | 'hint';
            detail: string;
            detail_sentence?: Sentence;
            /** Where it is; null if it concerns no single part */
            part: 'subject' | 'body' | 'description' | null;
            /** From 1, in the source as written; null if unknown */
            line: number | null;
            column: number | null;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Explain an audience */
    '/v1/audience/explain': {
      params: never;
      query: never;
      body: {
        /** Id of an unsent email. Without it, the fields below describe the email */
        email_id?: string;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
        should_send_teaser?: boolean;
        ignores_cap?: boolean;
        included_tags?: Array<string>;
        excluded_tags?: Array<string>;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        /** Id or address of a person to apply all rules to */
        subscriber?: string;
      };
      answers: {
        200: {
          /** All subscribers of the newsletter */
          subscribers: number;
          /** Who would be in the audience if sending began now */
          audience: number;
          /** The audience without those that the mail server cannot serve */
          recipients: number;
          /** Finds the audience with POST /v1/subscribers/search; null if no filter can */
          filters: FilterGroup | null;
          /** In order; each person is counted under the first rule that excludes them */
          rules: Array<{
            /** A part of the filters or tags; the type of subscriber; that they get digests; the mail_cap of the newsletter; what the mail server can do */
            rule: 'filter' | 'type' | 'digest' | 'cap' | 'relay';
            /** What the excluded people have in common, such as: lack the tag “beta” */
            detail: string;
            detail_sentence?: Sentence;
            /** For the rule type: the types it concerns */
            subscriber_type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed' | null;
            /** People for whom it is the first rule that excludes them; each person is counted once */
            excluded: number;
            /** All people it excludes, including those that an earlier rule excludes */
            failing: number;
            /** Finds the `excluded` people with POST /v1/subscribers/search; null if no filter can */
            filters: FilterGroup | null;
          }>;
          /** Whether the caller would need approval to send it now; null without `email_id` */
          needs_approval: boolean | null;
          /** All rules, applied to that person */
          subscriber: {
            id: string;
            email_address: string;
            receives: boolean;
            rules: Array<{
              /** A part of the filters or tags; the type of subscriber; that they get digests; the mail_cap of the newsletter; what the mail server can do */
              rule: 'filter' | 'type' | 'digest' | 'cap' | 'relay';
              /** What the excluded people have in common, such as: lack the tag “beta” */
              detail: string;
              detail_sentence?: Sentence;
              passes: boolean;
            }>;
          } | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Pause an email that is in flight */
    '/v1/emails/{id}/pause': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: EmailProgress;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Resume a paused email */
    '/v1/emails/{id}/resume': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: EmailProgress;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Resend an email to recipients who may not have it */
    '/v1/emails/{id}/deliveries/resend': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** uncertain, temporary, permanent (only people who still get mail, so no address that does not exist), or a list of these */
        status: 'uncertain' | 'temporary' | 'permanent' | Array<'uncertain' | 'temporary' | 'permanent'>;
      };
      answers: {
        200: {
          /** How many recipients get it again */
          count: number;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Decide the A/B test of an email by hand */
    '/v1/emails/{id}/ab-test/decide': {
      params: {
        id: string;
      };
      query: never;
      body: {
        variant: number | 'split';
      };
      answers: {
        200: EmailAbTest;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a second try of an email */
    '/v1/emails/{id}/second-try': {
      params: {
        id: string;
      };
      query: never;
      body: {
        to?: 'unopened' | 'unopened_or_unknown' | 'unclicked';
        /** By default, the same */
        subject?: string;
      };
      answers: {
        201: Email;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        410: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Pause the growth of the warm-up plan: the number stays that of today */
    '/v1/warm_up/pause': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: WarmUp;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Continue the warm-up plan where it was paused */
    '/v1/warm_up/resume': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: WarmUp;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Create an automation */
    '/v1/external_feeds': {
      params: never;
      query: never;
      body: {
        /** Address of the feed, or of a page that links to it. Not needed with `urls` */
        url?: string;
        /** Addresses of several feeds. With `url`, that one comes first */
        urls?: Array<string> | null;
        name?: string | null;
        status?: 'active' | 'inactive' | null;
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        /** Whether to skip the items that are already in the feed */
        skip_old_items?: boolean | null;
        item_filters?: {
          /** Includes only items that match an entry of each non-empty list */
          include?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
          /** Excludes items that match any entry of these lists */
          exclude?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
        } | null;
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest is used */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        /** Another name for `name` */
        label?: string | null;
      };
      answers: {
        201: Automation;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create an automation */
    '/v1/automations': {
      params: never;
      query: never;
      body: {
        /** Address of the feed, or of a page that links to it. Not needed with `urls` */
        url?: string;
        /** Addresses of several feeds. With `url`, that one comes first */
        urls?: Array<string> | null;
        name?: string | null;
        status?: 'active' | 'inactive' | null;
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        /** Whether to skip the items that are already in the feed */
        skip_old_items?: boolean | null;
        item_filters?: {
          /** Includes only items that match an entry of each non-empty list */
          include?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
          /** Excludes items that match any entry of these lists */
          exclude?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
        } | null;
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest is used */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        /** Another name for `name` */
        label?: string | null;
        /** Can be left out. An automation that follows a feed is of the kind feed, and a sequence of the kind event */
        kind: 'feed';
      } | {
        /** Can be left out. An automation that follows a feed is of the kind feed, and a sequence of the kind event */
        kind: 'event';
        name: string;
        /** What starts it, such as subscriber.confirmed: docs/sequences.md lists all */
        trigger: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.delivered' | 'subscriber.opened' | 'subscriber.clicked' | 'subscriber.date' | 'automation.invoked' | 'email.created' | 'email.updated' | 'email.send.started' | 'email.sent' | 'email.deleted' | 'date.day.started' | 'date.week.started' | 'date.month.started' | 'date.year.started';
        /** The steps. Each has a type, metadata, a timing counted from the trigger, and may have filters and until */
        actions: Array<{
          type: 'add_tags' | 'remove_tags' | 'add_metadata' | 'remove_metadata' | 'send_email' | 'send_notification' | 'send_post_request' | 'send_confirmation_reminder' | 'unsubscribe_subscriber' | 'create_export' | 'update_email_type' | 'create_subscriber';
          metadata?: Record<string, unknown> | null;
          /** When it is done, counted from the trigger; null: at once */
          timing?: {
            time: 'immediate' | 'delay';
            delay?: {
              value: string;
              unit: 'minutes' | 'hours' | 'days' | 'weeks';
              time_of_day?: 'morning' | 'evening' | '' | null;
            } | null;
          } | null;
        }>;
        /** For actions without a timing of their own */
        timing?: {
          time: 'immediate' | 'delay';
          delay?: {
            value: string | number;
            unit: 'minutes' | 'hours' | 'days' | 'weeks';
            time_of_day?: 'morning' | 'evening' | '' | null;
            /** A time of day such as "09:00", in place of time_of_day: the step waits for the first one at or after the end of the delay */
            at?: string | null;
            /** Only on these days */
            weekdays?: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'> | null;
            /** Whose time zone: `reader` uses `metadata.timezone` of the subscriber, if it is a known zone */
            zone?: 'newsletter' | 'reader' | null;
          } | null;
        } | null;
        filters?: AskedFilterGroupInput | null;
        exit_filters?: AskedFilterGroupInput | null;
        /** Check the filters again before each step; people who no longer meet them leave */
        should_evaluate_filter_after_delay?: boolean | null;
        metadata?: Record<string, unknown> | null;
        trigger_date?: {
          /** The key in the metadata, with a date such as 1990-04-30 */
          key: string;
          yearly?: boolean;
          days_before?: number;
        } | null;
        entry?: 'once' | 'after_end' | 'every' | null;
        when_inactive?: 'hold' | 'finish' | 'leave' | null;
        late_hours?: number | null;
        status?: 'inactive' | null;
      };
      answers: {
        201: Automation | Sequence;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Run an automation now */
    '/v1/automations/{id}/run': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Make the digest now instead of at its time, and mail items that wait for hold_minutes */
        send?: boolean | null;
      };
      answers: {
        200: {
          automation: Automation;
          /** Result of the (first) feed; waiting: not fetched, because its server asked to wait */
          feed: 'fetched' | 'not_modified' | 'gone' | 'busy' | 'no_feed' | 'failed' | 'refused' | 'waiting';
          /** Result of each of its feeds */
          feeds: Array<{
            url: string;
            result: 'fetched' | 'not_modified' | 'gone' | 'busy' | 'no_feed' | 'failed' | 'refused' | 'waiting';
          }>;
          /** The emails that were created */
          email_ids: Array<string>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Announce something new in the feed */
    '/v1/automations/{id}/ping': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        202: {
          /** When the feed will be fetched; for several feeds, the earliest */
          poll_date: string;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Preview an automation */
    '/v1/automations/preview': {
      params: never;
      query: never;
      body: {
        /** Address of the feed, or of a page that links to it. Not needed with `urls` */
        url?: string;
        /** Addresses of several feeds. With `url`, that one comes first */
        urls?: Array<string> | null;
        name?: string | null;
        status?: 'active' | 'inactive' | null;
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        /** Whether to skip the items that are already in the feed */
        skip_old_items?: boolean | null;
        item_filters?: {
          /** Includes only items that match an entry of each non-empty list */
          include?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
          /** Excludes items that match any entry of these lists */
          exclude?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
        } | null;
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest is used */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        /** Another name for `name` */
        label?: string | null;
        since?: string | number | string | null;
        /** The automation that these settings are meant for: passwords of its feeds are used */
        automation_id?: string | null;
        /** A feed that a preview or discovery has fetched within this many seconds is not fetched again, so that trying settings is quick and costs the site nothing. 0: always fetch */
        max_age?: number | null;
      };
      answers: {
        200: {
          /** The first readable feed */
          feed: {
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
            repairs_sentences?: Array<Sentence | null>;
          };
          /** All feeds, in the order of the request */
          feeds: Array<{
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
            repairs_sentences?: Array<Sentence | null>;
            /** Why it could not be read; empty if it could */
            error: string;
            error_sentence?: Sentence;
          }>;
          /** The emails that would be created, in order */
          emails: Array<{
            /** When it would be created */
            date: string;
            /** Its items, oldest first */
            items: Array<{
              /** irrelevant: from before the start; held: waits for your decision */
              status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
              /** Reason for this status */
              reason: string;
              reason_sentence?: Sentence;
              url: string;
              title: string;
              /** The feed it came from */
              feed: {
                title: string;
                url: string;
              };
              /** Date from the feed, or when the item was first seen */
              publish_date: string;
            }>;
            /** As a reader would get it; null after the first 50 */
            rendered: {
              subject: string;
              html: string;
              text: string;
              /** Bytes of the message as sent, tracked if the newsletter tracks, without attachments */
              size: number;
              /** Bytes of its HTML as mailed; from 50,000 on, with the longest values that anybody in its audience has. Gmail cuts off everything after 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null without `page` in the request, or if the email has no page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'image_format' | 'variable_unknown' | 'value_missing' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'subject_markup' | 'description_missing' | 'paywall_open' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                detail_sentence?: Sentence;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, in the source as written; null if unknown */
                line: number | null;
                column: number | null;
              }>;
            } | null;
          }>;
          /** An email about the newest item, or a digest of the five newest, whatever their status, for checking the template. Null if the feed is empty */
          sample: {
            /** Its items, oldest first */
            items: Array<{
              /** irrelevant: from before the start; held: waits for your decision */
              status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
              /** Reason for this status */
              reason: string;
              reason_sentence?: Sentence;
              url: string;
              title: string;
              /** The feed it came from */
              feed: {
                title: string;
                url: string;
              };
              /** Date from the feed, or when the item was first seen */
              publish_date: string;
            }>;
            /** As a reader would get it; null if no email was produced */
            rendered: {
              subject: string;
              html: string;
              text: string;
              /** Bytes of the message as sent, tracked if the newsletter tracks, without attachments */
              size: number;
              /** Bytes of its HTML as mailed; from 50,000 on, with the longest values that anybody in its audience has. Gmail cuts off everything after 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null without `page` in the request, or if the email has no page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'image_format' | 'variable_unknown' | 'value_missing' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'subject_markup' | 'description_missing' | 'paywall_open' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                detail_sentence?: Sentence;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, in the source as written; null if unknown */
                line: number | null;
                column: number | null;
              }>;
            } | null;
            /** Why no email was produced */
            reason: string;
            reason_sentence?: Sentence;
          } | null;
          /** The status each item of the feed would get, and why; the newest 1,000 if there are more */
          items: Array<{
            /** irrelevant: from before the start; held: waits for your decision */
            status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
            /** Reason for this status */
            reason: string;
            reason_sentence?: Sentence;
            url: string;
            title: string;
            /** The feed it came from */
            feed: {
              title: string;
              url: string;
            };
            /** Date from the feed, or when the item was first seen */
            publish_date: string;
          }>;
          /** The next ten times it would act */
          next_run_dates: Array<string>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Find the feeds of a site */
    '/v1/automations/discover': {
      params: never;
      query: never;
      body: {
        /** The address of a site, of a page or of a feed */
        url: string;
      };
      answers: {
        200: DiscoveredFeeds;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Run an automation now */
    '/v1/external_feeds/{id}/run': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Make the digest now instead of at its time, and mail items that wait for hold_minutes */
        send?: boolean | null;
      };
      answers: {
        200: {
          automation: Automation;
          /** Result of the (first) feed; waiting: not fetched, because its server asked to wait */
          feed: 'fetched' | 'not_modified' | 'gone' | 'busy' | 'no_feed' | 'failed' | 'refused' | 'waiting';
          /** Result of each of its feeds */
          feeds: Array<{
            url: string;
            result: 'fetched' | 'not_modified' | 'gone' | 'busy' | 'no_feed' | 'failed' | 'refused' | 'waiting';
          }>;
          /** The emails that were created */
          email_ids: Array<string>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Announce something new in the feed */
    '/v1/external_feeds/{id}/ping': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        202: {
          /** When the feed will be fetched; for several feeds, the earliest */
          poll_date: string;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Preview an automation */
    '/v1/external_feeds/preview': {
      params: never;
      query: never;
      body: {
        /** Address of the feed, or of a page that links to it. Not needed with `urls` */
        url?: string;
        /** Addresses of several feeds. With `url`, that one comes first */
        urls?: Array<string> | null;
        name?: string | null;
        status?: 'active' | 'inactive' | null;
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        /** Whether to skip the items that are already in the feed */
        skip_old_items?: boolean | null;
        item_filters?: {
          /** Includes only items that match an entry of each non-empty list */
          include?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
          /** Excludes items that match any entry of these lists */
          exclude?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
        } | null;
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest is used */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        /** Another name for `name` */
        label?: string | null;
        since?: string | number | string | null;
        /** The automation that these settings are meant for: passwords of its feeds are used */
        automation_id?: string | null;
        /** A feed that a preview or discovery has fetched within this many seconds is not fetched again, so that trying settings is quick and costs the site nothing. 0: always fetch */
        max_age?: number | null;
      };
      answers: {
        200: {
          /** The first readable feed */
          feed: {
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
            repairs_sentences?: Array<Sentence | null>;
          };
          /** All feeds, in the order of the request */
          feeds: Array<{
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
            repairs_sentences?: Array<Sentence | null>;
            /** Why it could not be read; empty if it could */
            error: string;
            error_sentence?: Sentence;
          }>;
          /** The emails that would be created, in order */
          emails: Array<{
            /** When it would be created */
            date: string;
            /** Its items, oldest first */
            items: Array<{
              /** irrelevant: from before the start; held: waits for your decision */
              status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
              /** Reason for this status */
              reason: string;
              reason_sentence?: Sentence;
              url: string;
              title: string;
              /** The feed it came from */
              feed: {
                title: string;
                url: string;
              };
              /** Date from the feed, or when the item was first seen */
              publish_date: string;
            }>;
            /** As a reader would get it; null after the first 50 */
            rendered: {
              subject: string;
              html: string;
              text: string;
              /** Bytes of the message as sent, tracked if the newsletter tracks, without attachments */
              size: number;
              /** Bytes of its HTML as mailed; from 50,000 on, with the longest values that anybody in its audience has. Gmail cuts off everything after 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null without `page` in the request, or if the email has no page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'image_format' | 'variable_unknown' | 'value_missing' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'subject_markup' | 'description_missing' | 'paywall_open' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                detail_sentence?: Sentence;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, in the source as written; null if unknown */
                line: number | null;
                column: number | null;
              }>;
            } | null;
          }>;
          /** An email about the newest item, or a digest of the five newest, whatever their status, for checking the template. Null if the feed is empty */
          sample: {
            /** Its items, oldest first */
            items: Array<{
              /** irrelevant: from before the start; held: waits for your decision */
              status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
              /** Reason for this status */
              reason: string;
              reason_sentence?: Sentence;
              url: string;
              title: string;
              /** The feed it came from */
              feed: {
                title: string;
                url: string;
              };
              /** Date from the feed, or when the item was first seen */
              publish_date: string;
            }>;
            /** As a reader would get it; null if no email was produced */
            rendered: {
              subject: string;
              html: string;
              text: string;
              /** Bytes of the message as sent, tracked if the newsletter tracks, without attachments */
              size: number;
              /** Bytes of its HTML as mailed; from 50,000 on, with the longest values that anybody in its audience has. Gmail cuts off everything after 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null without `page` in the request, or if the email has no page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'image_format' | 'variable_unknown' | 'value_missing' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'subject_markup' | 'description_missing' | 'paywall_open' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                detail_sentence?: Sentence;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, in the source as written; null if unknown */
                line: number | null;
                column: number | null;
              }>;
            } | null;
            /** Why no email was produced */
            reason: string;
            reason_sentence?: Sentence;
          } | null;
          /** The status each item of the feed would get, and why; the newest 1,000 if there are more */
          items: Array<{
            /** irrelevant: from before the start; held: waits for your decision */
            status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
            /** Reason for this status */
            reason: string;
            reason_sentence?: Sentence;
            url: string;
            title: string;
            /** The feed it came from */
            feed: {
              title: string;
              url: string;
            };
            /** Date from the feed, or when the item was first seen */
            publish_date: string;
          }>;
          /** The next ten times it would act */
          next_run_dates: Array<string>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Find the feeds of a site */
    '/v1/external_feeds/discover': {
      params: never;
      query: never;
      body: {
        /** The address of a site, of a page or of a feed */
        url: string;
      };
      answers: {
        200: DiscoveredFeeds;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Start people in a sequence */
    '/v1/automations/{id}/invoke': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Ids or addresses */
        subscribers?: Array<string>;
        filters?: AskedFilterGroupInput;
        /** Details that filters can ask about, as event.metadata.KEY */
        event?: Record<string, unknown>;
        dry_run?: boolean;
      } | null;
      answers: {
        200: {
          /** The people whom the request selects */
          selected: number;
          /** How many of them enter */
          entering: number;
          /** The others, by reason */
          refused: Array<{
            reason: string;
            count: number;
          }>;
          dry_run: boolean;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Decide about steps that came too late */
    '/v1/automations/{id}/held': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** send: continue now. shift: continue now, and everything later comes later by as much. skip: leave out what is late. end: end the passage */
        decision: 'send' | 'shift' | 'skip' | 'end';
      };
      answers: {
        200: {
          /** How many passages this was decided for */
          count: number;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Approve a sequence as it is now */
    '/v1/automations/{id}/approval': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Sequence;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Simulate a sequence */
    '/v1/automations/simulate': {
      params: never;
      query: never;
      body: {
        kind?: 'event';
        name: string;
        /** What starts it, such as subscriber.confirmed: docs/sequences.md lists all */
        trigger: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.delivered' | 'subscriber.opened' | 'subscriber.clicked' | 'subscriber.date' | 'automation.invoked' | 'email.created' | 'email.updated' | 'email.send.started' | 'email.sent' | 'email.deleted' | 'date.day.started' | 'date.week.started' | 'date.month.started' | 'date.year.started';
        /** The steps. Each has a type, metadata, a timing counted from the trigger, and may have filters and until */
        actions: Array<{
          type: 'add_tags' | 'remove_tags' | 'add_metadata' | 'remove_metadata' | 'send_email' | 'send_notification' | 'send_post_request' | 'send_confirmation_reminder' | 'unsubscribe_subscriber' | 'create_export' | 'update_email_type' | 'create_subscriber';
          metadata?: Record<string, unknown> | null;
          /** When it is done, counted from the trigger; null: at once */
          timing?: {
            time: 'immediate' | 'delay';
            delay?: {
              value: string;
              unit: 'minutes' | 'hours' | 'days' | 'weeks';
              time_of_day?: 'morning' | 'evening' | '' | null;
            } | null;
          } | null;
        }>;
        /** For actions without a timing of their own */
        timing?: {
          time: 'immediate' | 'delay';
          delay?: {
            value: string | number;
            unit: 'minutes' | 'hours' | 'days' | 'weeks';
            time_of_day?: 'morning' | 'evening' | '' | null;
            /** A time of day such as "09:00", in place of time_of_day: the step waits for the first one at or after the end of the delay */
            at?: string | null;
            /** Only on these days */
            weekdays?: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'> | null;
            /** Whose time zone: `reader` uses `metadata.timezone` of the subscriber, if it is a known zone */
            zone?: 'newsletter' | 'reader' | null;
          } | null;
        } | null;
        filters?: AskedFilterGroupInput | null;
        exit_filters?: AskedFilterGroupInput | null;
        /** Check the filters again before each step; people who no longer meet them leave */
        should_evaluate_filter_after_delay?: boolean | null;
        metadata?: Record<string, unknown> | null;
        trigger_date?: {
          /** The key in the metadata, with a date such as 1990-04-30 */
          key: string;
          yearly?: boolean;
          days_before?: number;
        } | null;
        entry?: 'once' | 'after_end' | 'every' | null;
        when_inactive?: 'hold' | 'finish' | 'leave' | null;
        late_hours?: number | null;
        status?: 'inactive' | null;
        /** How many days back */
        since?: number | null;
      };
      answers: {
        200: SequenceSimulation;
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Simulate a sequence as it is */
    '/v1/automations/{id}/simulate': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** How many days back */
        since?: number | null;
      } | null;
      answers: {
        200: SequenceSimulation;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a bulk action */
    '/v1/bulk_actions': {
      params: never;
      query: never;
      body: {
        type: 'add_notes' | 'apply_metadata' | 'apply_tags' | 'ban_subscribers' | 'cancel_stripe_subscriptions' | 'delete_emails' | 'delete_subscribers' | 'delete_tags' | 'gift_subscribers' | 'modify_stripe_subscriptions' | 'pause_stripe_subscriptions' | 'reactivate_subscribers' | 'rename_metadata' | 'replay_events' | 'resubscribe_subscribers' | 'send_emails' | 'send_reminders' | 'unban_subscribers' | 'ungift_subscribers' | 'unsubscribe_subscribers' | 'update_archival_modes' | 'update_email_types';
        /** ids, parameters, dry_run, and the fields of the type (docs/bulk-actions.md) */
        metadata?: Record<string, unknown> | null;
      };
      answers: {
        200: BulkActionForecast;
        201: BulkAction;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Undo a bulk action */
    '/v1/bulk_actions/{id}/undo': {
      params: {
        id: string;
      };
      query: never;
      body: {
        dry_run?: boolean | null;
      };
      answers: {
        200: BulkActionForecast;
        201: BulkAction;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Export a newsletter */
    '/v1/exports': {
      params: never;
      query: never;
      body: {
        /** If empty or absent: the whole newsletter as a bundle that can be imported */
        collections?: Array<'subscribers' | 'emails' | 'events' | 'images'> | null;
        parameters?: null;
        /** The format of the collections */
        format?: 'csv' | 'json';
        /** Export only these columns, where a collection has them */
        columns?: Array<string> | null;
      };
      answers: {
        200: Export;
        201: Export;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Import a file */
    '/v1/imports': {
      params: never;
      query: {
        /** What the file is; auto: recognised by its layout; postrider: the bundle of an export */
        format?: 'auto' | 'postrider' | 'buttondown' | 'mailchimp' | 'substack' | 'ghost' | 'kit' | 'beehiiv' | 'listmonk' | 'mailerlite' | 'wordpress' | 'csv' | 'jsonl';
        /** The name to show in lists, for a file sent as the body */
        file_name?: string;
        /** Whether to only check the file and wait. The default is true, but false for bundles */
        dry_run?: 'true' | 'false';
        /** What to do with people who are already subscribers. update: tags and metadata are added, empty fields are filled in, and those who left elsewhere are unsubscribed here. skip: they do not change. */
        existing?: 'update' | 'skip';
        /** Tags for everybody in the file: names or ids */
        tags?: string | Array<string>;
        /** A JSON object with the field that each column of a CSV file fills, by the header of the column, such as {"Mail": "email_address", "Plan": "metadata.plan", "Secret": ""}. The fields of other columns are guessed */
        columns?: string;
        /** A JSON object that says whether the day or the month comes first in the dates of a column, such as {"Joined": "day_first"} or "month_first". It is needed only for columns whose dates do not show it */
        date_orders?: string;
        /** Ask new people to confirm by mail; false by default. Needs write access to sending */
        confirm?: 'true' | 'false';
        /** unsubscribed, undeliverable, unactivated: bring these people back if the file has consent that is newer than the date they left. Nobody who complained or was erased comes back */
        revive?: string | Array<string>;
        /** Copy the images of past issues, so that they survive the other service */
        fetch_images?: 'true' | 'false';
        /** Whether new and changed people trigger sequences; false by default */
        start_sequences?: 'true' | 'false';
        /** Whether the former paths of past issues redirect to their pages here; true by default */
        redirect?: 'true' | 'false';
        /** The former address of past issues, to complete their relative links */
        site_url?: string;
      };
      body: FormData;
      answers: {
        201: Import;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Run an import */
    '/v1/imports/{id}/run': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Import;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Undo an import */
    '/v1/imports/{id}/undo': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: Import;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Duplicate a newsletter */
    '/v1/newsletters/{id}/duplicate': {
      params: {
        id: string;
      };
      query: never;
      body: {
        username: string;
        name: string;
        /** The sender of the copy; by default that of the original */
        from_address?: string;
        /** What is copied in addition to settings, tags, segments, snippets, files and templates. drafts: drafts, and scheduled emails as drafts; emails: sent and imported emails, for the archive; automations: inactive, with all items of their feeds; people: subscribers in every state, their consent, and hashes of those who were erased */
        include?: Array<'drafts' | 'emails' | 'automations' | 'people'>;
      };
      answers: {
        201: {
          id: string;
          /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
          creation_date: string;
          /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
          modification_date: string;
          username: string;
          name: string;
          description: string;
          from_name: string;
          from_address: string;
          reply_to: string;
          /** Where replies to mails go. mailbox: to reply_to, or else from_address. inbox: to the dashboard, through an address of this installation. inbox_and_mailbox: to the dashboard, and a copy of each to reply_to or from_address. Except for mailbox, the installation needs BOUNCE_DOMAIN */
          replies: 'mailbox' | 'inbox' | 'inbox_and_mailbox';
          timezone: string;
          locale: string;
          /** Whether languages with a formal and an informal form use the formal one: Sie instead of du in German */
          formal_words: boolean;
          /** Your own texts in place of ours, by language and key: {"de": {"form.subscribe": "Her damit"}}. The keys and their texts, in ICU MessageFormat, are in themes/default/words */
          words: Record<string, Record<string, string>>;
          domain: string;
          bounce_domain: string;
          postal_address: string;
          track_opens: boolean;
          track_clicks: boolean;
          /** For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key */
          undo_seconds: number | null;
          late_schedule_hours: number;
          double_opt_in: boolean;
          /** Text below the button of the sign-up form, in Markdown; empty: the default text */
          sign_up_text: string;
          /** Whether the sign-up form asks for the time zone, which becomes `metadata.timezone`. The form suggests the time zone of the browser, and never guesses one from an IP address */
          asks_timezone: boolean;
          /** Whether from_address is mailed about new comments, at most once an hour */
          comment_notices: boolean;
          /** Ids of other newsletters of the installation that the page where readers manage their subscription offers. Each is offered once it names this one as well */
          sister_newsletters: Array<string>;
          /** Whether people who subscribe get the free issues. Otherwise they are `unpaid`, and get no mail, until they pay or are given a grant. Existing readers keep what they have */
          free_subscriptions: boolean;
          /** What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text */
          premium_text: string;
          /** Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button */
          premium_url: string;
          /** Subject of the mail that asks to confirm; empty: the default subject */
          confirmation_subject: string;
          /** Text above the button of the mail that asks to confirm, in Markdown like the body of an email. The button and what follows it cannot be removed. Empty: the default text */
          confirmation_text: string;
          /** Subject of the welcome mail; empty: the default subject */
          welcome_subject: string;
          /** Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail */
          welcome_body: string;
          /** The theme of public pages and mails: default, letter, grid, plain, or one that an operator has added. The names of Buttondown’s themes stand for one of them. Empty: default */
          archive_theme: string;
          /** The color of links, marks and buttons on public pages and in mails, such as #b93d24. It is made darker on light backgrounds and lighter on dark ones until text has a contrast of 4.5. Empty: the colors of the theme */
          tint_color: string;
          /** The background color of public pages. The colors of cards, lines and dark mode follow from it; a dark color makes everything dark. Empty: that of the theme */
          background_color: string;
          /** The color of text, darkened or lightened until it has a contrast of 4.5 with its background. Empty: that of the theme */
          text_color: string;
          /** The color of buttons, with a readable text. Empty: tint_color, or that of the theme */
          button_color: string;
          /** The typeface of public pages and mails, one that the reader’s device has. Empty: that of the theme */
          typeface: string;
          /** The typeface of titles. Empty: typeface, or that of the theme */
          heading_typeface: string;
          /** The size of text. Empty: that of the theme */
          text_size: string;
          /** The width of public pages. Empty: that of the theme */
          page_width: string;
          /** The corners of buttons, pictures and cards. Empty: those of the theme */
          corners: string;
          /** How buttons look. Empty: as in the theme */
          button_style: string;
          /** How links in text look. All are underlined: colored ones have the color of the tint, underlined ones only their line, and highlighted ones a mark behind them. Empty: as in the theme */
          link_style: string;
          /** How titles are aligned. Empty: as in the theme */
          title_alignment: string;
          /** The address of a square picture for the tab of the browser. Empty: none */
          icon: string;
          /** The alternative text of the icon; it is stored, and shown nowhere */
          icon_alt_text: string;
          /** The address of a picture in place of the name at the top of pages and mails. Empty: the name */
          logo: string;
          /** The address of a picture at the top of the front page and of mails. Empty: no picture */
          header_image: string;
          /** The address of the picture that other sites show with a link to a page that has none of its own. Empty: no picture */
          image: string;
          /** What an issue shows in addition to its title and text. null: as in the theme */
          issue_shows: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null;
          /** Text above that of every email and its page, in Markdown like the body of an email. Empty: none */
          header: string;
          /** Text below that of every email and its page, in Markdown like the body of an email. Empty: none */
          footer: string;
          /** A line at the top of public pages, in Markdown. Empty: none */
          announcement_bar_text: string;
          /** The color behind announcement_bar_text. Empty: that of buttons */
          announcement_bar_background_color: string;
          /** Who sees the line: everybody, readers who have not signed in, readers who have signed in and do not pay, readers who pay, or nobody */
          announcement_bar_visibility: string;
          /** The template of emails that have none of their own */
          template: string;
          /** The layout of emails whose template is custom: an HTML document in Liquid with {{ content }} and a link to {{ unsubscribe_url }} */
          custom_email_template: string;
          /** CSS for the content of mails. What mails cannot have is left out; POST /v1/newsletters/{id}/preview says what and why */
          css: string;
          /** CSS for the front page, the archive and the pages of issues. It cannot change forms, consent, and the links to unsubscribe and sign in; POST /v1/newsletters/{id}/preview says what is left out */
          web_css: string;
          /** Stored for programs that set it; it has no effect */
          theme_configuration: Record<string, unknown>;
          /** Stored for programs that set it; it has no effect */
          email_theme_configuration: Record<string, unknown>;
          /** Where else the newsletter is; linked at the end of public pages */
          socials: Array<{
            type: string;
            url: string;
            label?: string | null;
          }>;
          /** Stored for programs that set it; it has no effect */
          sharing_networks: Array<string>;
          /** Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them */
          forms_create_tags: boolean;
          captcha: string;
          captcha_site_key: string;
          /** For how many days everybody who confirms their sign-up gets premium mail; 0: no trial */
          trial_days: number;
          /** How many of the newest premium emails are mailed later to somebody who was entitled to them and has no copy; 0: none */
          catch_up_emails: number;
          /** Subject of the mail that announces a gift; empty: the default subject */
          gift_subject: string;
          /** Text of the mail that announces a gift, in Markdown; empty: the default text */
          gift_text: string;
          /** Subject of the mail three days before a gift or trial ends; empty: the default subject */
          ending_subject: string;
          /** Text of the mail three days before a gift or trial ends, in Markdown; empty: the default text */
          ending_text: string;
          /** Subject of the mail after a gift or trial has ended; empty: the default subject */
          ended_subject: string;
          /** Text of the mail after a gift or trial has ended, in Markdown; empty: the default text */
          ended_text: string;
          /** Messages per second for all its emails together; 0: as fast as the mail server accepts them */
          sending_rate: number;
          /** The maximum number of mails (emails and mails of sequences together) that one person gets within this many days of 24 hours. Emails leave out people who have had that many; sequences wait. null: no cap */
          mail_cap: {
            count: number;
            days: number;
          } | null;
          /** The hours in which sequences mail nobody, in the reader’s time zone if it is known, and otherwise in the newsletter’s. They last past midnight if `until` is earlier than `from`. null: none */
          quiet_hours: {
            from: string;
            until: string;
          } | null;
          /** When readers who chose fewer mails get a digest of the issues since the last one: weekly on this day, monthly on the first such day of a month, in the newsletter’s time zone. null: readers cannot choose, and everybody gets each issue */
          digests: {
            weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
            time: string;
          } | null;
          /** Sending to more recipients than this needs the approval of a second key; null: never */
          approval_threshold: number | null;
          /** After how many months new DKIM keys replace those that sign. They are made 14 days ahead, and sign once DNS has their records. null: keys are replaced only when somebody creates new ones */
          dkim_rotation_months: number | null;
          /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
          delivery_months: number | null;
          /** The same as from_address */
          email_address: string;
          /** The same as reply_to */
          reply_to_address: string;
          /** Whether readers find the newsletter at its domain */
          hosting_domain_status: 'none' | 'invalid' | 'valid';
          /** A key with the permissions of the calling key, for the new newsletter. Shown only once: empty in a replay */
          api_key: string;
          import_id: string;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Resume after a hold */
    '/v1/hold/resume': {
      params: never;
      query: never;
      body: {
        /** What to do with everything that is not named below. send: nothing has gone out since, so everything continues. uncertain: it may have gone out, so nothing is sent that might be a repetition */
        rest: 'send' | 'uncertain';
        /** By the id of an email: send the rest of it, or mark the rest `uncertain` */
        emails?: Record<string, 'send' | 'uncertain'>;
        /** By default they continue with `send`, and stop with `uncertain` */
        bulk_actions?: 'continue' | 'stop';
        /** Waiting events. By default they are posted with `send`, and dropped with `uncertain`; events stay in /v1/events */
        webhooks?: 'tell' | 'drop';
        /** Waiting posts, and those of the next fetch of each feed. By default they are mailed with `send`, and held with `uncertain` */
        posts?: 'mail' | 'hold';
      };
      answers: {
        200: {
          emails_continued: number;
          emails_stopped: number;
          /** Recipients marked uncertain; `POST /v1/emails/{id}/deliveries/resend` reaches them */
          recipients_uncertain: number;
          bulk_actions_stopped: number;
          events_dropped: number;
          items_held: number;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Check the ledger */
    '/v1/system/ledger_check': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: LedgerCheck;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Remind a subscriber to confirm */
    '/v1/subscribers/{id_or_email}/send-reminder': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: Record<string, never>;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Mail a subscriber a link to sign in */
    '/v1/subscribers/{id_or_email}/send-magic-link': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: Record<string, never>;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Erase a subscriber, with a receipt */
    '/v1/subscribers/{id_or_email}/erasure': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: ErasureReceipt;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Create a form */
    '/v1/forms': {
      params: never;
      query: never;
      body: {
        title: string;
        /** The end of its address */
        slug: string;
        body?: string | null;
        fields?: Array<{
          /** The key of the answer in the metadata of the subscriber */
          name: string;
          /** What readers are asked */
          label: string;
          /** text: a line. choice: one of the options. date: a day. consent: a box to tick, true in the metadata */
          type: 'text' | 'choice' | 'date' | 'consent';
          /** Whether an answer is required */
          required?: boolean;
          /** The options to choose from; only for the type choice */
          options?: Array<string>;
        }> | null;
        button?: string | null;
        consent_text?: string | null;
        success_body?: string | null;
        redirect_url?: string | null;
        tags?: Array<string> | null;
        double_opt_in?: boolean | null | null;
        /** The maximum number of sign-ups within an hour; null: no limit */
        hourly_limit?: number | null;
        status?: 'active' | 'inactive' | null;
      };
      answers: {
        201: Form;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Let somebody get mail again */
    '/v1/suppressions/{id}/lift': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Why this person may get mail again; the audit log keeps it */
        reason: string;
      };
      answers: {
        200: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Add a relay */
    '/v1/relays': {
      params: never;
      query: never;
      body: {
        /** The name that you give it */
        name: string;
        /** Its host name or address */
        host: string;
        port?: number;
        /** implicit: TLS from the first byte, as on port 465. require: STARTTLS, with a valid certificate. opportunistic: STARTTLS if it is offered. none: no TLS */
        tls?: 'implicit' | 'require' | 'opportunistic' | 'none';
        /** The user for the login; empty: it needs none */
        user?: string;
        /** null: the first that the relay offers of plain, login and cram-md5. For xoauth2, the password is the access token */
        login_method?: 'plain' | 'login' | 'cram-md5' | 'xoauth2' | null;
        /** Our name in EHLO; empty: the name of the machine */
        client_name?: string;
        /** Its share of the messages, relative to the other relays for the same mail */
        weight?: number;
        /** Whether it is used only while none of the other relays for the same mail works */
        is_reserve?: boolean;
        /** The maximum number of connections that a worker process opens to it; null: SMTP_CONNECTIONS */
        connections?: number | null;
        /** The maximum number of copies of emails per second, over all worker processes; 0: no limit */
        sending_rate?: number;
        /** The newsletters whose mail it takes */
        newsletter_ids?: Array<string>;
        /** The domains from which it takes mail, such as example.org for news@example.org. Relays that name the newsletter are used instead, if there are any */
        from_domains?: Array<string>;
        /** Whether it takes the mail for which no relay names the newsletter or the domain */
        is_default?: boolean;
        /** Whether it takes no mail. Mail then goes over the other relays for it, or waits if there are none */
        is_paused?: boolean;
        /** The mail service behind it that reports bounces and complaints to report_url; null: none */
        report_service?: 'ses' | 'postmark' | 'mailgun' | 'sendgrid' | 'brevo' | 'resend' | 'mailjet' | 'sparkpost' | null;
        /** It is stored encrypted and never shown */
        password?: string;
        /** The secret that proves the reports of report_service, as docs/bounces.md describes it; empty for ses, whose topic you confirm. It is stored encrypted and never shown */
        report_secret?: string;
      };
      answers: {
        201: Relay;
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Test a relay */
    '/v1/relays/{id}/test': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Also hands over a mail to the address of the signed-in person, and to nobody else */
        send_mail?: boolean;
      };
      answers: {
        200: RelayTest;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Test the mail servers */
    '/v1/newsletters/{id}/relay_test': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** Also hands over a mail to the address of the signed-in person, and to nobody else */
        send_mail?: boolean;
      };
      answers: {
        200: RelayTest;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Confirm a topic */
    '/v1/report_topics/{id}/confirm': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        200: ReportTopic;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Preview the pages and mails of a newsletter */
    '/v1/newsletters/{id}/preview': {
      params: {
        id: string;
      };
      query: never;
      body: {
        name?: string;
        description?: string | null;
        locale?: string | null;
        formal_words?: boolean | null;
        words?: Record<string, Record<string, string>> | null;
        postal_address?: string | null;
        double_opt_in?: boolean | null;
        sign_up_text?: string | null;
        premium_text?: string | null;
        premium_url?: string | null;
        confirmation_subject?: string | null;
        confirmation_text?: string | null;
        welcome_subject?: string | null;
        welcome_body?: string | null;
        gift_subject?: string | null;
        gift_text?: string | null;
        ending_subject?: string | null;
        ending_text?: string | null;
        ended_subject?: string | null;
        ended_text?: string | null;
        archive_theme?: string | null;
        tint_color?: string | null;
        background_color?: string | null;
        text_color?: string | null;
        button_color?: string | null;
        typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter' | null;
        heading_typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter' | null;
        text_size?: '' | 'small' | 'large' | null;
        page_width?: '' | 'narrow' | 'wide' | null;
        corners?: '' | 'square' | 'rounded' | 'round' | null;
        button_style?: '' | 'filled' | 'outlined' | null;
        link_style?: '' | 'colored' | 'underlined' | 'highlighted' | null;
        title_alignment?: '' | 'start' | 'center' | null;
        icon?: string | null;
        icon_alt_text?: string | null;
        logo?: string | null;
        header_image?: string | null;
        image?: string | null;
        issue_shows?: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null | null;
        header?: string | null;
        footer?: string | null;
        announcement_bar_text?: string | null;
        announcement_bar_background_color?: string | null;
        announcement_bar_visibility?: 'disabled' | 'everyone' | 'free_only' | 'logged_out_only' | 'paid_only' | null;
        template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
        custom_email_template?: string | null;
        css?: string | null;
        web_css?: string | null;
        theme_configuration?: Record<string, unknown> | null;
        email_theme_configuration?: Record<string, unknown> | null;
        socials?: Array<{
          type: string;
          url: string;
          label?: string | null;
        }> | null;
        sharing_networks?: Array<string> | null;
        /** home: the page with the form; archive: the list of issues; embed: the form alone; issue: a sample issue as a page; mail: the same as a mail; confirmation, welcome, gift, ending (of a gift or trial) and ended: these mails */
        part: 'home' | 'archive' | 'embed' | 'issue' | 'mail' | 'confirmation' | 'welcome' | 'gift' | 'ending' | 'ended';
      };
      answers: {
        200: {
          /** Only for a mail; empty for pages */
          subject: string;
          html: string;
          /** Only for a mail; empty for pages */
          text: string;
          /** Which parts of the newsletter’s own CSS and layout are not used, and which of its colors readers do not see as they are set; why, and what to do. A mail whose own layout cannot be used has no html */
          findings: Array<{
            field: 'text_color' | 'tint_color' | 'button_color' | 'announcement_bar_background_color' | 'css' | 'web_css' | 'custom_email_template';
            /** Only for a layout: what it was checked for */
            check?: 'content' | 'unsubscribe' | 'size' | 'safe' | 'liquid';
            line: number | null;
            found: string;
            found_sentence?: Sentence;
            remedy: string;
            remedy_sentence?: Sentence;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Answer a survey for a subscriber */
    '/v1/survey_responses': {
      params: never;
      query: never;
      body: {
        survey_id: string;
        subscriber_id: string;
        email_id?: string | null;
        /** The place of the answer in the list of the survey, from 0 */
        answer?: number | null;
        text?: string | null;
      };
      answers: {
        201: ExpandedResponse;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Comment on an email */
    '/v1/comments': {
      params: never;
      query: never;
      body: {
        text: string;
        email_id?: string | null;
        /** A comment of the same email; a reply to a reply joins its thread */
        parent_id?: string | null;
        /** Who writes it; none: the newsletter itself */
        subscriber_id?: string | null;
      };
      answers: {
        201: ExpandedComment;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Answer a reply */
    '/v1/replies/{id}/answers': {
      params: {
        id: string;
      };
      query: never;
      body: {
        text: string;
      };
      answers: {
        201: ExpandedReply;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Create a webhook */
    '/v1/webhooks': {
      params: never;
      query: never;
      body: {
        url: string;
        /** The older form of event_types, for one type */
        event_type?: '*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed' | 'external_feed_item.created' | null;
        event_types?: Array<'*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed' | 'external_feed_item.created'> | null;
        email_ids?: Array<string> | null;
        automation_ids?: Array<string> | null;
        filters?: AskedFilterGroupInput | null;
        status?: 'enabled' | 'disabled';
        description?: string | null;
        signing_key?: '' | string | null;
      };
      answers: {
        201: Webhook;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Send a sample event now */
    '/v1/webhooks/{id}/test': {
      params: {
        id: string;
      };
      query: {
        /** Type of the sample; defaults to the webhook's first */
        event_type?: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked';
      };
      body: {
        /** Type of the sample; defaults to the webhook's first */
        event_type?: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked';
      };
      answers: {
        200: WebhookAttempt;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Send an attempt again now */
    '/v1/webhooks/{id}/attempts/{attempt_id}/resend': {
      params: {
        id: string;
        attempt_id: string;
      };
      query: never;
      body: never;
      answers: {
        200: WebhookAttempt;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Ask Stripe whether the key has every right, and which products there are */
    '/v1/payments/check': {
      params: never;
      query: never;
      body: {
        /** A key that is not connected yet: its rights, and the products of its account */
        key?: string;
      } | null;
      answers: {
        200: PaymentsCheck;
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Compare everything with Stripe now */
    '/v1/payments/sweep': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: PaymentSweep;
        400: Error;
        401: Error;
        403: Error;
        429: Error;
        503: Error;
      };
    };
    /** Link subscriptions that another service began */
    '/v1/payments/adopt': {
      params: never;
      query: never;
      body: {
        /** Only say what would be linked; false: link it */
        dry_run?: boolean;
        /** Also link customers whose address at Stripe is that of a subscriber. Look at the dry run first */
        by_address?: boolean;
      };
      answers: {
        200: Adoption;
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
        503: Error;
      };
    };
    /** Create a price */
    '/v1/prices': {
      params: never;
      query: never;
      body: {
        /** In the smallest unit of the currency, such as cents */
        amount?: number | null;
        cadence: 'year' | 'month' | 'week' | 'one-time' | 'email';
        currency: string;
        /** The name that readers see where they choose */
        description?: string | null;
        style?: 'fixed' | 'pay-what-you-want' | 'usage-based' | null;
        minimum_amount?: number | null;
        maximum_amount?: number | null;
        suggested_amount?: number | null;
        /** The product; by default the first one of the newsletter, or a new one */
        product_id?: string | null;
      };
      answers: {
        201: Price;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
        503: Error;
      };
    };
    /** Submit a returned message */
    '/v1/feedback/messages': {
      params: never;
      query: {
        /** The address the message was sent to */
        recipient?: string;
      };
      body: Blob;
      answers: {
        200: {
          result: 'taken' | 'unassigned' | 'refused';
        };
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
  };
  patch: {
    /** Update a newsletter */
    '/v1/newsletters/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        username?: string;
        name?: string;
        description?: string | null;
        from_name?: string | null;
        from_address?: string;
        reply_to?: '' | string | null;
        replies?: 'mailbox' | 'inbox' | 'inbox_and_mailbox' | null;
        timezone?: '' | string | null;
        locale?: string | null;
        formal_words?: boolean | null;
        words?: Record<string, Record<string, string>> | null;
        domain?: string | null;
        bounce_domain?: string | null;
        postal_address?: string | null;
        track_opens?: boolean | null;
        track_clicks?: boolean | null;
        /** For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key */
        undo_seconds?: number | null;
        late_schedule_hours?: number | null;
        double_opt_in?: boolean | null;
        sign_up_text?: string | null;
        asks_timezone?: boolean | null;
        comment_notices?: boolean | null;
        sister_newsletters?: Array<string> | null;
        free_subscriptions?: boolean | null;
        premium_text?: string | null;
        premium_url?: string | null;
        confirmation_subject?: string | null;
        confirmation_text?: string | null;
        welcome_subject?: string | null;
        welcome_body?: string | null;
        archive_theme?: string | null;
        tint_color?: string | null;
        background_color?: string | null;
        text_color?: string | null;
        button_color?: string | null;
        typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter' | null;
        heading_typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter' | null;
        text_size?: '' | 'small' | 'large' | null;
        page_width?: '' | 'narrow' | 'wide' | null;
        corners?: '' | 'square' | 'rounded' | 'round' | null;
        button_style?: '' | 'filled' | 'outlined' | null;
        link_style?: '' | 'colored' | 'underlined' | 'highlighted' | null;
        title_alignment?: '' | 'start' | 'center' | null;
        icon?: string | null;
        icon_alt_text?: string | null;
        logo?: string | null;
        header_image?: string | null;
        image?: string | null;
        issue_shows?: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null | null;
        header?: string | null;
        footer?: string | null;
        announcement_bar_text?: string | null;
        announcement_bar_background_color?: string | null;
        announcement_bar_visibility?: 'disabled' | 'everyone' | 'free_only' | 'logged_out_only' | 'paid_only' | null;
        template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
        custom_email_template?: string | null;
        css?: string | null;
        web_css?: string | null;
        theme_configuration?: Record<string, unknown> | null;
        email_theme_configuration?: Record<string, unknown> | null;
        socials?: Array<{
          type: string;
          url: string;
          label?: string | null;
        }> | null;
        sharing_networks?: Array<string> | null;
        forms_create_tags?: boolean | null;
        captcha?: '' | 'hcaptcha' | 'turnstile' | null;
        captcha_site_key?: string | null;
        captcha_secret?: string | null;
        trial_days?: number | null;
        catch_up_emails?: number | null;
        gift_subject?: string | null;
        gift_text?: string | null;
        ending_subject?: string | null;
        ending_text?: string | null;
        ended_subject?: string | null;
        ended_text?: string | null;
        sending_rate?: number | null;
        /** The maximum number of mails (emails and mails of sequences together) that one person gets within this many days of 24 hours. Emails leave out people who have had that many; sequences wait. null: no cap */
        mail_cap?: {
          count: number;
          days: number;
        } | null;
        /** The hours in which sequences mail nobody, in the reader’s time zone if it is known, and otherwise in the newsletter’s. They last past midnight if `until` is earlier than `from`. null: none */
        quiet_hours?: {
          from: string;
          until: string;
        } | null;
        /** When readers who chose fewer mails get a digest of the issues since the last one: weekly on this day, monthly on the first such day of a month, in the newsletter’s time zone. null: readers cannot choose, and everybody gets each issue */
        digests?: {
          weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
          time: string;
        } | null;
        /** Sending to more recipients than this needs the approval of a second key; null: never */
        approval_threshold?: number | null;
        /** After how many months new DKIM keys replace those that sign. They are made 14 days ahead, and sign once DNS has their records. null: keys are replaced only when somebody creates new ones */
        dkim_rotation_months?: number | null;
        /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
        delivery_months?: number | null;
        email_address?: string;
        reply_to_address?: '' | string | null;
      };
      answers: {
        200: Newsletter;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Change your name, address, language or password */
    '/v1/me': {
      params: never;
      query: never;
      body: {
        /** The name that others see; may be empty */
        name?: string;
        email_address?: string;
        /** The language of the dashboard; empty: that of the browser */
        language?: '' | 'en' | 'de' | 'de-formal' | 'es' | 'fr';
        /** At least 12 characters; null removes the password. Ends all other sessions */
        password?: string | null;
      };
      answers: {
        200: Me;
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Rename a passkey */
    '/v1/me/passkeys/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        name: string;
      };
      answers: {
        200: Passkey;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Change what a person may do */
    '/v1/people/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses. */
        role?: 'owner' | 'editor' | 'writer' | 'viewer';
        /** Whether they own the installation; needs `installation: write` */
        installation?: boolean;
        /** API keys that the person created and could no longer create stay valid, as if you had created them */
        keep_keys?: boolean;
      };
      answers: {
        200: Person;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Change the permissions of a person or an open invitation */
    '/v1/users/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** The person gets the role with most rights that has no more than these; omitted areas are none */
        permissions: {
          subscriber?: 'none' | 'read' | 'write';
          email?: 'none' | 'read' | 'write';
          sending?: 'none' | 'read' | 'write';
          styling?: 'none' | 'read' | 'write';
          administrivia?: 'none' | 'read' | 'write';
          automations?: 'none' | 'read' | 'write';
          surveys?: 'none' | 'read' | 'write';
          forms?: 'none' | 'read' | 'write';
        };
      };
      answers: {
        200: User;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Activate or retire a DKIM key */
    '/v1/newsletters/{id}/dkim_keys/{key_id}': {
      params: {
        id: string;
        key_id: string;
      };
      query: never;
      body: {
        status: 'active' | 'retired';
      };
      answers: {
        200: DkimKey;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a tag */
    '/v1/tags/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        name?: string;
        color?: string | null;
        description?: string | null;
        subscriber_editable?: boolean | null;
        public_description?: string | null;
      };
      answers: {
        200: Tag;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a segment */
    '/v1/segments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        name?: string;
        description?: string | null;
        filters?: AskedFilterGroupInput;
      };
      answers: {
        200: Segment;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a subscriber */
    '/v1/subscribers/{id_or_email}': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: {
        email_address?: string;
        email?: string;
        type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        subscriber_type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        tags?: Array<string> | null;
        metadata?: Record<string, unknown> | null;
        notes?: string | null;
        referrer_url?: string | null;
        utm_campaign?: string | null;
        utm_medium?: string | null;
        utm_source?: string | null;
        ip_address?: string | null;
        frequency?: 'each' | 'weekly' | 'monthly' | null;
        locale?: string | null;
        unsubscription_reason?: string | null;
      };
      answers: {
        200: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update an email */
    '/v1/emails/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        subject?: string;
        body?: string | null;
        status?: 'draft' | 'about_to_send' | 'scheduled' | 'transactional' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
        /** As when an email is created; null or "none" clears it */
        publish_date?: 'none' | string | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        attachments?: Array<string> | null;
        description?: string | null;
        canonical_url?: string | null;
        image?: string | null;
        /** null creates a new one from the subject */
        slug?: string | null;
        metadata?: Record<string, unknown> | null;
        should_send_teaser?: boolean | null;
        custom_teaser?: string | null;
        secondary_id?: number | null;
        archival_mode?: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled' | null;
        featured?: boolean | null;
        commenting_mode?: '' | 'disabled' | 'enabled' | 'enabled_for_paid_subscribers' | null;
        related_email_ids?: Array<string> | null;
        template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | 'none' | null;
        locale?: string | null;
        ignores_cap?: boolean | null;
        /** null: everybody gets it at once */
        reader_time?: {
          /** A time such as "09:00", in the time zone of each reader */
          at: string;
          /** Readers for whom this time has passed when sending begins get it a day later (`next_day`), or together with those in the time zone of the newsletter (`with_newsletter`) */
          if_passed?: 'next_day' | 'with_newsletter';
        } | null;
        /** null: no test */
        ab_test?: {
          /** One to three other variants; the first variant is the email itself */
          variants: Array<{
            subject?: string;
            from_name?: string;
            /** Markdown or HTML */
            body?: string;
          }>;
          /** The percentage of the audience that takes part, divided among the variants; the rest waits for the decision */
          share?: number;
          /** What decides: how many people followed a link, or how many opened it. `opens` counts only people whose opens can be seen: they have opened an earlier email, and never with a program that opens everything */
          measure?: 'clicks' | 'opens';
          /** The decision is made once, this many hours after sending began */
          decide_after?: number;
          /** What the rest gets if no variant is the best with a probability of 95 %: the `first`, or all of them, each for a part of the rest (`split`) */
          if_undecided?: 'first' | 'split';
        } | null;
        should_trigger_pay_per_email_billing?: false | null;
        suppression_reason?: null;
      };
      answers: {
        200: Email;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        412: EmailChanged;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update an attachment */
    '/v1/attachments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** The new name; the old address stays valid */
        name?: string;
      };
      answers: {
        200: Attachment;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update an image */
    '/v1/images/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        metadata?: Record<string, unknown> | null;
      };
      answers: {
        200: Image;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a snippet */
    '/v1/snippets/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        identifier?: string;
        name?: string;
        content?: string | null;
        mode?: '' | 'fancy' | 'naked' | 'plaintext' | null;
      };
      answers: {
        200: Snippet;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a survey */
    '/v1/surveys/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        answers?: Array<string> | null;
        notes?: string | null;
        input_type?: 'radio' | 'checkbox' | 'text' | null;
        response_cadence?: 'once' | 'once_per_email' | null;
        is_freeform_response_enabled?: boolean | null;
        randomize_answers?: boolean | null;
        shows_results?: boolean | null;
        status?: 'active' | 'inactive' | null;
      };
      answers: {
        200: Survey;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a template of emails */
    '/v1/templates/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        name?: string;
        subject?: string | null;
        body?: string | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | 'none' | null;
        locale?: string | null;
        archival_mode?: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled' | null;
      };
      answers: {
        200: Template;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update an automation */
    '/v1/external_feeds/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** A new feed in place of the first. Its current items are its baseline; items queued from the old feed are still mailed */
        url?: string;
        /** All feeds. An added feed starts with its own baseline; waiting items of a removed feed are skipped */
        urls?: Array<string>;
        name?: string | null;
        status?: '' | 'active' | 'inactive';
        behavior?: 'draft' | 'emails';
        cadence?: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject?: string;
        body?: string;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        skip_old_items?: boolean | null;
        item_filters?: {
          /** Includes only items that match an entry of each non-empty list */
          include?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
          /** Excludes items that match any entry of these lists */
          exclude?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
        } | null;
        poll_minutes?: number | null;
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        /** Another name for `name` */
        label?: string | null;
        /** With status active: also mail the items that arrived during the pause */
        catch_up?: boolean | null;
      };
      answers: {
        200: Automation;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update an automation */
    '/v1/automations/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** A new feed in place of the first. Its current items are its baseline; items queued from the old feed are still mailed */
        url?: string;
        /** All feeds. An added feed starts with its own baseline; waiting items of a removed feed are skipped */
        urls?: Array<string>;
        name?: string | null;
        status?: '' | 'active' | 'inactive';
        behavior?: 'draft' | 'emails';
        cadence?: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject?: string;
        body?: string;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        skip_old_items?: boolean | null;
        item_filters?: {
          /** Includes only items that match an entry of each non-empty list */
          include?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
          /** Excludes items that match any entry of these lists */
          exclude?: {
            /** Whole categories */
            categories?: Array<string> | null;
            /** Words or phrases in titles */
            titles?: Array<string> | null;
            /** Words or phrases in authors' names */
            authors?: Array<string> | null;
          } | null;
        } | null;
        poll_minutes?: number | null;
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        /** Another name for `name` */
        label?: string | null;
        /** With status active: also mail the items that arrived during the pause */
        catch_up?: boolean | null;
        /** Can be left out. An automation that follows a feed is of the kind feed, and a sequence of the kind event */
        kind: 'feed';
      } | {
        /** Can be left out. An automation that follows a feed is of the kind feed, and a sequence of the kind event */
        kind: 'event';
        name?: string | null;
        status?: 'active' | 'inactive' | null;
        trigger?: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.delivered' | 'subscriber.opened' | 'subscriber.clicked' | 'subscriber.date' | 'automation.invoked' | 'email.created' | 'email.updated' | 'email.send.started' | 'email.sent' | 'email.deleted' | 'date.day.started' | 'date.week.started' | 'date.month.started' | 'date.year.started' | null;
        actions?: Array<{
          type: 'add_tags' | 'remove_tags' | 'add_metadata' | 'remove_metadata' | 'send_email' | 'send_notification' | 'send_post_request' | 'send_confirmation_reminder' | 'unsubscribe_subscriber' | 'create_export' | 'update_email_type' | 'create_subscriber';
          metadata?: Record<string, unknown> | null;
          /** When it is done, counted from the trigger; null: at once */
          timing?: {
            time: 'immediate' | 'delay';
            delay?: {
              value: string;
              unit: 'minutes' | 'hours' | 'days' | 'weeks';
              time_of_day?: 'morning' | 'evening' | '' | null;
            } | null;
          } | null;
        }> | null;
        timing?: {
          time: 'immediate' | 'delay';
          delay?: {
            value: string | number;
            unit: 'minutes' | 'hours' | 'days' | 'weeks';
            time_of_day?: 'morning' | 'evening' | '' | null;
            /** A time of day such as "09:00", in place of time_of_day: the step waits for the first one at or after the end of the delay */
            at?: string | null;
            /** Only on these days */
            weekdays?: Array<'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'> | null;
            /** Whose time zone: `reader` uses `metadata.timezone` of the subscriber, if it is a known zone */
            zone?: 'newsletter' | 'reader' | null;
          } | null;
        } | null;
        filters?: AskedFilterGroupInput | null;
        exit_filters?: AskedFilterGroupInput | null;
        should_evaluate_filter_after_delay?: boolean | null;
        metadata?: Record<string, unknown> | null;
        trigger_date?: {
          /** The key in the metadata, with a date such as 1990-04-30 */
          key: string;
          yearly?: boolean;
          days_before?: number;
        } | null;
        entry?: 'once' | 'after_end' | 'every' | null;
        when_inactive?: 'hold' | 'finish' | 'leave' | null;
        late_hours?: number | null;
        /** Whether people inside follow the changed steps, too */
        apply_to?: 'new' | 'everyone' | null;
        /** Only say who would move where */
        dry_run?: boolean | null;
        /** The hash of the dry run, with apply_to everyone */
        hash?: string | null;
      };
      answers: {
        200: Automation | Sequence;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        412: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Decide on an item */
    '/v1/automations/{id}/items/{item_id}': {
      params: {
        id: string;
        item_id: string;
      };
      query: never;
      body: {
        status: 'queued' | 'skipped';
      };
      answers: {
        200: AutomationItem;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Decide on an item */
    '/v1/external_feeds/{id}/items/{item_id}': {
      params: {
        id: string;
        item_id: string;
      };
      query: never;
      body: {
        status: 'queued' | 'skipped';
      };
      answers: {
        200: AutomationItem;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** End a passage, or move its next step */
    '/v1/automations/{id}/runs/{run_id}': {
      params: {
        id: string;
        run_id: string;
      };
      query: never;
      body: {
        status?: 'left';
        /** When the step that waits is due */
        due_date?: string;
      };
      answers: {
        200: SequenceRun;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Leave out a step of a sequence for a subscriber */
    '/v1/subscribers/{id_or_email}/automations/{automation_attempt_id}': {
      params: {
        id_or_email: string;
        automation_attempt_id: string;
      };
      query: never;
      body: {
        status: 'skipped';
      };
      answers: {
        200: AutomationForSubscriber;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Change the options of an import */
    '/v1/imports/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** What to do with people who are already subscribers. update: tags and metadata are added, empty fields are filled in, and those who left elsewhere are unsubscribed here. skip: they do not change. */
        existing?: 'update' | 'skip';
        /** Tags for everybody */
        tags?: Array<string>;
        /** The field that each column of a CSV file fills, by the header of the column. The fields of other columns are guessed */
        columns?: Record<string, string>;
        /** Whether the day or the month comes first in dates such as 03/04/2026, by the header of the column. It is needed only for columns whose other dates do not show it */
        date_orders?: Record<string, 'day_first' | 'month_first'>;
        /** Ask new people to confirm by mail */
        confirm?: boolean;
        /** Bring these people back if the file has consent that is newer than the date they left */
        revive?: Array<'unsubscribed' | 'undeliverable' | 'unactivated'>;
        /** Copy the images of past issues, so that they survive the other service */
        fetch_images?: boolean;
        /** Whether new and changed people trigger sequences, as if they had signed up themselves */
        start_sequences?: boolean;
        /** Whether the former paths of past issues redirect to their pages here */
        redirect?: boolean;
        /** The former address of past issues, to complete their relative links */
        site_url?: string;
        /** What the file is, if it was recognised wrongly */
        format?: 'buttondown' | 'mailchimp' | 'substack' | 'ghost' | 'kit' | 'beehiiv' | 'listmonk' | 'mailerlite' | 'wordpress' | 'csv' | 'jsonl';
      };
      answers: {
        200: Import;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a form */
    '/v1/forms/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        title?: string | null;
        slug?: string | null;
        body?: string | null;
        fields?: Array<{
          /** The key of the answer in the metadata of the subscriber */
          name: string;
          /** What readers are asked */
          label: string;
          /** text: a line. choice: one of the options. date: a day. consent: a box to tick, true in the metadata */
          type: 'text' | 'choice' | 'date' | 'consent';
          /** Whether an answer is required */
          required?: boolean;
          /** The options to choose from; only for the type choice */
          options?: Array<string>;
        }> | null;
        button?: string | null;
        consent_text?: string | null;
        success_body?: string | null;
        redirect_url?: string | null;
        tags?: Array<string> | null;
        /** Whether people must confirm their address; null: as in the newsletter. People who send the form without having seen our page must always confirm */
        double_opt_in?: boolean | null;
        /** The maximum number of sign-ups within an hour; null: no limit */
        hourly_limit?: number | null;
        status?: 'active' | 'inactive' | null;
      };
      answers: {
        200: Form;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a relay */
    '/v1/relays/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** The name that you give it */
        name?: string;
        /** Its host name or address */
        host?: string;
        port?: number;
        /** implicit: TLS from the first byte, as on port 465. require: STARTTLS, with a valid certificate. opportunistic: STARTTLS if it is offered. none: no TLS */
        tls?: 'implicit' | 'require' | 'opportunistic' | 'none';
        /** The user for the login; empty: it needs none */
        user?: string;
        /** null: the first that the relay offers of plain, login and cram-md5. For xoauth2, the password is the access token */
        login_method?: 'plain' | 'login' | 'cram-md5' | 'xoauth2' | null;
        /** Our name in EHLO; empty: the name of the machine */
        client_name?: string;
        /** Its share of the messages, relative to the other relays for the same mail */
        weight?: number;
        /** Whether it is used only while none of the other relays for the same mail works */
        is_reserve?: boolean;
        /** The maximum number of connections that a worker process opens to it; null: SMTP_CONNECTIONS */
        connections?: number | null;
        /** The maximum number of copies of emails per second, over all worker processes; 0: no limit */
        sending_rate?: number;
        /** The newsletters whose mail it takes */
        newsletter_ids?: Array<string>;
        /** The domains from which it takes mail, such as example.org for news@example.org. Relays that name the newsletter are used instead, if there are any */
        from_domains?: Array<string>;
        /** Whether it takes the mail for which no relay names the newsletter or the domain */
        is_default?: boolean;
        /** Whether it takes no mail. Mail then goes over the other relays for it, or waits if there are none */
        is_paused?: boolean;
        /** The mail service behind it that reports bounces and complaints to report_url; null: none */
        report_service?: 'ses' | 'postmark' | 'mailgun' | 'sendgrid' | 'brevo' | 'resend' | 'mailjet' | 'sparkpost' | null;
        /** It is stored encrypted and never shown */
        password?: string;
        /** The secret that proves the reports of report_service, as docs/bounces.md describes it; empty for ses, whose topic you confirm. It is stored encrypted and never shown */
        report_secret?: string;
      };
      answers: {
        200: Relay;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Change the text of a response */
    '/v1/survey_responses/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        text?: string | null;
      };
      answers: {
        200: ExpandedResponse;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Approve a comment, or mark it as spammy */
    '/v1/comments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        status: 'active' | 'spammy';
      };
      answers: {
        200: ExpandedComment;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Mark a reply as read, or archive it */
    '/v1/replies/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        status?: 'unread' | 'read' | 'archived';
        /** To correct what was recognised */
        is_automatic?: boolean;
      };
      answers: {
        200: ExpandedReply;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a webhook */
    '/v1/webhooks/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        url?: string;
        /** The older form of event_types, for one type */
        event_type?: '*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed' | 'external_feed_item.created' | null;
        event_types?: Array<'*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.mail_paused' | 'subscriber.mail_resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'stripe.checkout.session.completed' | 'stripe.customer.updated' | 'stripe.invoice.upcoming' | 'stripe.subscription.activated' | 'stripe.subscription.churning' | 'stripe.subscription.deactivated' | 'subscriber.changed_email' | 'subscriber.responded_to_survey' | 'subscriber.referred' | 'subscriber.viewed_checkout_page' | 'subscriber.commented' | 'subscriber.replied' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.invoked' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'form.created' | 'form.updated' | 'form.deleted' | 'note.created' | 'note.deleted' | 'survey.created' | 'survey.updated' | 'survey.deleted' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.created' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'backup.failed' | 'installation.held' | 'installation.resumed' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed' | 'external_feed_item.created'> | null;
        email_ids?: Array<string> | null;
        automation_ids?: Array<string> | null;
        /** null: everybody */
        filters?: AskedFilterGroupInput | null;
        status?: 'enabled' | 'disabled';
        description?: string | null;
        /** null generates a new key. For another day, requests are also signed with the former one */
        signing_key?: string | null;
      };
      answers: {
        200: Webhook;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
  };
  put: {
    /** Update a newsletter */
    '/v1/newsletters/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        username?: string;
        name?: string;
        description?: string | null;
        from_name?: string | null;
        from_address?: string;
        reply_to?: '' | string | null;
        replies?: 'mailbox' | 'inbox' | 'inbox_and_mailbox' | null;
        timezone?: '' | string | null;
        locale?: string | null;
        formal_words?: boolean | null;
        words?: Record<string, Record<string, string>> | null;
        domain?: string | null;
        bounce_domain?: string | null;
        postal_address?: string | null;
        track_opens?: boolean | null;
        track_clicks?: boolean | null;
        /** For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key */
        undo_seconds?: number | null;
        late_schedule_hours?: number | null;
        double_opt_in?: boolean | null;
        sign_up_text?: string | null;
        asks_timezone?: boolean | null;
        comment_notices?: boolean | null;
        sister_newsletters?: Array<string> | null;
        free_subscriptions?: boolean | null;
        premium_text?: string | null;
        premium_url?: string | null;
        confirmation_subject?: string | null;
        confirmation_text?: string | null;
        welcome_subject?: string | null;
        welcome_body?: string | null;
        archive_theme?: string | null;
        tint_color?: string | null;
        background_color?: string | null;
        text_color?: string | null;
        button_color?: string | null;
        typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter' | null;
        heading_typeface?: '' | 'sans' | 'humanist' | 'geometric' | 'serif' | 'book' | 'slab' | 'mono' | 'typewriter' | null;
        text_size?: '' | 'small' | 'large' | null;
        page_width?: '' | 'narrow' | 'wide' | null;
        corners?: '' | 'square' | 'rounded' | 'round' | null;
        button_style?: '' | 'filled' | 'outlined' | null;
        link_style?: '' | 'colored' | 'underlined' | 'highlighted' | null;
        title_alignment?: '' | 'start' | 'center' | null;
        icon?: string | null;
        icon_alt_text?: string | null;
        logo?: string | null;
        header_image?: string | null;
        image?: string | null;
        issue_shows?: Array<'author' | 'date' | 'number' | 'reading_time' | 'picture' | 'related' | 'neighbours'> | null | null;
        header?: string | null;
        footer?: string | null;
        announcement_bar_text?: string | null;
        announcement_bar_background_color?: string | null;
        announcement_bar_visibility?: 'disabled' | 'everyone' | 'free_only' | 'logged_out_only' | 'paid_only' | null;
        template?: '' | 'modern' | 'classic' | 'naked' | 'plaintext' | 'custom' | null;
        custom_email_template?: string | null;
        css?: string | null;
        web_css?: string | null;
        theme_configuration?: Record<string, unknown> | null;
        email_theme_configuration?: Record<string, unknown> | null;
        socials?: Array<{
          type: string;
          url: string;
          label?: string | null;
        }> | null;
        sharing_networks?: Array<string> | null;
        forms_create_tags?: boolean | null;
        captcha?: '' | 'hcaptcha' | 'turnstile' | null;
        captcha_site_key?: string | null;
        captcha_secret?: string | null;
        trial_days?: number | null;
        catch_up_emails?: number | null;
        gift_subject?: string | null;
        gift_text?: string | null;
        ending_subject?: string | null;
        ending_text?: string | null;
        ended_subject?: string | null;
        ended_text?: string | null;
        sending_rate?: number | null;
        /** The maximum number of mails (emails and mails of sequences together) that one person gets within this many days of 24 hours. Emails leave out people who have had that many; sequences wait. null: no cap */
        mail_cap?: {
          count: number;
          days: number;
        } | null;
        /** The hours in which sequences mail nobody, in the reader’s time zone if it is known, and otherwise in the newsletter’s. They last past midnight if `until` is earlier than `from`. null: none */
        quiet_hours?: {
          from: string;
          until: string;
        } | null;
        /** When readers who chose fewer mails get a digest of the issues since the last one: weekly on this day, monthly on the first such day of a month, in the newsletter’s time zone. null: readers cannot choose, and everybody gets each issue */
        digests?: {
          weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
          time: string;
        } | null;
        /** Sending to more recipients than this needs the approval of a second key; null: never */
        approval_threshold?: number | null;
        /** After how many months new DKIM keys replace those that sign. They are made 14 days ahead, and sign once DNS has their records. null: keys are replaced only when somebody creates new ones */
        dkim_rotation_months?: number | null;
        /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
        delivery_months?: number | null;
        email_address?: string;
        reply_to_address?: '' | string | null;
      };
      answers: {
        200: Newsletter;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Connect Gmail’s Postmaster Tools */
    '/v1/postmaster': {
      params: never;
      query: never;
      body: {
        key: string | Record<string, unknown>;
      };
      answers: {
        200: PostmasterAccess;
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a tag */
    '/v1/tags/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: {
        name?: string;
        color?: string | null;
        description?: string | null;
        subscriber_editable?: boolean | null;
        public_description?: string | null;
      };
      answers: {
        200: Tag;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Update a subscriber */
    '/v1/subscribers/{id_or_email}': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: {
        email_address?: string;
        email?: string;
        type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        subscriber_type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'upcoming' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        tags?: Array<string> | null;
        metadata?: Record<string, unknown> | null;
        notes?: string | null;
        referrer_url?: string | null;
        utm_campaign?: string | null;
        utm_medium?: string | null;
        utm_source?: string | null;
        ip_address?: string | null;
        frequency?: 'each' | 'weekly' | 'monthly' | null;
        locale?: string | null;
        unsubscription_reason?: string | null;
      };
      answers: {
        200: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Begin or change the warm-up plan */
    '/v1/warm_up': {
      params: never;
      query: never;
      body: {
        /** The first day of the plan; without it, today */
        start_date?: string;
        /** How many copies may go out on the first day */
        first_day: number;
        /** Each day’s number is that of the day before, multiplied by this and rounded */
        growth?: number;
        /** The highest number. It stays the daily limit until the plan is ended */
        ceiling: number;
        /** Whether each receiving domain gets the number, or all of them together */
        per?: 'domain' | 'newsletter';
      };
      answers: {
        200: WarmUp;
        400: Error;
        401: Error;
        403: Error;
        413: Error;
        415: Error;
        429: Error;
      };
    };
    /** Connect with Stripe, or change the settings of the connection */
    '/v1/payments': {
      params: never;
      query: never;
      body: {
        /** practice: no account, and nothing is charged. stripe: with `key` */
        mode?: 'practice' | 'stripe';
        /** A restricted key of your Stripe account; its name says whether it is of test or live mode. Never shown */
        key?: string;
        /** The products of the Stripe account that belong to this newsletter. Everything else in the account is counted and left alone */
        product_ids?: Array<string>;
        /** The currency of new prices, such as usd */
        currency?: string;
        /** For how many days a failed payment still entitles */
        grace_days?: number;
        /** For how many days a new subscription is free; 0: no trial */
        trial_days?: number;
        /** What unsubscribing from mail does to the plan: it ends with the paid period, or it continues */
        on_unsubscribe?: 'end' | 'keep';
        /** Who works out taxes: nobody, Stripe Tax, or Stripe as the seller (Managed Payments) */
        tax?: 'none' | 'stripe_tax' | 'managed';
      };
      answers: {
        200: Payments;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
        413: Error;
        415: Error;
        429: Error;
        503: Error;
      };
    };
  };
  delete: {
    /** Delete a newsletter */
    '/v1/newsletters/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
      };
    };
    /** Revoke an API key */
    '/v1/api_keys/{id}': {
      params: {
        id: string;
      };
      query: {
        /** Keys that it created stay valid, as if the caller had created them */
        keep_keys?: '' | 'true' | 'false' | '1' | '0';
      };
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Remove the authenticator app */
    '/v1/me/totp': {
      params: never;
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** End all your other sessions */
    '/v1/me/sessions': {
      params: never;
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** End one of your sessions */
    '/v1/me/sessions/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a passkey */
    '/v1/me/passkeys/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Disconnect one of your accounts elsewhere */
    '/v1/me/identities/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Disconnect an account elsewhere from a person */
    '/v1/people/{id}/identities/{identity_id}': {
      params: {
        id: string;
        identity_id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Remove a person from the newsletter */
    '/v1/people/{id}': {
      params: {
        id: string;
      };
      query: {
        /** API keys that the person created and could no longer create stay valid, as if you had created them */
        keep_keys?: '' | 'true' | 'false' | '1' | '0';
      };
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Withdraw an invitation */
    '/v1/invitations/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Remove a person, or withdraw an invitation */
    '/v1/users/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Disconnect Gmail’s Postmaster Tools */
    '/v1/postmaster': {
      params: never;
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        429: Error;
      };
    };
    /** Delete a DKIM key */
    '/v1/newsletters/{id}/dkim_keys/{key_id}': {
      params: {
        id: string;
        key_id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a tag */
    '/v1/tags/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a segment */
    '/v1/segments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a subscriber */
    '/v1/subscribers/{id_or_email}': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a note */
    '/v1/notes/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** End the private feed of a subscriber */
    '/v1/subscribers/{id_or_email}/private-feed': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete an email */
    '/v1/emails/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        412: EmailChanged;
        429: Error;
      };
    };
    /** Withdraw the approval of an email, or the request for it */
    '/v1/emails/{id}/approval': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete an attachment */
    '/v1/attachments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete an image */
    '/v1/images/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a snippet */
    '/v1/snippets/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a survey with its answers */
    '/v1/surveys/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a template of emails */
    '/v1/templates/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** End the warm-up plan */
    '/v1/warm_up': {
      params: never;
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete an automation */
    '/v1/external_feeds/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete an automation */
    '/v1/automations/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete an export */
    '/v1/exports/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete an import */
    '/v1/imports/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a form */
    '/v1/forms/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Remove a relay */
    '/v1/relays/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Forget a topic */
    '/v1/report_topics/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a comment */
    '/v1/comments/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a reply */
    '/v1/replies/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** Delete a webhook */
    '/v1/webhooks/{id}': {
      params: {
        id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        404: Error;
        429: Error;
      };
    };
    /** End the connection with Stripe */
    '/v1/payments': {
      params: never;
      query: never;
      body: never;
      answers: {
        204: undefined;
        401: Error;
        403: Error;
        409: Error;
        429: Error;
      };
    };
    /** Archive a price */
    '/v1/prices/{price_id}': {
      params: {
        price_id: string;
      };
      query: never;
      body: never;
      answers: {
        204: undefined;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        429: Error;
        503: Error;
      };
    };
  };
};

/** The lists of which a page may begin at a cursor. */
export const listsWithCursor: readonly string[] = [
  '/v1/audit_log',
  '/v1/subscribers',
  '/v1/subscribers/search',
  '/v1/emails/{id}/deliveries',
  '/v1/suppressions',
  '/v1/events',
  '/v1/subscribers/{id_or_email}/timeline',
];
