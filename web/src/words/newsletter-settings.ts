// The effect of each setting of a newsletter in one sentence, and the deletion of a newsletter.

export const setting_groups = {
  page: 'Name and page',
  language: 'Language',
  sender: 'Sender',
  sending: 'Sending',
  joining: 'Signing up',
  paying: 'Paying subscribers',
  privacy: 'Tracking and data',
} as const;
export const settings_reading = 'Only an owner can change these settings.';

export const setting_hints = {
  name: 'It is shown above your public pages, and as the sender of your mails unless you set another name.',
  username: 'The last part of the address of your public page: letters, digits, hyphens and underscores.',
  description: 'Shown on your public page.',
  timezone: 'Times are shown, and emails are scheduled, in this zone.',
  locale:
    'For your public pages, confirmation and sign-in mails, and the texts around your emails. Each email and each reader can have a different one.',
  formal_words:
    'In languages that have a formal form. In German, readers are addressed as Sie instead of du.',
  from_name: 'Leave empty to use the newsletter’s name.',
  from_address:
    'Subscribers see this address as the sender. Your mail server must be allowed to send from it.',
  reply_to: 'Leave empty to send replies to the sender.',
  bounce_domain:
    'A domain of your own that bounces go to, such as bounces.example.org. Leave empty to use the installation’s domain. Delivery → Domain says what DNS needs.',
  replies:
    'In the dashboard, you see and answer them next to their readers. The installation must receive mail.',
  postal_address: 'Many countries require one in every newsletter. It appears at the end of each mail.',
  undo_seconds:
    'How long a send can be undone before the email goes out; 0 sends immediately. If empty, people here have 10 seconds, and programs with a key have none.',
  late_schedule_hours:
    'If the service was down at the scheduled time, an email still goes out when it is at most this late. After that, it waits for you.',
  sending_rate:
    'The most messages per second for all your emails together; 0 sends as fast as the mail server accepts them.',
  approval_threshold:
    'Sending to more subscribers than this needs a second person’s approval. Leave empty to never ask; 0 asks for every send.',
  mail_cap:
    'Emails leave out people who have had this many, and letters of sequences wait until they may be sent. Leave both empty for no limit.',
  quiet_hours:
    'Letters of sequences wait until these hours are over where the reader is, if their time zone is known. Leave both empty for none.',
  digests:
    'Readers choose every issue, a weekly digest or a monthly one, which goes out on the first such day of the month. Emails without a page reach everybody at once. Leave both empty for no digests.',
  double_opt_in: 'They get a mail with a confirmation link, and no other mail until they have confirmed.',
  forms_create_tags:
    'A sign-up form on your site may name tags. If this is on, new ones are created, at most 20 a day; otherwise unknown tags are ignored.',
  comment_notices: 'To the address of the newsletter, at most once an hour.',
  asks_timezone:
    'For emails at the reader’s time. The field suggests the time zone of the browser, and readers can choose another.',
  free_subscriptions:
    'If this is off, new subscribers get no mail until they choose a plan or are given a gift. Nothing changes for the readers you have.',
  premium_url: 'Where people can start paying you. It becomes the button below the teaser of a paid email.',
  premium_text: 'What paying subscribers get, in Markdown. Shown where the teaser of a paid email ends.',
  track_opens: 'Adds a small image to each mail, which tells you how many people open it.',
  track_clicks: 'Links in mails go through this server, which tells you what people click.',
  delivery_months:
    'After this many months, the record of who got an email is deleted, and only the counts are kept. Leave empty to keep it for ever.',
} as const;

/** The values of settings with a few choices. */
export const setting_choices = {
  replies: {
    mailbox: 'To the reply-to address',
    inbox: 'Into the dashboard',
    inbox_and_mailbox: 'Into the dashboard, and a copy to the reply-to address',
  },
} as const;

/** The members of settings with two members. */
export const setting_members = {
  count: 'Mails',
  days: 'Within this many days',
  from: 'From',
  until: 'Until',
  weekday: 'Day',
  time: 'Time',
} as const;

export const duplicate = {
  title: 'Duplicate this newsletter',
  note: 'Another newsletter here with the same settings, look, texts, tags, segments, snippets and files.',
  ask: 'Duplicate newsletter …',
  question: (name: string) => `Duplicate ${name}`,
  also: 'Also copy',
  kinds: {
    drafts: 'Drafts, and scheduled emails as drafts',
    emails: 'Past emails, for the archive',
    automations: 'Feeds and their automations, inactive',
    people: 'People in every state, with their consent',
  },
  people_hint:
    'They agreed to get the original newsletter. Copy them only if their consent covers this one as well.',
  nothing_sent:
    'Nothing is sent. API keys, webhooks, the team and DKIM keys are not copied. The original stays as it is.',
  suggested: (name: string) => `${name} (copy)`,
  act: 'Duplicate',
  made: (name: string) => `${name} was created. Its content is being copied.`,
} as const;

export const danger = {
  title: 'Delete this newsletter',
  note: 'This cannot be undone.',
  ask: 'Delete the newsletter …',
  question: (name: string) => `Delete ${name}?`,
  goes: 'What is deleted',
  goes_detail:
    'Its subscribers, emails, statistics, tags, files, feeds, webhooks and API keys, and its public pages. Links in mails that were sent stop working, including those to unsubscribe. Somebody else can take its address.',
  stays: 'What stays',
  stays_detail:
    'The mails that people have received, the accounts of your team, the log of what they did, and backups that were made before.',
  export_first: 'Export it first',
  export_detail: 'An archive holds everything, and another Postrider can import it.',
  type: (name: string) => `Type “${name}” to confirm`,
  wrong: (name: string) => `This is not the name of the newsletter. Type exactly: ${name}`,
  act: 'Delete for good',
  deleted: (name: string) => `${name} was deleted.`,
} as const;

export const powers = {
  title: 'What each role may do',
  owner: 'Everything: settings, team, keys, imports, and deleting the newsletter.',
  editor:
    'Writes and sends emails, and sees and changes subscribers, feeds and tags. Can see the settings, but not change them.',
  writer:
    'Writes drafts and sees previews with invented subscribers, but no addresses. What a writer sends waits for the approval of an owner or editor.',
  viewer: 'Reads emails, reports and settings. Sees no addresses and changes nothing.',
  installation: 'Owner of the installation',
  installation_detail: 'Is an owner of every newsletter here, and looks after backups and the system.',
} as const;
