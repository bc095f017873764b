// Written from docs/openapi.json by npm run generate. Change the routes, not this file.

export type ApiKey = {
  id: string;
  name: string;
  permissions: {
    emails: 'none' | 'read' | 'write';
    sending: 'none' | 'read' | 'write';
    subscribers: 'none' | 'read' | 'write';
    automations: 'none' | 'read' | 'write';
    bulk_actions: 'none' | 'read' | 'write';
    settings: 'none' | 'read' | 'write';
    installation: 'none' | 'read' | 'write';
  };
  bounds: Bounds;
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
  /** `fields` lists the fields that the request set. May also hold states and counts, never contents */
  details: Record<string, unknown>;
};

export type Automation = {
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  /** Your own name, or the title of the feed, or its host */
  name: string;
  /** Your own name, or empty */
  label: string;
  status: 'active' | 'inactive';
  /** Why the service deactivated it */
  status_reason: string;
  behavior: 'draft' | 'emails';
  cadence: 'every' | 'daily' | 'weekly' | 'monthly';
  cadence_metadata: Record<string, unknown>;
  /** Current address of the (first) feed, after permanent redirects. A user and password in it are used but not shown */
  url: string;
  /** The same for all its feeds */
  urls: Array<string>;
  /** State of each of its feeds */
  feeds: Array<{
    url: string;
    title: string;
    last_checked_date: string | null;
    /** Error of the last fetch; empty if there was none */
    last_error: string;
    push_status: 'none' | 'pending' | 'active';
  }>;
  subject: string;
  body: string;
  /** Ids of tags */
  included_tags: Array<string>;
  /** Ids of tags */
  excluded_tags: Array<string>;
  /** Who receives its emails: another form of the tag lists, or more than they can express, and then the lists are empty. Without `subscribers: read` the addresses in it are empty */
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
  /** Items that wait for your decision (`GET …/items?status=held`) */
  held_count: number;
  /** Why they wait: at most ten reasons, most frequent first */
  held_reasons: Array<{
    reason: string;
    count: number;
  }>;
  /** POST to this address, without a key, to announce something new in the feed, which is then fetched */
  ping_url: string;
  /** Whether the feed's WebSub hub announces new items immediately; pending: the subscription is not confirmed yet. For several feeds, the least of them */
  push_status: 'none' | 'pending' | 'active';
  /** Any JSON object */
  metadata: Record<string, unknown>;
  /** When the feed was last fetched; for several feeds, the least recent one */
  last_checked_date: string | null;
  /** When it acts next: the time of its digest, or of the next fetch; null while inactive */
  next_run_date: string | null;
  /** Error of the feed or the last run; empty if there was none. For several feeds, names those that fail */
  last_error: string;
};

export type AutomationItem = {
  id: string;
  /** irrelevant: from before the start; held: waits for your decision */
  status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
  /** Reason for this status */
  reason: string;
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
  type: 'apply_metadata' | 'apply_tags' | 'ban_subscribers' | 'delete_emails' | 'delete_subscribers' | 'delete_tags' | 'reactivate_subscribers' | 'replay_events' | 'resubscribe_subscribers' | 'send_emails' | 'send_reminders' | 'unsubscribe_subscribers' | 'update_email_types';
  /** As it was sent */
  metadata: Record<string, unknown>;
  /** Number of items, fixed at creation */
  total_count: number;
  done_count: number;
  /** Items with nothing to do */
  skipped_count: number;
  /** Items that were refused or do not exist */
  failed_count: number;
  /** Items per second since the start */
  rate: number | null;
  /** Only while in progress */
  expected_completion_date: string | null;
};

export type BulkActionForecast = {
  type: 'apply_metadata' | 'apply_tags' | 'ban_subscribers' | 'delete_emails' | 'delete_subscribers' | 'delete_tags' | 'reactivate_subscribers' | 'replay_events' | 'resubscribe_subscribers' | 'send_emails' | 'send_reminders' | 'unsubscribe_subscribers' | 'update_email_types';
  /** Any JSON object */
  metadata: Record<string, unknown>;
  dry_run: true;
  /** Why the action could not run at all */
  status_reason: string;
  /** Number of items, fixed at creation */
  total_count: number;
  done_count: number;
  /** Items with nothing to do */
  skipped_count: number;
  /** Items that were refused or do not exist */
  failed_count: number;
  /** The first items that would be skipped or would fail */
  refusals: Array<BulkActionItem>;
};

export type BulkActionItem = {
  /** Position in the order of processing, from 1 */
  position: number;
  /** As it was given */
  id: string;
  /** Null until the item is processed */
  status: 'done' | 'skipped' | 'failed' | null;
  /** Code of the reason it was skipped or failed: not_found, unchanged … */
  reason: string;
  /** The reason in words */
  detail: string;
};

