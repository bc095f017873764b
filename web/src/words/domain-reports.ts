// Senders in the name of the newsletter's domain, as receivers report them.
import { counted, number } from './counted.ts';

const messages = (count: number) => counted(count, 'message');

export const domainReports = {
  title: 'Who sends as you',
  summary: (domain: string, { messages: all, passed }: { messages: number; passed: number }) =>
    `Receivers reported ${messages(all)} in the name of ${domain} in the last 30 days. ${passed === all ? 'All' : number(passed)} of them passed DKIM or SPF.`,
  reports: (count: number) => counted(count, 'report'),
  last: 'the last about',
  empty:
    'No reports in the last 30 days. Receivers report once a day who sends mail in the name of your domain, if its DMARC record asks them to. The first reports come a day or two after you publish the record.',
  no_mailbox:
    'Receivers can report who sends mail in the name of your domain, but they need a mailbox that Postrider reads. Set BOUNCE_DOMAIN, and the check proposes the records.',
  passed: (passed: number, all: number) => `${number(passed)} of ${messages(all)} passed`,
  standings: {
    ours: 'Sent from here',
    forwarded: 'Forwarded from here',
    allowed: 'May send',
    stranger: 'Not authenticated',
  },
  through: (service: string) => `through ${service}`,
  key: (selector: string) => `key ${selector}`,
  as: (domains: string[]) => `as ${domains.join(', ')}`,
  rejected: (count: number) => `${number(count)} rejected`,
  quarantined: (count: number) => `${number(count)} to the spam folder`,
  since: 'since',
  until: 'until',
  told: (organisations: string[]) => `reported by ${organisations.join(', ')}`,
  others: (count: number) => `${counted(count, 'more source')} with fewer messages.`,
  tls: 'Encryption of mail to you',
  tls_note: (failed: number, sessions: number) =>
    failed === 0
      ? `All ${counted(sessions, 'connection')} that were reported used encryption.`
      : `${number(failed)} of ${counted(sessions, 'connection')} could not be encrypted.`,
  connections: (count: number) => counted(count, 'connection'),
  reporters: 'Who reports',
  reporters_note:
    'Anyone can send a report, and call themselves what they like. So Postrider only shows reports, and never acts on them.',
  by: (sender: string) => (sender === '' ? 'sender unknown' : `from ${sender}`),
} as const;
