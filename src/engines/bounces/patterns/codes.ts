import type { Pattern } from './pattern.ts';

/** Enhanced status codes of failed mail (RFC 3463, the IANA registry, Microsoft's own), exact ones first. */
export const exactCodes: Pattern[] = [
  code('bad-mailbox', 'hard', /^5\.1\.(1|2|3|4|6|10)$/, 'the address does not exist'),
  {
    ...code('', 'policy', /^5\.1\.([789]|20|90)$/, 'the sender address is refused'),
    name: 'sender-address',
  },
  code('mailbox-disabled', 'hard', /^5\.2\.1$/, 'the mailbox is closed'),
  code('mailbox-full', 'soft', /^5\.2\.2$/, 'the mailbox is full'),
  code('mailbox-limit', 'soft', /^5\.2\.([34]|1\d\d)$/, 'the mailbox does not take the message'),
  code('mail-system', 'soft', /^5\.3\.[1-9]\d{0,2}$/, 'a problem of the receiving system'),
  code('no-host', 'hard', /^5\.4\.(4|310)$/, 'the domain has no mail host'),
  code('network', 'soft', /^5\.4\.[1-9]\d{0,2}$/, 'a network problem, or given up'),
  code('protocol', 'soft', /^5\.5\.[1-9]\d{0,2}$/, 'a protocol problem between the mail servers'),
  code(
    'utf8-address',
    'soft',
    /^5\.6\.([789]|10)$/,
    'a mail server does not accept addresses with non-ASCII letters',
  ),
  code('content', 'policy', /^5\.6\.\d{1,3}$/, 'the content is refused'),
  code('security', 'policy', /^[45]\.7\.\d{1,3}$/, 'the sender or the message is refused'),
  code('temporary', 'soft', /^4\.\d{1,3}\.\d{1,3}$/, 'given up after a temporary problem'),
];

/** Vague codes, for when the words say nothing. */
export const vagueCodes: Pattern[] = [
  code('address', 'soft', /^5\.1\.\d{1,3}$/, 'a problem with the address'),
  code('mailbox', 'soft', /^5\.2\.\d{1,3}$/, 'a problem with the mailbox'),
  code('system', 'soft', /^5\.3\.\d{1,3}$/, 'a problem with the receiving system'),
  code('routing', 'soft', /^5\.4\.\d{1,3}$/, 'a problem with the network'),
];

/**
 * SMTP reply codes without known words (RFC 5321 §4.2.3, and older practice). 550 and similar codes are used for
 * senders, content and protocol as often as for recipients, so they do not prove that the mailbox does not exist.
 */
export const replyCodes: Pattern[] = [
  reply('reply-null-mx', 'hard', /^556$/, 'the domain does not accept mail (RFC 7504)'),
  reply('reply-no-room', 'soft', /^(552|522|523)$/, 'the mailbox or the mail server has no space for it'),
  reply(
    'reply-refused',
    'policy',
    /^(554|521|530|535|541|571|57\d)$/,
    'the mail server refuses the transaction',
  ),
  reply('reply-other', 'soft', /^(5\d\d|4\d\d)$/, 'the mail server did not accept the message'),
];

function code(name: string, kind: Pattern['kind'], expression: RegExp, reason: string): Pattern {
  return { name: `status-${name}`, kind, where: 'status', expression, reason };
}

function reply(name: string, kind: Pattern['kind'], expression: RegExp, reason: string): Pattern {
  return { name, kind, where: 'status', expression, reason };
}
