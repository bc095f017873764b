import type { Pattern } from './pattern.ts';

/** What other rows would misread; asked first. */
export const exceptions: Pattern[] = [
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
    reason: 'the domain takes no mail (RFC 7505)',
  },
  {
    name: 'name-server-later',
    kind: 'soft',
    where: 'words',
    expression:
      /host (name )?not found, try again|lookup failed temporarily|temporary (dns|name ?server|lookup|resolution) (fail|error|problem)/,
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
    name: 'sending-limit',
    kind: 'policy',
    where: 'words',
    expression:
      /\b(sending|send|outgoing|outbound|hourly|daily|submission|sender'?s?)[ -](rate |message |mail |e-?mail |user )?(limit|quota)|(sender|sending user|your account) .{0,30}exceeded|max(imum)? defers and failures/,
    reason: 'the sender has sent more than it may',
  },
  {
    name: 'sender-rejected',
    kind: 'policy',
    where: 'words',
    expression:
      /sender (address )?(is )?(rejected|refused|denied|blocked|invalid|verif|not verified|unknown|domain)|sender'?s? (address|domain|mailbox|account|e-?mail( address)?|host ?name) .{0,40}(not exist|doesn't exist|does not|not found|unknown|invalid|reject|refused|blocked|suspended|disabled|denied|unresolv|could not be verified|cannot be verified)|(invalid|bad|unknown|unverified|unresolvable|forged|fake|blocked) (sender|envelope from|return[ -]path|mail from|from (address|domain))|(verify|verification|validate|check) .{0,30}(sender|return path)|sender callout|domain of (the )?sender|envelope sender|mail from (domain|address) .{0,40}(not|doesn't|invalid)|bad outbound sender|return path .{0,30}(not|invalid|reject)|bad address syntax in from|5\.1\.[78] .{0,40}(sender|from)|reject(ed|ing)? .{0,20}\bsender\b|mail from .{0,20}not (accepted|allowed|permitted)|banned sender|unauthorized sender/,
    reason: 'the sender address is refused',
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
