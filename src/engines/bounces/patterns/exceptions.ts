import type { Pattern } from './pattern.ts';

/** Cases that other rows would misread; checked first. */
export const exceptions: Pattern[] = [
  {
    name: 'local-delivery',
    kind: 'soft',
    where: 'words',
    expression:
      /\b(procmail|maildrop|vacation|fetchmail|sieve|dovecot|deliver|mail\.local)\b[^.;]{0,20}: (couldn't|could not|cannot|can't|unable|error|fatal|failed)/,
    reason: 'a program of the receiving mail server fails',
  },
  {
    name: 'malformed-header',
    kind: 'policy',
    where: 'words',
    expression: /malformed address: .{0,200}may not follow|backscatter protection/,
    reason: 'the sender or an address in the header is refused',
  },
  {
    name: 'name-server-later',
    kind: 'soft',
    where: 'words',
    expression:
      /host (name )?not found, try again|lookup failed temporarily|temporary (dns|name ?server|lookup|resolution) (fail|error|problem)|(malformed|unexpected) (or unexpected )?name ?server reply|matches to name ?server/,
    reason: 'the name servers of the domain do not answer',
  },
  {
    name: 'greylisted',
    kind: 'soft',
    where: 'words',
    expression: /gr[ae]y-? ?list|postgrey/,
    reason: 'greylisted until it was given up',
  },
  {
    name: 'encryption-required',
    kind: 'soft',
    where: 'words',
    expression:
      /(tls|ssl|encryption|encrypted connection) .{0,20}(is )?(required|needed|not available)|must issue a starttls|[45]\.7\.(5|10)\b/,
    reason: 'no encrypted connection could be made',
  },
  {
    name: 'recipient-rate',
    kind: 'soft',
    where: 'words',
    expression:
      /receiving mail (at a rate|too quickly)|recipient .{0,40}(rate|message) limit|mailbox .{0,20}(is )?busy|too many (recipients|rcpt)/,
    reason: 'the recipient gets too much mail at once',
  },
  {
    name: 'smtputf8',
    kind: 'soft',
    where: 'words',
    expression:
      /smtp-?utf-?8|internationali[sz]ed (e-?mail )?(address|mailbox|recipient)|non-?ascii .{0,40}(address|local|recipient|mailbox)/,
    reason: 'a mail server on the way does not accept addresses with non-ASCII letters',
  },
  {
    name: 'recipient-restricted',
    kind: 'policy',
    where: 'words',
    expression: /resolver\.rst\.|5\.7\.1[23]\d\b|not authenticated when sending to this group/,
    reason: 'the recipient does not accept mail from this sender',
  },
];

/** Cases that later rows would misread, checked after the faults of the sender. */
export const furtherExceptions: Pattern[] = [
  {
    name: 'directory-edge-block',
    kind: 'hard',
    where: 'words',
    expression: /5\.4\.1.{0,80}recipient address rejected: access denied/,
    reason: 'the directory of the receiving organisation has no such recipient',
  },
  {
    name: 'null-mx',
    kind: 'hard',
    where: 'words',
    expression: /null ?mx|\bdomain .{0,60}(does not|doesn't) accept (e-?)?mail|domain does not receive mail/,
    reason: 'the domain does not accept mail (RFC 7505)',
  },
  {
    name: 'aol-will-not-accept',
    kind: 'policy',
    where: 'words',
    expression:
      /will not accept delivery of this message|\((rly|dyn|hvu|rtr|con|dns|cbl|snd|ts):?[a-z]{0,3}\d{1,3}\)/,
    reason: 'the receiver refuses the sender',
  },
];
