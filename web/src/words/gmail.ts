// The figures of Gmail's Postmaster Tools, on the screen of the newsletter's domain.
import { decimal } from './counted.ts';

const percent = (share: number | null) =>
  share === null ? '–' : `${share === 0 ? 0 : decimal(100 * share, share < 0.01 ? 2 : 1)}\u00a0%`;

export const gmail = {
  title: 'How Gmail sees your mail',
  note: (source: string) => `From Gmail’s Postmaster Tools, about ${source}. Gmail publishes a day late.`,
  off: 'Gmail tells nobody who reports mail as spam, but it counts the reports. An owner of the installation can connect its Postmaster Tools, and the daily figures appear here.',
  nothing: 'No figures from Gmail yet. They come after a day or two, and only for days with enough mail.',
  percent,
  columns: {
    day: 'Day',
    spam: 'Spam',
    own: 'Spam, this newsletter',
    dkim: 'DKIM',
    spf: 'SPF',
    dmarc: 'DMARC',
    errors: 'Not accepted',
  },
  table: 'Gmail’s figures by day',
  spam_note:
    'Spam: the share of mail in inboxes that people reported. Stay below 0.1 %; from 0.2 % on, mail to Gmail goes out slowly.',
  emails: 'Reported most',
  worst: (share: number | null) => `${percent(share)} on the worst day`,
  demands: 'What Gmail requires',
  met: 'Met',
  unmet: 'Not met',
  requirements: {
    SPF: 'SPF',
    DKIM: 'DKIM',
    SPF_AND_DKIM: 'SPF and DKIM',
    DMARC_POLICY: 'A DMARC policy',
    DMARC_ALIGNMENT: 'The sender matches DKIM or SPF',
    MESSAGE_FORMATTING: 'Well-formed messages',
    DNS_RECORDS: 'DNS records of the mail server, both ways',
    ENCRYPTION: 'Encrypted connections',
    USER_REPORTED_SPAM_RATE: 'Few reports of spam',
    ONE_CLICK_UNSUBSCRIBE: 'Unsubscribing with one click',
    HONOR_UNSUBSCRIBE: 'Unsubscribing takes effect',
  } as Readonly<Record<string, string>>,
  connect: 'Connect Gmail …',
  connect_title: 'Connect Gmail’s Postmaster Tools',
  connect_act: 'Connect',
  connect_hint:
    'In the Google Cloud console, enable the Gmail Postmaster Tools API, make a service account, and create a key of the type JSON. At postmaster.google.com, give the address of the service account access to your domain.',
  key: 'The key file',
  key_hint: 'Paste all of the file. It is stored encrypted.',
  connected: 'Connected. The figures are read within a minute.',
  disconnect: 'Disconnect …',
  disconnect_title: 'Disconnect Gmail’s Postmaster Tools?',
  disconnect_detail: 'The key and all figures are deleted, for every newsletter of this installation.',
  disconnect_act: 'Disconnect',
  disconnected: 'Disconnected.',
} as const;
