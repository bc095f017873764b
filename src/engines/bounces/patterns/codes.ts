import { sentence } from '../../../platform/sentences/sentence.ts';
import type { Pattern } from './pattern.ts';

/** Enhanced status codes of failed mail (RFC 3463, the IANA registry, Microsoft's own), exact ones first. */
export const exactCodes: Pattern[] = [
  code('bad-mailbox', 'hard', /^5\.1\.(1|2|3|4|6|10)$/, sentence('bounces.no_address')),
  {
    ...code('', 'policy', /^5\.1\.([789]|20|90)$/, sentence('bounces.sender_address_refused')),
    name: 'sender-address',
  },
  code('mailbox-disabled', 'hard', /^5\.2\.1$/, sentence('bounces.mailbox_closed')),
  code('mailbox-full', 'soft', /^5\.2\.2$/, sentence('bounces.mailbox_full')),
  code('mailbox-limit', 'soft', /^5\.2\.([34]|1\d\d)$/, sentence('bounces.mailbox_does_not_take')),
  code('mail-system', 'soft', /^5\.3\.[1-9]\d{0,2}$/, sentence('bounces.receiving_system')),
  code('no-host', 'hard', /^5\.4\.(4|310)$/, sentence('bounces.no_mail_host')),
  code('network', 'soft', /^5\.4\.[1-9]\d{0,2}$/, sentence('bounces.network_or_given_up')),
  code('protocol', 'soft', /^5\.5\.[1-9]\d{0,2}$/, sentence('bounces.protocol')),
  code('utf8-address', 'soft', /^5\.6\.([789]|10)$/, sentence('bounces.no_utf8_address')),
  code('content', 'policy', /^5\.6\.\d{1,3}$/, sentence('bounces.content_refused')),
  code('security', 'policy', /^[45]\.7\.\d{1,3}$/, sentence('bounces.sender_or_message_refused')),
  code('temporary', 'soft', /^4\.\d{1,3}\.\d{1,3}$/, sentence('bounces.given_up_temporary')),
];

/** Vague codes, for when the words say nothing. */
export const vagueCodes: Pattern[] = [
  code('address', 'soft', /^5\.1\.\d{1,3}$/, sentence('bounces.address_problem')),
  code('mailbox', 'soft', /^5\.2\.\d{1,3}$/, sentence('bounces.mailbox_problem')),
  code('system', 'soft', /^5\.3\.\d{1,3}$/, sentence('bounces.system_problem')),
  code('routing', 'soft', /^5\.4\.\d{1,3}$/, sentence('bounces.network_problem')),
];

/**
 * SMTP reply codes without known words (RFC 5321 §4.2.3, and older practice). 550 and similar codes are used for
 * senders, content and protocol as often as for recipients, so they do not prove that the mailbox does not exist.
 */
export const replyCodes: Pattern[] = [
  reply('reply-null-mx', 'hard', /^556$/, sentence('bounces.no_mail_here')),
  reply('reply-no-room', 'soft', /^(552|522|523)$/, sentence('bounces.no_space')),
  reply(
    'reply-refused',
    'policy',
    /^(554|521|530|535|541|571|57\d)$/,
    sentence('bounces.transaction_refused'),
  ),
  reply('reply-other', 'soft', /^(5\d\d|4\d\d)$/, sentence('bounces.not_accepted')),
];

function code(name: string, kind: Pattern['kind'], expression: RegExp, reason: string): Pattern {
  return { name: `status-${name}`, kind, where: 'status', expression, reason };
}

function reply(name: string, kind: Pattern['kind'], expression: RegExp, reason: string): Pattern {
  return { name, kind, where: 'status', expression, reason };
}
