// Sending and trust: the domain's records, its keys, and the mail server (the relay).
import { counted, number } from './counted.ts';

export const domain = {
  title: 'Domain',
  from: 'Mail comes from',
  checked: 'checked',
  check: 'Check now',
  checking: 'Asking DNS …',
  good: 'Every record is in DNS.',
  faults: (count: number) => `${counted(count, 'record needs', 'records need')} your attention.`,
  silent: 'DNS did not answer',
  silent_detail:
    'Postrider cannot tell whether your records are published. Check again in a minute. If this keeps happening, the machine that runs Postrider cannot reach its name servers.',
  records: 'Records to publish',
  records_note:
    'Add them where the DNS of your domain is managed. With them, mailbox providers can tell that the mail is yours; large ones refuse mail without them.',
  optional: 'Worth having',
  optional_note: 'Mail arrives without these records. They tell you more, or protect your name better.',
  states: { found: 'Found', missing: 'Missing', wrong: 'Wrong', unknown: 'Unknown' },
  purposes: {
    SPF: 'SPF: who may send for this domain',
    DKIM: 'DKIM: the key of our signature',
    DMARC: 'DMARC: what receivers do with forged mail',
    'return path': 'Return path: where bounces go',
    'DMARC reports': 'Reports about mail in your name',
    permission: 'Permission for reports about your domain',
    'TLS reports': 'Reports about encryption of mail to you',
    'MTA-STS': 'MTA-STS: mail to you is encrypted',
    'MTA-STS policy': 'MTA-STS: the policy',
    BIMI: 'BIMI: your logo beside your mail',
  },
  type: 'Type',
  name: 'Name',
  value: 'Value',
  found: 'DNS has',
  copy_name: (name: string) => `Copy the name ${name}`,
  copy_value: (name: string) => `Copy the value of ${name}`,
} as const;

export const dkim = {
  title: 'DKIM keys',
  note: 'They sign each mail, so that receivers can see that it was not changed on the way. Keys come in pairs, because some receivers understand only one kind.',
  make: 'Create keys',
  rotate: 'Replace the keys',
  made: 'The keys are created. Publish their records, then check.',
  empty: 'Mail is not signed',
  empty_detail:
    'Create keys, publish their records, then check. If your mail server signs the mail itself, you need no keys here.',
  kinds: { 'rsa-sha256': 'RSA', 'ed25519-sha256': 'Ed25519' },
  states: {
    waiting: 'waits until a check finds it in DNS',
    signs: 'signs your mail',
    succeeded: 'replaced by a newer key',
    elsewhere: (name: string) => `belongs to ${name}, and signs nothing now`,
    retired: 'no longer signs',
    leaving: 'no longer signs; leave its record in DNS until',
    destroyed: 'destroyed; its record may be removed',
    delegated: 'published by whoever runs Postrider',
  },
  calendar: 'New keys',
  calendar_hint:
    'New keys are made 14 days ahead, and you get their records by mail. They sign once DNS has had the records for a day. A week later, the old keys are destroyed, and you may remove their records.',
  calendar_saved: 'Saved.',
  by_hand: 'When I create them',
  every: (months: number) => (months === 1 ? 'Every month' : `Every ${number(months)} months`),
  since: 'since',
  activate: 'Sign with it',
  activated: 'The key signs your mail now.',
  retire: 'Retire …',
  retired: 'The key no longer signs.',
  retire_title: (selector: string) => `Retire ${selector}?`,
  retire_detail:
    'It no longer signs mail. Leave its record in DNS for a week, so that mail that is still on its way can be verified.',
  last: (kind: string) => `No other ${kind} key signs.`,
  retire_act: 'Retire',
  remove: 'Delete …',
  delete_title: (selector: string) => `Delete ${selector}?`,
  delete_detail:
    'It can never sign again. Remove its record from DNS once the last mail that it signed has arrived, after about a week.',
  delete_act: 'Delete',
  deleted: 'The key is deleted.',
  more: (selector: string) => `More about ${selector}`,
  rotation:
    'To replace the keys now, create new ones, publish their records and check. From then on the new ones sign, and the old ones retire by themselves.',
} as const;

export const relay = {
  title: 'Mail server',
  lead: 'Postrider hands your mail to this server, and the server delivers it. A test connects to it in the same way and shows its replies. It changes nothing.',
  send: (address: string) => `Send a mail to ${address}`,
  send_hint: 'Only you get it. See whether it arrived, and whether it passed SPF, DKIM and DMARC.',
  send_nowhere: 'Send a mail to me',
  profile: 'Your profile has no address yet.',
  test: 'Test now',
  tested: 'tested',
  states: { good: 'Works', warning: 'Works, with problems', failed: 'Does not work' },
  steps: { connect: 'Connection', tls: 'TLS', ehlo: 'Features', login: 'Login', mail: 'Mail' },
  step_states: { good: 'Good', warning: 'Needs attention', failed: 'Failed', skipped: 'Not tried' },
  milliseconds: (value: number) => `${number(value)} ms`,
  certificate: (subject: string, issuer: string) => `certificate of ${subject} by ${issuer}, until`,
  mailed: (address: string) =>
    `The mail server took the mail to ${address}. Look at its source: SPF, DKIM and DMARC should each say “pass”.`,
  inbox: 'Mail stays here',
  inbox_detail:
    'No mail server takes the mail of this newsletter, so it stays in the built-in inbox. To send real mail, an owner of the installation adds a mail server below, or sets SMTP_URL.',
  owners: 'Only owners can test the mail server',
  owners_detail:
    'Ask an owner of this newsletter. The check of the domain says whether the mail server can be reached.',
} as const;
