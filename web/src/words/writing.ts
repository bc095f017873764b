// Writing: conflicts, the settings of an email, earlier versions, the preview, the report.
import { counted } from './counted.ts';

export const write = {
  title: 'Write',
  back: 'Emails',
  subject: 'Subject',
  subject_hint: 'Subject',
  body: 'Text',
  body_hint: 'Write, or type / to insert something',
  saved: 'Saved',
  saving: 'Saving …',
  page_saved: 'The web page is saved',
  unsaved: 'Not saved',
  kept: 'Not saved yet. Your text is kept in this browser.',
  unfinished: (line: number | undefined) =>
    line === undefined
      ? 'Kept in this browser until the text is finished'
      : `Kept in this browser until line ${line} is finished`,
  unfinished_short: 'Kept here',
  unfinished_reason: ({ part, line, reason }: { part: string; line?: number; reason: string }) => {
    if (part === 'body' && line !== undefined) return `Line ${line}: ${reason}`;
    return part === 'body' ? `Text: ${reason}` : `${part === 'subject' ? 'Subject' : 'Teaser'}: ${reason}`;
  },
  open_liquid: {
    end: (mark: string) => `the “${mark}” has no end.`,
    content: (mark: string) => `the “${mark}” is empty.`,
    end_tag: (name: string) => `the “${name}” has no “end${name}”.`,
    name: (name: string) => `“${name}” is not a whole name.`,
  },
  not_kept: 'Not saved, and this browser has no room to keep it. Leave this page open until it is saved.',
  finish_first: (reason: string) => `Finish the text before you review it. ${reason}`,
  restored: 'Unsaved text from this browser has been restored.',
  review: 'Review',
  settings: 'Settings',
  save_template: 'Save as a template …',
  marks: 'Marks',
  marks_next: (isOn: boolean) => (isOn ? 'Show Markdown marks' : 'Hide Markdown marks'),
  preview: 'Preview',
  text: 'Text',
  width: 'Width',
  wide: 'Wide',
  phone: 'Phone',
  scheme: 'Colours',
  light: 'Light',
  dark: 'Dark',
  preview_of: (subject: string) => `Preview of ${subject}`,
} as const;

export const conflict = {
  title: 'Changed in two places',
  explain:
    'This email was changed elsewhere while you changed it here. Choose what to keep. Nothing is saved until you do, and neither version is lost.',
  undecided: 'It was also changed elsewhere. Choose what to keep.',
  choose: 'Choose …',
  mine: 'Yours',
  theirs: 'Theirs',
  both: 'Both',
  removed: 'Removed',
  same: (blocks: number) => `The same in both: ${counted(blocks, 'paragraph')}`,
  all_mine: 'Keep all yours',
  all_theirs: 'Keep all theirs',
  apply: 'Save this',
  piece: (number: number) => `Change ${number}`,
  merged: 'Changes made elsewhere were added to yours.',
  fields: {
    subject: 'Subject',
    body: 'Text',
    email_type: 'Goes to',
    included_tags: 'Tags',
    excluded_tags: 'Excluded tags',
    slug: 'Address',
    description: 'Description',
    image: 'Picture',
    canonical_url: 'Original address',
    template: 'Layout',
    locale: 'Language',
    archival_mode: 'On the web',
    featured: 'At the top of the home page',
    commenting_mode: 'Comments on the page',
    ignores_cap: 'Ignore the mail limit',
    should_send_teaser: 'Teaser',
    custom_teaser: 'Teaser text',
    publish_date: 'Date',
    reader_time: 'At the reader’s time',
    ab_test: 'A/B test',
  },
} as const;

