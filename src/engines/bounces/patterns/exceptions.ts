import { sentence } from '../../../platform/sentences/sentence.ts';
import { hardIf, type Pattern, policyIf, softIf } from './pattern.ts';

/** Cases that other rows would misread; checked first. */
export const exceptions: Pattern[] = [
  softIf(
    'local-delivery',
    /\b(procmail|maildrop|vacation|fetchmail|sieve|dovecot|deliver|mail\.local)\b[^.;]{0,20}: (couldn't|could not|cannot|can't|unable|error|fatal|failed)/,
    sentence('bounces.program_fails'),
  ),
  policyIf(
    'malformed-header',
    /malformed address: .{0,200}may not follow|backscatter protection/,
    sentence('bounces.header_refused'),
  ),
  // This is the directory of a university, which its programs also call a name server.
  hardIf(
    'not-in-ph-directory',
    /\bno matches to nameserver query\b.{0,100}\(phquery\b/,
    sentence('bounces.not_in_directory'),
  ),
  softIf(
    'name-server-later',
    /host (name )?not found, try again|lookup failed temporarily|temporary (dns|name ?server|lookup|resolution) (fail|error|problem)|(malformed|unexpected) (or unexpected )?name ?server reply|matches to name ?server/,
    sentence('bounces.name_servers'),
  ),
  softIf(
    'greylisted',
    /gr[ae]y-? ?list|postgrey|internal resources? (is |are )?temporarily unavailable|\btriplet\b/,
    sentence('bounces.greylisted'),
  ),
  softIf(
    'encryption-required',
    /(tls|ssl|encryption|encrypted connection) .{0,20}(is )?(required|needed|not available)|must issue a starttls|[45]\.7\.(5|10)\b/,
    sentence('bounces.no_encryption'),
  ),
  softIf(
    'recipient-rate',
    /receiving mail (at a rate|too quickly)|recipient .{0,40}(rate|message) limit|mailbox .{0,20}(is )?busy|too many (recipients|rcpt)/,
    sentence('bounces.too_much_mail'),
  ),
  softIf(
    'smtputf8',
    /smtp-?utf-?8|internationali[sz]ed (e-?mail )?(address|mailbox|recipient)|non-?ascii .{0,40}(address|local|recipient|mailbox)/,
    sentence('bounces.no_utf8_on_way'),
  ),
  policyIf(
    'recipient-restricted',
    /resolver\.rst\.(?!\w{0,20}size)|5\.7\.1[23]\d\b|not authenticated when sending to this group/,
    sentence('bounces.recipient_restricted'),
  ),
];

/** Cases that later rows would misread, checked after the faults of the sender. */
export const furtherExceptions: Pattern[] = [
  hardIf(
    'directory-edge-block',
    /5\.4\.1.{0,80}recipient address rejected: access denied/,
    sentence('bounces.not_in_directory'),
  ),
  hardIf(
    'no-mail-in-dns',
    /\bdns type '\w{1,10}' lookup of \S{1,255} responded with code (nxdomain\b|noerror\b.{0,300}doesn't receive e-?mail)/,
    sentence('bounces.no_mail_host'),
  ),
  hardIf(
    'null-mx',
    /null ?mx|\b(domain|host)\b.{0,60} (does not|doesn't) accept (e-?)?mail(?! (from|by|unless|without|via|over|at|now)\b)|domain does not receive mail/,
    sentence('bounces.null_mx'),
  ),
  policyIf(
    'aol-will-not-accept',
    /will not accept delivery of this message|\((rly|dyn|hvu|rtr|con|dns|cbl|snd|ts):?[a-z]{0,3}\d{1,3}\)/,
    sentence('bounces.receiver_refuses_sender'),
  ),
];