export type Calendar = {
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  start: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  end: string;
  /** In order of time; each is an email or a run */
  entries: Array<{
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
    email: {
      id: string;
      /** May be a template */
      subject: string;
      status: 'draft' | 'about_to_send' | 'scheduled' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
      email_type: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival';
      automation_id: string | null;
    } | null;
    /** It runs then, and makes a digest if there is something new */
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
  /** What the proof rests on, or why there is none */
  explanation: string;
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
  /** How often it was offered to the mail server */
  attempts: number;
  /** Last reply of the mail server, or why it was not contacted */
  reply: string;
  /** When it got this status; null while planned */
  status_date: string | null;
  /** When a temporary failure is retried; null if it is not */
  retry_date: string | null;
  open_date: string | null;
  click_date: string | null;
  unsubscription_date: string | null;
  complaint_date: string | null;
};

export type DkimKey = {
  id: string;
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  /** waiting: not in DNS yet, signs nothing; retired: no longer signs */
  status: 'waiting' | 'active' | 'retired';
  /** Name of its TXT record */
  record_name: string;
  /** Value of its TXT record */
  record: string;
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

export type Email = {
  id: string;
  /** Tag ids: only subscribers with all of them receive the email */
  included_tags: Array<string>;
  /** Tag ids: subscribers with any of them do not receive the email */
  excluded_tags: Array<string>;
  /** Who receives it: another form of the tag lists, or more than they can express, and then the lists are empty. Without `subscribers: read` the addresses in it are empty */
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
  status: 'draft' | 'about_to_send' | 'scheduled' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
  /** Why it is errored or waiting; how many deliveries are uncertain, and what to do */
  status_reason: string;
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
  template: 'modern' | 'classic' | 'naked' | 'plaintext' | null;
  /** Stored and returned unchanged; there are no comments */
  commenting_mode: 'disabled' | 'enabled' | 'enabled_for_paid_subscribers';
  /** Always false: nothing is charged */
  should_trigger_pay_per_email_billing: false;
  /** Approval by a second key for more recipients than approval_threshold */
  approval: {
    /** voided: it has changed since it was approved, or the approval was withdrawn */
    state: 'none' | 'requested' | 'approved' | 'voided';
    /** Id of the API key whose request to send was refused */
    requested_by: string | null;
    /** Id of the API key that approved */
    by: string | null;
    /** Maximum number of approved recipients, or the number at the time of the request */
    count: number | null;
  };
  /** Null until sent */
  analytics: EmailAnalytics | null;
  /** The date since which only the counts of its deliveries are kept (delivery_months of the newsletter) */
  deliveries_dropped_date: string | null;
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
  /** Identifiers of the objects involved */
  metadata?: Record<string, string>;
  /** The email as stored */
  current: Email;
  /** The fields of this request, which changed nothing */
  asked: Record<string, unknown>;
};

export type EmailDomainProgress = {
  /** Counting a large email takes a while, so the figures are given again for some time */
  counted_date: string;
  /** Those of most recipients first, at most 100 */
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
  status: 'draft' | 'about_to_send' | 'scheduled' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
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
  /** Of the planned: being handed over now, without a reply of the mail server yet */
  in_hand: number;
  /** When sending begins or began: after the undo window, or at its publish_date; null for drafts */
  start_date: string | null;
  /** Messages per second over the last 10 seconds */
  rate: number;
  /** When everyone will have been served at this pace; null while nothing is being sent */
  expected_completion_date: string | null;
  waits: Array<{
    reason: 'mail_server' | 'newsletter_rate' | 'domain_rate' | 'domain_refuses' | 'retry';
    /** The reason in plain words */
    words: string;
    /** Reply of the mail server or the domain */
    detail: string;
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
    /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
    date: string;
  } | null;
};

export type EmailRevision = {
  /** From 1, oldest first */
  number: number;
  /** Whether this is what the email is now */
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
  /** Why the sitting ended: sitting (a pause, or another author), restore, send; null: it may go on */
  kept_for: 'sitting' | 'restore' | 'send' | null;
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
    /** Who receives it: another form of the tag lists, or more than they can express, and then the lists are empty. Without `subscribers: read` the addresses in it are empty */
    filters: FilterGroup;
    image: string;
    canonical_url: string;
    /** The layout of its mail; null is modern */
    template: 'modern' | 'classic' | 'naked' | 'plaintext' | null;
    /** Who may read its public page */
    archival_mode: 'enabled' | 'enabled_for_subscribers' | 'enabled_for_paid_subscribers' | 'disabled';
    /** Whether it is at the top of the home page */
    featured: boolean;
    /** Stored and returned unchanged; there are no comments */
    commenting_mode: 'disabled' | 'enabled' | 'enabled_for_paid_subscribers';
    /** Emails that its public page links to */
    related_email_ids: Array<string>;
    attachments: Array<string>;
    /** Any JSON object */
    metadata: Record<string, unknown>;
  };
};

export type EmailRevisionEntry = {
  /** From 1, oldest first */
  number: number;
  /** Whether this is what the email is now */
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
  /** Why the sitting ended: sitting (a pause, or another author), restore, send; null: it may go on */
  kept_for: 'sitting' | 'restore' | 'send' | null;
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
  /** What they wrote when they left; empty if nothing, or if they have come back since */
  reason: string;
};

export type ErasureReceipt = {
  /** By this id the journal (subscriber.deleted) and the audit log show the erasure */
  subscriber_id: string;
  newsletter: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  date: string;
  /** SHA-256 of the address in lower case: shows whoever knows the address that it was meant */
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
  /** Identifiers of the objects involved */
  metadata?: Record<string, string>;
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

export type Export = {
  id: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  start_date: string | null;
  completion_date: string | null;
  /** Why it failed, and what to do */
  status_reason: string;
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

export type Feedback = {
  id: string;
  /** hard: nobody is there. soft: given up because of a temporary problem. policy: the receiver refuses the sender or the content */
  kind: 'hard' | 'soft' | 'policy' | 'delayed' | 'delivered' | 'complaint' | 'not_spam' | 'auto_reply' | 'none';
  /** Enhanced status code (RFC 3463) */
  status: string | null;
  /** The receiving server's own words */
  reason: string | null;
  /** The address in the report */
  recipient: string | null;
  /** What decided the kind */
  pattern: string | null;
  /** hand_over (the mail server refused it immediately), smtp, lmtp, api, ses, postmark, mailgun or sendgrid */
  source: string;
  /** hand_over, return_path, message_id, unsubscribe_link or provider; null if the delivery is unknown */
  identified_by: string | null;
  email_id: string | null;
  subscriber_id: string | null;
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
  format: 'postrider' | 'buttondown' | 'mailchimp' | 'substack' | 'ghost' | 'kit' | 'beehiiv' | 'listmonk' | 'mailerlite' | 'wordpress' | 'csv' | 'jsonl';
  file_name: string;
  /** Bytes of the file */
  size: number;
  /** Whether it waits once the file has been checked */
  dry_run: boolean;
  options: {
    /** What becomes of people who are subscribers already. update: tags and metadata are added, empty fields are filled in, and those who left elsewhere leave here. skip: they stay as they are. */
    existing: 'update' | 'skip';
    /** Tags for everybody */
    tags: Array<string>;
    /** What columns of a CSV file become, by their headers; the others are guessed */
    columns: Record<string, string>;
    /** Ask new people to confirm by mail */
    confirm: boolean;
    /** Bring these back if the file has consent that is newer than their leaving */
    revive: Array<'unsubscribed' | 'undeliverable' | 'unactivated'>;
    /** Copy the images of past issues, so that they survive the other service */
    fetch_images: boolean;
    /** Whether the former paths of past issues lead to them here */
    redirect: boolean;
    /** Where past issues were, for their relative links */
    site_url: string;
  };
  /** Until when the import can be undone; null: it cannot */
  undo_until: string | null;
  report: {
    /** How many of each were imported, or would be. For people: created, updated, unchanged, skipped, refused, confirmation_mails */
    counts: Record<string, number>;
    /** What to do or know next */
    notes: Array<string>;
    /** For a CSV file: the headers, and what each column becomes; empty: nothing */
    columns: Record<string, string>;
    /** For a dry run: the first ten people, as they would be */
    sample: Array<{
      file: string;
      line: number;
      outcome: 'created' | 'updated';
      email_address: string;
      type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
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

export type LinkFigures = {
  url: string;
  /** Recipients who followed it, without machines */
  recipients: number;
  /** Their clicks, including repeats */
  clicks: number;
  machine_clicks: number;
};

export type Me = {
  id: string;
  name: string;
  /** Empty until it is set */
  email_address: string;
  /** Whether a mailed link proved that the address is theirs */
  email_confirmed: boolean;
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
  timezone: string;
  postal_address: string;
  track_opens: boolean;
  track_clicks: boolean;
  undo_seconds: number;
  late_schedule_hours: number;
  double_opt_in: boolean;
  /** Text below the button of the sign-up form, in Markdown; empty: the default text */
  sign_up_text: string;
  /** What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text */
  premium_text: string;
  /** Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button */
  premium_url: string;
  /** Subject of the welcome mail; empty: the default subject */
  welcome_subject: string;
  /** Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail */
  welcome_body: string;
  /** Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them */
  forms_create_tags: boolean;
  captcha: string;
  captcha_site_key: string;
  /** Messages per second for all its emails together; 0: as fast as the mail server accepts them */
  sending_rate: number;
  /** Sending to more recipients than this needs the approval of a second key; null: never */
  approval_threshold: number | null;
  /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
  delivery_months: number | null;
  /** The same as from_address */
  email_address: string;
  /** The same as reply_to */
  reply_to_address: string;
};

export type Passkey = {
  id: string;
  name: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  last_used_date: string | null;
};

export type Person = {
  id: string;
  name: string;
  /** Empty for an owner of the installation who has not set one */
  email_address: string;
  /** What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses. */
  role: 'owner' | 'editor' | 'writer' | 'viewer';
  /** Whether they own the installation, and therefore every newsletter */
  installation: boolean;
  /** Whether they have a passkey or an authenticator app */
  has_two_factors: boolean;
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
  outcome: 'delivered' | 'bounced' | 'waiting' | 'refused' | 'uncertain' | 'left' | 'joined_later' | 'not_in_audience' | 'not_chosen' | 'undecided' | 'would_get' | 'would_not_get' | 'never_mailed' | 'unknown';
  /** The answer, for people */
  detail: string;
  /** The ledger’s entry for their copy */
  delivery: Delivery | null;
  /** All rules of the email, applied to the person as they are now; empty if the person was erased */
  rules: Array<{
    /** A part of the filters or tags; the type of subscriber; what the mail server can do */
    rule: 'filter' | 'type' | 'relay';
    /** What is true of the people that the rule excludes, such as: lack the tag “beta” */
    detail: string;
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

export type RawAnalytics = {
  /** All recorded opens, including repeats and machines */
  opens: number;
  /** All recorded clicks, including repeats and machines */
  clicks: number;
  /** Of these, prefetched by Apple */
  proxied_opens: number;
  /** Of these, made by machines */
  machine_opens: number;
  machine_clicks: number;
  /** Recipients with any open */
  opened_by: number;
  /** Recipients with any click */
  clicked_by: number;
};

export type RefusalFigures = {
  /** hard: nobody is there. soft: a temporary problem. policy: the sender or the content is refused */
  kind: 'hard' | 'soft' | 'policy';
  /** What the replies mean */
  reason: string;
  /** What to do */
  advice: string;
  /** Recipients without the email for this reason */
  recipients: number;
  /** Of these, those whose hand-over failed temporarily */
  temporary: number;
  /** Of these, those refused at hand-over */
  permanent: number;
  /** Of these, those that came back after they were accepted */
  bounced: number;
  /** What a mail server said, without addresses */
  example: string;
};

export type Segment = {
  id: string;
  name: string;
  description: string;
  /** Who is in it: always the subscribers that these filters match now */
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
    purpose: 'DKIM' | 'SPF' | 'return path' | 'DMARC';
    type: 'TXT' | 'MX';
    name: string;
    /** What to publish */
    value: string;
    /** unknown: DNS could not be asked */
    state: 'found' | 'missing' | 'wrong' | 'unknown';
    /** What DNS shows now */
    found: Array<string>;
    /** What is wrong, and what to do */
    detail: string;
  }>;
  /** The mail servers of the installation; empty while mail stays in the built-in inbox */
  relays: Array<{
    /** host:port */
    name: string;
    state: 'reachable' | 'unreachable';
    /** What is in the way */
    detail: string;
  }>;
  /** What else is wrong, and what to do */
  notes: Array<string>;
  /** Answers are given again for a minute */
  checked_date: string;
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

export type Subscriber = {
  id: string;
  email_address: string;
  /** The same as email_address */
  email: string;
  type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** The same as type */
  subscriber_type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
  /** Ids */
  tags: Array<string>;
  /** Any JSON object */
  metadata: Record<string, unknown>;
  notes: string;
  source: string;
  referrer_url: string;
  utm_campaign: string;
  utm_medium: string;
  utm_source: string;
  ip_address: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
  confirmation_date: string | null;
  unsubscription_date: string | null;
  unsubscription_reason: string;
  last_open_date: string | null;
  last_click_date: string | null;
  /** A number that increases with each new subscriber */
  secondary_id: number;
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

export type TemplateVariables = {
  variables: Array<{
    name: string;
    description: string;
  }>;
  /** The keys of the subscribers’ metadata, most used first; at most 200 */
  metadata: Array<{
    key: string;
    /** How a template names it */
    name: string;
    /** How many subscribers have a value; null without the permission subscribers: read */
    count: number | null;
    /** The value that one of them has; null likewise */
    example: string | null;
  }>;
  /** Whether the list is so long that a part was looked at: counts are estimates, and rare keys may be missing */
  is_sample: boolean;
};

export type Webhook = {
  id: string;
  url: string;
  /** Events to deliver. An empty list means all except subscriber.delivered, .opened, .clicked and .rejected, which must be named */
  event_types: Array<'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'subscriber.changed_email' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked'>;
  status: 'enabled' | 'disabled';
  description: string;
  /** The key of both signatures; `***` for an API key without `settings: write` */
  signing_key: string;
  disabled_date: string | null;
  /** Why the service disabled it; empty when you did */
  disabled_reason: string;
  /** When the first attempt failed since the last success */
  failing_since: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  modification_date: string;
};

export type WebhookAttempt = {
  id: string;
  event_id: string;
  event_type: string;
  /** 1 is the first; null is a test */
  attempt: number | null;
  outcome: 'succeeded' | 'failed';
  /** Null if there was no response */
  status_code: number | null;
  /** Why it failed */
  reason: string;
  /** Beginning of the response */
  response_body: string;
  duration_ms: number;
  /** When the next attempt is due */
  next_attempt_date: string | null;
  /** RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z */
  creation_date: string;
};

/** Every operation by its method and path; what it does not take is never. */
export type Operations = {
  get: {
    /** Whether the process is alive */
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
    /** Whether it can serve */
    '/readyz': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: {
          status: 'ok';
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
      };
    };
    /** The newsletter of the API key */
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
      };
    };
    /** Who is signed in */
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
          /** Whether a mailed link proved that the address is theirs */
          email_confirmed: boolean;
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
      };
    };
    /** Whether the installation is new */
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
      };
    };
    /** List audit log entries */
    '/v1/audit_log': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
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
        400: string;
        401: string;
        403: string;
      };
    };
    /** Check whether mail of a newsletter can leave and is believed */
    '/v1/newsletters/{id}/sender_check': {
      params: {
        id: string;
      };
      query: {
        fresh?: string;
      };
      body: never;
      answers: {
        200: SenderCheck;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
      };
    };
    /** List subscribers */
    '/v1/subscribers': {
      params: never;
      query: {
        /** A whole address, which matches only itself, or a part of one */
        email_address?: string;
        /** The same as email_address */
        email?: string;
        /** Any of unactivated, regular, premium, gifted, trialed, churning, past_due, churned, unpaid, paused, unsubscribed, undeliverable, complained, blocked, removed */
        type?: string | Array<string>;
        /** None of these types */
        '-type'?: string | Array<string>;
        /** The same as type */
        subscriber_type?: string | Array<string>;
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
        /** creation_date, modification_date, email_address, type, secondary_id, confirmation_date, unsubscription_date, last_open_date, last_click_date, open_rate, click_rate, metadata:KEY; with a leading - descending. Default -creation_date. email_address and texts in metadata ignore case; type goes unactivated, regular, premium, gifted, trialed, churning, past_due, churned, unpaid, paused, unsubscribed, undeliverable, complained, blocked, removed. Subscribers without a value come last in both directions */
        ordering?: string;
        /** Accepted but ignored: there is nothing to expand */
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
      };
    };
    /** Retrieve a subscriber */
    '/v1/subscribers/{id_or_email}': {
      params: {
        id_or_email: string;
      };
      query: never;
      body: never;
      answers: {
        200: Subscriber;
        401: Error;
        403: Error;
        404: Error;
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
        /** creation_date, publish_date, modification_date, subject, status, email_type, secondary_id, opens, clicks; with a leading - descending. Default creation_date. subject ignores case, then compares code points; status goes draft, about_to_send, scheduled, in_flight, imported, deleted, sent, errored; email_type public, private, premium, free, churned, archival */
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
      };
    };
    /** Retrieve the analytics of an email */
    '/v1/emails/{id}/analytics': {
      params: {
        id: string;
      };
      query: {
        raw?: string;
      };
      body: never;
      answers: {
        200: EmailAnalyticsWithRaw;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        410: Error;
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
        raw?: string;
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
      };
    };
    /** List why recipients do not have an email, and what to do */
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
        page?: number;
        page_size?: number;
        /** email_address, status_date, open_date, click_date, attempts, each also with a leading -; by default the order of sending */
        ordering?: string;
        /** Where the page begins, from `next` */
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
      };
      body: never;
      answers: {
        200: string;
        400: string;
        401: string;
        403: string;
        404: string;
        410: string;
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
        200: Automation;
        401: Error;
        403: Error;
        404: Error;
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
      };
    };
    /** Export subscribers as CSV */
    '/v1/exports/csv/subscribers': {
      params: never;
      query: {
        /** Which service’s columns to use */
        layout?: 'postrider' | 'buttondown' | 'mailchimp' | 'ghost';
        /** Only subscribers of these types */
        type?: string | Array<string>;
      };
      body: never;
      answers: {
        200: string;
        400: string;
        401: string;
        403: string;
      };
    };
    /** Export tags as CSV */
    '/v1/exports/csv/tags': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: string;
        403: string;
      };
    };
    /** Export segments as CSV */
    '/v1/exports/csv/segments': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: string;
        403: string;
      };
    };
    /** Export consents as CSV */
    '/v1/exports/csv/consents': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: string;
        403: string;
      };
    };
    /** Export emails as CSV */
    '/v1/exports/csv/emails': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: string;
        403: string;
      };
    };
    /** Export snippets as CSV */
    '/v1/exports/csv/snippets': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: string;
        403: string;
      };
    };
    /** Export deliveries as CSV */
    '/v1/exports/csv/deliveries': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: string;
        403: string;
      };
    };
    /** Export hits as CSV */
    '/v1/exports/csv/hits': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: string;
        401: string;
        403: string;
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
        401: Blob;
        403: Blob;
        404: Blob;
        409: Blob;
        416: Blob;
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
        401: string;
        403: string;
        404: string;
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
      };
    };
    /** Count rejected feedback: forged return paths and signatures */
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
        /** Where the page begins; taken from `next` */
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
          /** Deliveries, opens and clicks of emails up to this date may be missing, as they are no longer kept (delivery_months) */
          no_longer_kept_before: string | null;
        };
        400: Error;
        401: Error;
        403: Error;
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
      };
    };
    /** Metrics for Prometheus */
    '/metrics': {
      params: never;
      query: never;
      body: never;
      answers: {
        200: undefined;
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
        timezone?: string;
        postal_address?: string;
        track_opens?: boolean;
        track_clicks?: boolean;
        undo_seconds?: number;
        late_schedule_hours?: number;
        double_opt_in?: boolean;
        /** Text below the button of the sign-up form, in Markdown; empty: the default text */
        sign_up_text?: string;
        /** What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text */
        premium_text?: string;
        /** Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button */
        premium_url?: string;
        /** Subject of the welcome mail; empty: the default subject */
        welcome_subject?: string;
        /** Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail */
        welcome_body?: string;
        /** Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them */
        forms_create_tags?: boolean;
        captcha?: '' | 'hcaptcha' | 'turnstile';
        captcha_site_key?: string;
        captcha_secret?: string;
        /** Messages per second for all its emails together; 0: as fast as the mail server accepts them */
        sending_rate?: number;
        email_address?: string | null;
        reply_to_address?: '' | string | null;
        /** Sending to more recipients than this needs the approval of a second key; null: never */
        approval_threshold?: number | null;
        /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
        delivery_months?: number | null;
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
          timezone: string;
          postal_address: string;
          track_opens: boolean;
          track_clicks: boolean;
          undo_seconds: number;
          late_schedule_hours: number;
          double_opt_in: boolean;
          /** Text below the button of the sign-up form, in Markdown; empty: the default text */
          sign_up_text: string;
          /** What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text */
          premium_text: string;
          /** Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button */
          premium_url: string;
          /** Subject of the welcome mail; empty: the default subject */
          welcome_subject: string;
          /** Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail */
          welcome_body: string;
          /** Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them */
          forms_create_tags: boolean;
          captcha: string;
          captcha_site_key: string;
          /** Messages per second for all its emails together; 0: as fast as the mail server accepts them */
          sending_rate: number;
          /** Sending to more recipients than this needs the approval of a second key; null: never */
          approval_threshold: number | null;
          /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
          delivery_months: number | null;
          /** The same as from_address */
          email_address: string;
          /** The same as reply_to */
          reply_to_address: string;
          /** A key with the permissions of the calling key, for the new newsletter. Shown only once: empty in a replay */
          api_key: string;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
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
            settings: 'none' | 'read' | 'write';
            installation: 'none' | 'read' | 'write';
          };
          bounds: Bounds;
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
      };
    };
    /** Set up an authenticator app */
    '/v1/me/totp': {
      params: never;
      query: never;
      body: never;
      answers: {
        201: {
          /** For typing into the app */
          secret: string;
          /** The same, for a QR code */
          otpauth_url: string;
        };
        400: Error;
        401: Error;
        403: Error;
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
            purpose: 'DKIM' | 'SPF' | 'return path' | 'DMARC';
            type: 'TXT' | 'MX';
            name: string;
            /** What to publish */
            value: string;
            /** unknown: DNS could not be asked */
            state: 'found' | 'missing' | 'wrong' | 'unknown';
            /** What DNS shows now */
            found: Array<string>;
            /** What is wrong, and what to do */
            detail: string;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
      };
    };
    /** Create DKIM keys */
    '/v1/newsletters/{id}/dkim_keys': {
      params: {
        id: string;
      };
      query: never;
      body: never;
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
        /** When the subscriber joined, if earlier; needs the permission settings:write */
        creation_date?: string | null;
      };
      answers: {
        201: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
      };
    };
    /** Search subscribers */
    '/v1/subscribers/search': {
      params: never;
      query: {
        page?: number;
        page_size?: number;
        /** creation_date, modification_date, email_address, type, secondary_id, confirmation_date, unsubscription_date, last_open_date, last_click_date, open_rate, click_rate, metadata:KEY; with a leading - descending. Default -creation_date. email_address and texts in metadata ignore case; type goes unactivated, regular, premium, gifted, trialed, churning, past_due, churned, unpaid, paused, unsubscribed, undeliverable, complained, blocked, removed. Subscribers without a value come last in both directions */
        ordering?: string;
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
      };
    };
    /** Create an email */
    '/v1/emails': {
      params: never;
      query: never;
      body: {
        subject: string;
        body?: string | null;
        status?: 'draft' | 'about_to_send' | 'scheduled' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
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
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | null;
        should_trigger_pay_per_email_billing?: false | null;
        suppression_reason?: null;
      };
      answers: {
        201: Email;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
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
        status?: 'draft' | 'about_to_send' | 'scheduled' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
        /** As in a create; null or "none" clears it */
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
        commenting_mode?: 'disabled' | 'enabled' | 'enabled_for_paid_subscribers' | null;
        related_email_ids?: Array<string> | null;
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | 'none' | null;
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
        fields?: Array<'subject' | 'body' | 'description' | 'custom_teaser' | 'should_send_teaser' | 'email_type' | 'filters' | 'image' | 'canonical_url' | 'template' | 'archival_mode' | 'featured' | 'commenting_mode' | 'related_email_ids' | 'attachments' | 'metadata'> | null;
      } | null;
      answers: {
        200: Email;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
        412: EmailChanged;
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
        /** E-mail addresses */
        recipients?: Array<string> | null;
      };
      answers: {
        200: Record<string, never>;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
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
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | null;
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
          /** Bytes of its HTML; Gmail cuts what is over 102,000 */
          html_size: number;
          /** What the list of an inbox shows */
          inbox: {
            from: string;
            subject: string;
            /** The description, or the first words */
            preview: string;
          };
          /** The public page; null unless asked for with `page`, or without a page */
          web: string | null;
          findings: Array<{
            kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'variable_unknown' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'description_missing' | 'too_large_for_relay' | 'address_unsupported';
            severity: 'error' | 'warning' | 'hint';
            detail: string;
            /** Where it is; null if it concerns no single part */
            part: 'subject' | 'body' | 'description' | null;
            /** From 1, as the author wrote it; null if unknown */
            line: number | null;
            column: number | null;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
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
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | null;
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
          /** Bytes of its HTML; Gmail cuts what is over 102,000 */
          html_size: number;
          /** What the list of an inbox shows */
          inbox: {
            from: string;
            subject: string;
            /** The description, or the first words */
            preview: string;
          };
          /** The public page; null unless asked for with `page`, or without a page */
          web: string | null;
          findings: Array<{
            kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'variable_unknown' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'description_missing' | 'too_large_for_relay' | 'address_unsupported';
            severity: 'error' | 'warning' | 'hint';
            detail: string;
            /** Where it is; null if it concerns no single part */
            part: 'subject' | 'body' | 'description' | null;
            /** From 1, as the author wrote it; null if unknown */
            line: number | null;
            column: number | null;
          }>;
        };
        400: Error;
        401: Error;
        403: Error;
        409: Error;
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
        included_tags?: Array<string>;
        excluded_tags?: Array<string>;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        /** Id or address of a person to apply all rules to */
        subscriber?: string;
      };
      answers: {
        200: {
          /** All of the newsletter */
          subscribers: number;
          /** Who would be in the audience if sending began now */
          audience: number;
          /** The audience without those that the mail server cannot serve */
          recipients: number;
          /** Finds the audience with POST /v1/subscribers/search; null if no filter can */
          filters: FilterGroup | null;
          /** In order; each person is counted under the first rule that excludes them */
          rules: Array<{
            /** A part of the filters or tags; the type of subscriber; what the mail server can do */
            rule: 'filter' | 'type' | 'relay';
            /** What is true of the people that the rule excludes, such as: lack the tag “beta” */
            detail: string;
            /** For the rule type: the types it concerns */
            subscriber_type: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed' | null;
            /** People for whom it is the first rule that excludes them; each person is counted once */
            excluded: number;
            /** All people it excludes, including those that an earlier rule excludes */
            failing: number;
            /** Finds the `excluded` people with POST /v1/subscribers/search; null if no filter can */
            filters: FilterGroup | null;
          }>;
          /** All rules, applied to that person */
          subscriber: {
            id: string;
            email_address: string;
            receives: boolean;
            rules: Array<{
              /** A part of the filters or tags; the type of subscriber; what the mail server can do */
              rule: 'filter' | 'type' | 'relay';
              /** What is true of the people that the rule excludes, such as: lack the tag “beta” */
              detail: string;
              passes: boolean;
            }>;
          } | null;
        };
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
      };
    };
    /** Resend an email to recipients who may not have it */
    '/v1/emails/{id}/deliveries/resend': {
      params: {
        id: string;
      };
      query: never;
      body: {
        /** uncertain, temporary, permanent (only people who still get mail: an address that does not exist does not), or a list of these */
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
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        name?: string | null;
        /** Another name of name */
        label?: string | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        status?: 'active' | 'inactive' | null;
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
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest counts */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
      };
      answers: {
        201: Automation;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
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
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        name?: string | null;
        /** Another name of name */
        label?: string | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        status?: 'active' | 'inactive' | null;
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
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest counts */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        since?: string | number | string | null;
      };
      answers: {
        200: {
          /** The first readable feed */
          feed: {
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
          };
          /** All feeds, in the order of the request */
          feeds: Array<{
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
            /** Why it could not be read; empty if it could */
            error: string;
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
              /** Bytes of its HTML; Gmail cuts what is over 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null unless asked for with `page`, or without a page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'variable_unknown' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'description_missing' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, as the author wrote it; null if unknown */
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
              /** Bytes of its HTML; Gmail cuts what is over 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null unless asked for with `page`, or without a page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'variable_unknown' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'description_missing' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, as the author wrote it; null if unknown */
                line: number | null;
                column: number | null;
              }>;
            } | null;
            /** Why no email was produced */
            reason: string;
          } | null;
          /** The status each item of the feed would get, and why; the newest 1,000 if there are more */
          items: Array<{
            /** irrelevant: from before the start; held: waits for your decision */
            status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
            /** Reason for this status */
            reason: string;
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
        409: Error;
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
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        name?: string | null;
        /** Another name of name */
        label?: string | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        status?: 'active' | 'inactive' | null;
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
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest counts */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
      };
      answers: {
        201: Automation;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
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
        behavior: 'draft' | 'emails';
        cadence: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject: string;
        body: string;
        name?: string | null;
        /** Another name of name */
        label?: string | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        status?: 'active' | 'inactive' | null;
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
        /** How often to fetch the feed, whatever its `max-age` and `ttl`; null: every FEED_POLL_MINUTES, or less often if the feed asks for that. If several automations follow one feed, the shortest counts */
        poll_minutes?: number | null;
        /** With `every`: how long a new post waits before it is mailed, so that it can be edited or withdrawn from the feed */
        hold_minutes?: number | null;
        metadata?: Record<string, unknown> | null;
        since?: string | number | string | null;
      };
      answers: {
        200: {
          /** The first readable feed */
          feed: {
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
          };
          /** All feeds, in the order of the request */
          feeds: Array<{
            url: string;
            title: string;
            format: string;
            repairs: Array<string>;
            /** Why it could not be read; empty if it could */
            error: string;
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
              /** Bytes of its HTML; Gmail cuts what is over 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null unless asked for with `page`, or without a page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'variable_unknown' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'description_missing' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, as the author wrote it; null if unknown */
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
              /** Bytes of its HTML; Gmail cuts what is over 102,000 */
              html_size: number;
              /** What the list of an inbox shows */
              inbox: {
                from: string;
                subject: string;
                /** The description, or the first words */
                preview: string;
              };
              /** The public page; null unless asked for with `page`, or without a page */
              web: string | null;
              findings: Array<{
                kind: 'size' | 'alt_missing' | 'link_relative' | 'link_dead' | 'image_relative' | 'image_dead' | 'variable_unknown' | 'placeholder_left' | 'text_missing' | 'text_dropped' | 'subject_empty' | 'subject_long' | 'subject_shouting' | 'description_missing' | 'too_large_for_relay' | 'address_unsupported';
                severity: 'error' | 'warning' | 'hint';
                detail: string;
                /** Where it is; null if it concerns no single part */
                part: 'subject' | 'body' | 'description' | null;
                /** From 1, as the author wrote it; null if unknown */
                line: number | null;
                column: number | null;
              }>;
            } | null;
            /** Why no email was produced */
            reason: string;
          } | null;
          /** The status each item of the feed would get, and why; the newest 1,000 if there are more */
          items: Array<{
            /** irrelevant: from before the start; held: waits for your decision */
            status: 'irrelevant' | 'queued' | 'processed' | 'skipped' | 'held' | 'errored';
            /** Reason for this status */
            reason: string;
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
        409: Error;
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
      };
    };
    /** Create a bulk action */
    '/v1/bulk_actions': {
      params: never;
      query: never;
      body: {
        type: 'apply_metadata' | 'apply_tags' | 'ban_subscribers' | 'delete_emails' | 'delete_subscribers' | 'delete_tags' | 'reactivate_subscribers' | 'replay_events' | 'resubscribe_subscribers' | 'send_emails' | 'send_reminders' | 'unsubscribe_subscribers' | 'update_email_types';
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
        /** Export only these columns, from the collections that have them */
        columns?: Array<string> | null;
      };
      answers: {
        200: Export;
        201: Export;
        400: Error;
        401: Error;
        403: Error;
        409: Error;
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
        dry_run?: string;
        /** What becomes of people who are subscribers already. update: tags and metadata are added, empty fields are filled in, and those who left elsewhere leave here. skip: they stay as they are. */
        existing?: 'update' | 'skip';
        /** Tags for everybody who comes in: names or ids */
        tags?: string | Array<string>;
        /** A JSON object that says what columns of a CSV file become, by their headers, such as {"Mail": "email_address", "Plan": "metadata.plan", "Secret": ""}; the others are guessed */
        columns?: string;
        /** Ask new people to confirm by mail; false by default. Needs write access to sending */
        confirm?: string;
        /** unsubscribed, undeliverable, unactivated: bring these people back if the file has consent that is newer than their leaving. Nobody who complained or was erased comes back */
        revive?: string | Array<string>;
        /** Copy the images of past issues, so that they survive the other service */
        fetch_images?: string;
        /** Whether the former paths of past issues lead to them here; true by default */
        redirect?: string;
        /** Where past issues were, for their relative links */
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
      };
    };
    /** Create a webhook */
    '/v1/webhooks': {
      params: never;
      query: never;
      body: {
        url: string;
        /** The older form of event_types, for one type */
        event_type?: '*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'subscriber.changed_email' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed' | null;
        event_types?: Array<'*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'subscriber.changed_email' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed'> | null;
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
      };
    };
    /** Send a sample event now */
    '/v1/webhooks/{id}/test': {
      params: {
        id: string;
      };
      query: {
        /** Type of the sample; defaults to the webhook's first */
        event_type?: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'subscriber.changed_email' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked';
      };
      body: {
        /** Type of the sample; defaults to the webhook's first */
        event_type?: 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'subscriber.changed_email' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked';
      };
      answers: {
        200: WebhookAttempt;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
        409: Error;
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
        email_address?: string;
        reply_to?: '' | string | null;
        reply_to_address?: '' | string | null;
        timezone?: string | null;
        postal_address?: string | null;
        track_opens?: boolean | null;
        track_clicks?: boolean | null;
        undo_seconds?: number | null;
        late_schedule_hours?: number | null;
        double_opt_in?: boolean | null;
        sign_up_text?: string | null;
        premium_text?: string | null;
        premium_url?: string | null;
        welcome_subject?: string | null;
        welcome_body?: string | null;
        forms_create_tags?: boolean | null;
        captcha?: '' | 'hcaptcha' | 'turnstile' | null;
        captcha_site_key?: string | null;
        /** Never shown */
        captcha_secret?: string | null;
        sending_rate?: number | null;
        /** Sending to more recipients than this needs the approval of a second key; null: never */
        approval_threshold?: number | null;
        /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
        delivery_months?: number | null;
      };
      answers: {
        200: Newsletter;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
      };
    };
    /** Change your name, address or password */
    '/v1/me': {
      params: never;
      query: never;
      body: {
        /** The name that others see; may be empty */
        name?: string;
        email_address?: string;
        /** At least 12 characters; null removes the password. Ends all other sessions */
        password?: string | null;
      };
      answers: {
        200: Me;
        400: Error;
        401: Error;
        403: Error;
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
      };
      answers: {
        200: Person;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
        type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        subscriber_type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        tags?: Array<string> | null;
        metadata?: Record<string, unknown> | null;
        notes?: string | null;
        referrer_url?: string | null;
        utm_campaign?: string | null;
        utm_medium?: string | null;
        utm_source?: string | null;
        ip_address?: string | null;
        unsubscription_reason?: string | null;
      };
      answers: {
        200: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
        status?: 'draft' | 'about_to_send' | 'scheduled' | 'in_flight' | 'imported' | 'deleted' | 'sent' | 'errored';
        /** As in a create; null or "none" clears it */
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
        commenting_mode?: 'disabled' | 'enabled' | 'enabled_for_paid_subscribers' | null;
        related_email_ids?: Array<string> | null;
        template?: 'modern' | 'classic' | 'naked' | 'plaintext' | 'none' | null;
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
        mode?: 'fancy' | 'naked' | 'plaintext' | null;
      };
      answers: {
        200: Snippet;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
        behavior?: 'draft' | 'emails';
        cadence?: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject?: string;
        body?: string;
        name?: string | null;
        /** Another name of name */
        label?: string | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        status?: 'active' | 'inactive';
        skip_old_items?: boolean | null;
        poll_minutes?: number | null;
        hold_minutes?: number | null;
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
        metadata?: Record<string, unknown> | null;
        /** With status active: also mail the items that arrived during the pause */
        catch_up?: boolean | null;
      };
      answers: {
        200: Automation;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
        behavior?: 'draft' | 'emails';
        cadence?: 'every' | 'daily' | 'weekly' | 'monthly';
        cadence_metadata?: Record<string, unknown> | null;
        subject?: string;
        body?: string;
        name?: string | null;
        /** Another name of name */
        label?: string | null;
        included_tags?: Array<string> | null;
        excluded_tags?: Array<string> | null;
        /** Who gets it. Filters that use only tags are another form of included_tags and excluded_tags: send one of the two. If the lists cannot express the filters, they are empty */
        filters?: AskedFilterGroupInput | null;
        email_type?: 'public' | 'private' | 'premium' | 'free' | 'churned' | 'archival' | null;
        status?: 'active' | 'inactive';
        skip_old_items?: boolean | null;
        poll_minutes?: number | null;
        hold_minutes?: number | null;
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
        metadata?: Record<string, unknown> | null;
        /** With status active: also mail the items that arrived during the pause */
        catch_up?: boolean | null;
      };
      answers: {
        200: Automation;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
        event_type?: '*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'subscriber.changed_email' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed' | null;
        event_types?: Array<'*' | 'subscriber.created' | 'subscriber.confirmed' | 'subscriber.updated' | 'subscriber.unsubscribed' | 'subscriber.deleted' | 'subscriber.tags.changed' | 'subscriber.type.changed' | 'subscriber.paid' | 'subscriber.churned' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.trial_started' | 'subscriber.trial_ended' | 'subscriber.changed_email' | 'subscriber.bounced' | 'subscriber.complained' | 'email.created' | 'email.updated' | 'email.status.changed' | 'email.send.started' | 'email.sent' | 'email.errored' | 'email.paused' | 'email.resumed' | 'email.deleted' | 'automation.item.created' | 'automation.item.held' | 'automation.failing' | 'bulk_action.processed' | 'bulk_action.failed' | 'export.completed' | 'export.failed' | 'import.completed' | 'import.failed' | 'import.undone' | 'subscriber.delivered' | 'subscriber.rejected' | 'subscriber.opened' | 'subscriber.clicked' | 'delivered' | 'opened' | 'clicked' | 'rejected' | 'bounced' | 'complained' | 'unsubscribed'> | null;
        status?: 'enabled' | 'disabled';
        description?: string | null;
        signing_key?: string | null;
      };
      answers: {
        200: Webhook;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
        email_address?: string;
        reply_to?: '' | string | null;
        reply_to_address?: '' | string | null;
        timezone?: string | null;
        postal_address?: string | null;
        track_opens?: boolean | null;
        track_clicks?: boolean | null;
        undo_seconds?: number | null;
        late_schedule_hours?: number | null;
        double_opt_in?: boolean | null;
        sign_up_text?: string | null;
        premium_text?: string | null;
        premium_url?: string | null;
        welcome_subject?: string | null;
        welcome_body?: string | null;
        forms_create_tags?: boolean | null;
        captcha?: '' | 'hcaptcha' | 'turnstile' | null;
        captcha_site_key?: string | null;
        /** Never shown */
        captcha_secret?: string | null;
        sending_rate?: number | null;
        /** Sending to more recipients than this needs the approval of a second key; null: never */
        approval_threshold?: number | null;
        /** How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever */
        delivery_months?: number | null;
      };
      answers: {
        200: Newsletter;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
        type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        subscriber_type?: 'unactivated' | 'regular' | 'premium' | 'gifted' | 'trialed' | 'churning' | 'past_due' | 'churned' | 'unpaid' | 'paused' | 'unsubscribed' | 'undeliverable' | 'complained' | 'blocked' | 'removed';
        tags?: Array<string> | null;
        metadata?: Record<string, unknown> | null;
        notes?: string | null;
        referrer_url?: string | null;
        utm_campaign?: string | null;
        utm_medium?: string | null;
        utm_source?: string | null;
        ip_address?: string | null;
        unsubscription_reason?: string | null;
      };
      answers: {
        200: Subscriber;
        400: Error;
        401: Error;
        403: Error;
        404: Error;
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
      };
    };
    /** Revoke an API key */
    '/v1/api_keys/{id}': {
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
      };
    };
    /** Remove a person from the newsletter */
    '/v1/people/{id}': {
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
      };
    };
  };
};
