import { sentence } from '../../../platform/sentences/sentence.ts';
import { type Pattern, policyIf } from './pattern.ts';

/**
 * Faults of the sender: its address, its domain, its From, or its rights at the mail service. They say nothing about the recipient, and
 * only the sender can fix them. Their names all begin with `sender-`.
 */
export const sender: Pattern[] = [
  policyIf(
    'sender-limit',
    /\b(sending|send|outgoing|outbound|hourly|daily|submission|sender'?s?)[ -](rate |message |mail |e-?mail |user )?(limit|quota)|(sender|sending user|your account) .{0,30}exceeded|max(imum)? defers and failures|\b(no|out of|insufficient|maximum|exceeded) (sending )?credits\b/,
    sentence('bounces.sender_limit'),
  ),
  policyIf(
    'sender-rights',
    /\bsend ?as ?denied|(not allowed|permissions?) to send as|(sender|from)\b[^.;]{0,40} not owned by (the )?user|[45]\.7\.60\b|5\.2\.252\b|identities failed the check|verified sender identit|(from|sender|authenticated|logged[- ]in)\b[^.;]{0,60} (does not|doesn't|do not|must|should) match\b[^.;]{0,60}(user|login|account|identit|address|domain)|authenticated (user|sender|account)[^.;]{0,30}(may|can|is|does)( ?not|n't)|\b(your|sending|sender'?s?|from) (domain|address|e-?mail address)\b[^.;]{0,60} not (been |yet ){0,2}(verified|validated|confirmed|registered)|\b(your|sending) (sending |smtp |mail |e-?mail |hosting |user )?(account|subscription|domain's trial|trial|plan)\b[^.;]{0,40} (suspended|disabled|deactivated|blocked|locked|expired|ended|unpaid|overdue|restricted|closed|terminated|not (active|activated|verified|allowed|permitted))|account\b[^.;]{0,60} (suspended|disabled|blocked|locked|restricted|barred) (from|for) (sending|smtp|outgoing|outbound)|unregistered domain|activate your .{0,30}account|not permitted to use this from/,
    sentence('bounces.sender_rights'),
  ),
  policyIf(
    'sender-login',
    /\bauth(entication)? (is |was )?(required|needed|missing|not enabled)|(must|need to|have to|should|please) (be |first |get ){0,2}(authenticated?|log ?(ged )?in)\b|turn on smtp auth|pop ?3?[- ]before[- ]smtp|check (for )?(your )?(new )?mail (first|before)|client was not authenticated/,
    sentence('bounces.sender_login'),
  ),
  policyIf(
    'sender-unauthenticated',
    /\bdmarc\b|\bspf\b(?!=)|sender policy framework|openspf|sender id .{0,20}(fail|not)|\bdkim\b(?![=-])|domainkeys|unauthenticated (e-?mail|mail|sender|message)|(is|was|be) (un|not )authenticated|does(n't| not) (meet|pass) the (required )?authentication|[45]\.7\.(26|27|29|30|40|515)\b|authentication (checks? |results? )?(failed|required|failure)|sender authentication|\barc\b .{0,20}fail/,
    sentence('bounces.unauthenticated'),
  ),
  policyIf(
    'sender-rejected',
    /sender (address )?(is )?(rejected|refused|denied|blocked|invalid|verif|not verified|unknown|domain)|sender'?s? (address|domain|mailbox|account|e-?mail( address)?|host ?name) .{0,40}(not exist|doesn't exist|does not|not found|unknown|invalid|reject|refused|blocked|suspended|disabled|denied|unresolv|could not be verified|cannot be verified)|(invalid|bad|unknown|unverified|unresolvable|forged|fake|blocked) (sender|envelope from|return[ -]path|mail from|from (address|domain))|(verify|verification|validate|check) .{0,30}(sender|return path)|sender callout|domain of (the )?sender|envelope sender|mail from (domain|address) .{0,40}(not|doesn't|invalid)|bad outbound sender|return path .{0,30}(not|invalid|reject)|bad address syntax in from|5\.1\.[78] .{0,40}(sender|from)|reject(ed|ing)? .{0,20}\bsender\b|mail from .{0,20}not (accepted|allowed|permitted)|banned sender|unauthorized sender|sender address (is |was )?not (allowed|accepted|permitted|valid|known|found)|(unrout(e)?able|undeliverable|unreachable|non-?existent) (sender|return[- ]path|envelope from)|required for sender address|domain of (the )?return[- ]path|(invalid|bad|no|without (a )?valid) dns (mx|a|entry|record|host)\b|(mx|dns|record|entry)\b[^.;]{0,40} (for|of) (the )?(sender|sending|from|return[- ]path)\b|mail from domain (without|has no|does)|\b(unknown|invalid|bad|illegal|no such)\b[^.;]{0,40} in (the )?(mail from|return[- ]path|envelope sender|sender address)|\b(your|header|5322\.|the) from[ -](header |address |domain ){1,2}[^.;]{0,40}(not|n't|cannot|invalid|unknown|must)\b|\bfrom domain (must|does not|doesn't|is not)|(address|account|domain|mailbox) you('re| are)? (wrote|write|send|sent|sending|mail|mailed|mailing) from\b|sender'?s? mail ?box\b[^.;]{0,20} (unavailable|full|invalid)|[45]\.1\.[78]\b(?!.{0,60}\b(user|recipient|mailbox)\b)/,
    sentence('bounces.sender_address_refused'),
  ),
];

/** Whether a row of this name is about a fault of the sender. */
export function isSenderFault(pattern: string | null): boolean {
  return pattern?.startsWith('sender-') === true;
}