export const rail = {
  title: 'About this email',
  language_of_newsletter: 'The newsletter’s language',
  language_hint:
    'The language of the text and of everything around it, in the mail and on its page. It also decides the reading direction.',
  types: {
    public: { name: 'Everybody', hint: 'Everyone who has confirmed gets it.' },
    private: {
      name: 'Everybody, not on the web',
      hint: 'Everyone who has confirmed gets it. It has no page.',
    },
    premium: {
      name: 'Paying subscribers',
      hint: 'Others can get a teaser.',
    },
    free: { name: 'Subscribers who do not pay', hint: 'Paying subscribers do not get it.' },
    churned: { name: 'Former paying subscribers', hint: 'Only those who have paid before. It has no page.' },
    archival: { name: 'Nobody', hint: 'It appears on your page and is not mailed.' },
  },
  included_tags: 'Only subscribers with all of these tags',
  excluded_tags: 'Leave out subscribers with any of these tags',
  filtered: 'Its audience is a filter that was set through the API. It stays as it is.',
  who: 'See who gets it',
  type_hint_out: 'This only decides who can read its page. Nobody gets another mail.',
  description_hint_out: 'Search engines and shared links show it.',
  description_hint:
    'Mail programs show it next to the subject. Without it, they show the first words of the text.',
  slug_hint: (username: string) => `The end of its address: /${username}/archive/…`,
  image_hint: 'Shown when somebody shares a link to this email.',
  upload: 'Upload a picture',
  cap_hint: ({ count, days }: { count: number; days: number }) =>
    `It also goes to people who have had ${counted(count, 'mail')} in ${counted(days, 'day')}.`,
  date_hint: (city: string) => `Time in ${city}. The review suggests it as the time to send.`,
  templates: {
    modern: 'Modern',
    classic: 'Classic',
    naked: 'Plain',
    plaintext: 'Text only',
    custom: 'Your own',
  },
  mode: 'Written in',
  modes: { markdown: 'Markdown', html: 'HTML' },
  comments: {
    disabled: 'Nobody can comment',
    enabled: 'Readers who have signed in',
    enabled_for_paid_subscribers: 'Paying subscribers who have signed in',
  },
  archive: {
    enabled: 'Everybody can read it',
    enabled_for_subscribers: 'Subscribers who have signed in; others see a teaser',
    enabled_for_paid_subscribers: 'Paying subscribers; others see a teaser',
    disabled: 'Nobody; it has no page',
  },
  teaser: 'Send a teaser to subscribers who do not pay',
  teaser_hint: 'The part above the paywall, or the first paragraph.',
  custom_teaser_hint: 'Leave empty to use the part above the paywall.',
} as const;

/** The note of an email whose mail can no longer change. */
export const page_note = {
  only_page: {
    in_flight:
      'This email is being sent. What you change here changes only its page on the web, not the mail.',
    sent: 'This email was sent. What you change here changes only its page on the web: the mail that people got stays as it was.',
    imported:
      'This email was imported. What you change here changes only its page on the web: the mail that people got stays as it was.',
  },
  deleted: 'This email was deleted. It has no page on the web and can no longer be changed.',
  fixed: {
    in_flight:
      'Its audience, attachments, teaser, layout and date can no longer change. Its subject and text can change again once sending is finished.',
    sent: 'Its audience, attachments, teaser, layout and date can no longer change.',
    imported: 'Its audience, attachments, teaser, layout and date can no longer change.',
  },
  not_yours: 'Only owners and editors can change the page of an email that was sent or imported.',
  no_page: 'It has no page at the moment.',
  page: 'See the page',
  report: 'See the report',
  progress: 'See the progress',
  mailed: 'Compare with what was mailed',
  field: 'This belongs to the mail, which can no longer change.',
  text_later: 'This can change again once sending is finished.',
} as const;

export const revisions = {
  title: 'Earlier versions',
  by: (name: string) => `by ${name}`,
  somebody: 'somebody',
  changed: (added: number, removed: number) =>
    [added > 0 && `+${counted(added, 'word')}`, removed > 0 && `−${counted(removed, 'word')}`]
      .filter(Boolean)
      .join(', ') || 'settings only',
  none: 'There are no earlier versions yet. Each time you stop writing for a while, one is kept.',
  compare: 'What has changed since then',
  same: 'The text is the same.',
  mailed: 'As it was mailed',
  restore: 'Restore this version',
  restored: 'Restored. What it replaced is kept as an earlier version.',
} as const;

export const preview = {
  view: 'Show as',
  views: { mail: 'Email', text: 'Plain text', web: 'Web page', inbox: 'Inbox line' },
  images: 'Show images',
  reader: 'Show it as this subscriber gets it',
  nobody: 'A subscriber without a name',
  no_page: 'This email has no page on the web.',
  now: 'now',
  waits: 'The preview is waiting.',
} as const;
