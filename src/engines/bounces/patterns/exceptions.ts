import { hardIf, type Pattern, policyIf, softIf } from './pattern.ts';

/** Cases that other rows would misread; checked first. */
export const exceptions: Pattern[] = [
  softIf(
    'local-delivery',
    /\b(procmail|maildrop|vacation|fetchmail|sieve|dovecot|deliver|mail\.local)\b[^.;]{0,20}: (couldn't|could not|cannot|can't|unable|error|fatal|failed)/,
    'a program of the receiving mail server fails',
  ),
  policyIf(
    'malformed-header',
    /malformed address: .{0,200}may not follow|backscatter protection/,
    'the sender or an address in the header is refused',
  ),
  softIf(
    'name-server-later',
    /host (name )?not found, try again|lookup failed temporarily|temporary (dns|name ?server|lookup|resolution) (fail|error|problem)|(malformed|unexpected) (or unexpected )?name ?server reply|matches to name ?server/,
    'the name servers of the domain do not answer',
  ),
  softIf('greylisted', /gr[ae]y-? ?list|postgrey/, 'greylisted until it was given up'),
  softIf(
    'encryption-required',
    /(tls|ssl|encryption|encrypted connection) .{0,20}(is )?(required|needed|not available)|must issue a starttls|[45]\.7\.(5|10)\b/,
    'no encrypted connection could be made',
  ),
  softIf(
    'recipient-rate',
    /receiving mail (at a rate|too quickly)|recipient .{0,40}(rate|message) limit|mailbox .{0,20}(is )?busy|too many (recipients|rcpt)/,
    'the recipient gets too much mail at once',
  ),
  softIf(
    'smtputf8',
    /smtp-?utf-?8|internationali[sz]ed (e-?mail )?(address|mailbox|recipient)|non-?ascii .{0,40}(address|local|recipient|mailbox)/,
    'a mail server on the way does not accept addresses with non-ASCII letters',
  ),
  policyIf(
    'recipient-restricted',
    /resolver\.rst\.|5\.7\.1[23]\d\b|not authenticated when sending to this group/,
    'the recipient does not accept mail from this sender',
  ),
];

/** Cases that later rows would misread, checked after the faults of the sender. */
export const furtherExceptions: Pattern[] = [
  hardIf(
    'directory-edge-block',
    /5\.4\.1.{0,80}recipient address rejected: access denied/,
    'the directory of the receiving organisation has no such recipient',
  ),
  hardIf(
    'null-mx',
    /null ?mx|\bdomain .{0,60}(does not|doesn't) accept (e-?)?mail|domain does not receive mail/,
    'the domain does not accept mail (RFC 7505)',
  ),
  policyIf(
    'aol-will-not-accept',
    /will not accept delivery of this message|\((rly|dyn|hvu|rtr|con|dns|cbl|snd|ts):?[a-z]{0,3}\d{1,3}\)/,
    'the receiver refuses the sender',
  ),
];
