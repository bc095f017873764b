import { sentence } from '../../../platform/sentences/sentence.ts';
import { type Pattern, policyIf } from './pattern.ts';

/** The receiver refuses the sender, its host or the content. */
export const policy: Pattern[] = [
  policyIf(
    'block-list',
    /spamhaus|spamcop|\bsorbs\b|barracudacentral|barracuda reputation|uceprotect|abuseat|abusix|\bsurbl\b|\buribl\b|invaluement|backscatterer|mailspike|njabl|\bordb\b|\bdsbl\b|ipcheck\.proofpoint|cloudmark|talosintelligence|senderbase|trustedsource|ipremoval\.sms\.symantec|mail-abuse|(black|block|deny|reject|ban)[- ]?list|\b(dns|rhs|ur[il]|ip)?(wl|bl)\b(?=[ .:\])])|\bdns[bwr]?[bl]ls?\b|\brbls?\b|(black|block)[- ]?listed|\b(is|was|been|being) (currently )?listed (in|on|by|at|as)\b|\blisted (in|on|at) (the )?\S{1,60}\.(org|net|com|de)/,
    sentence('bounces.block_list'),
  ),
  policyIf(
    'provider-block',
    /\b(s3140|s3150|s77[0-9a-z]|s84[0-9a-z]|sc-00\d|dy-00\d|ov-00\d|rp-00\d|bl000\d{1,4}|rl000\d{1,4}|tss\d\d|ts0\d|pha?0\d|bl[12]\d|gl0\d)\b|\[(hm|cs|cp|ts|cx|ib)\d\d\]|\b(dt|mi|rp|hl|ci|ip):[a-z]{3}\b|[45]\.7\.(5\d\d|6[05]\d|70\d|71\d|72\d|75\d)\b|c=(bl|pbl|sp|bad|hi|fake)|nemesis esmtp service not available|\bpostmaster\.(gmx|web|1und1|mail|t-online|aol|yahooinc|live|comcast|free|laposte)\b.{0,60}(error|blocked|spam)/,
    sentence('bounces.provider_code'),
  ),
  policyIf(
    'bad-reputation',
    /reputation|senderscore|user complaints|complaints? (rate|received|about)|(bad|poor|low) (ip|sender|domain) |(your|this|client|source|sending|connecting) (ip|host|ip address|mail server|mta|server|domain|network)( address)?[^.;]{0,60}(is |was |been |has been |are )(permanently |temporarily |currently |being )?(block|ban|reject|denied|not allowed|not permitted|refused|blacklist|throttled|deferred|suspend|restricted|firewalled)/,
    sentence('bounces.reputation'),
  ),
  policyIf(
    'spam',
    /(?<![\w./-])(anti-?)?spam(my|mers?|ming|iness)?\b(?![.-]\w)(?! (firewall|& virus firewall|gateway|folder))|unsolicited|\bjunk (e-?)?mail|\bbulk (e-?)?mail|\b[us][bc]e\b|mass mail|probablespam|\bspamassassin|垃圾|スパム|迷惑メール|спам|spamverdacht/,
    sentence('bounces.spam'),
  ),
  policyIf(
    'content',
    /content[^.;]{0,30}(reject|filter|polic|not accept|restriction|violat|denied|block|refus|prohibit)|(rejected|blocked|refused|filtered)[^.;]{0,30}content|(prohibited|banned|dangerous|executable|forbidden|illegal|blocked|restricted) (content|attachment|file)|attach(ment|ed file)s?\b[^.;]{0,60}(not allowed|prohibited|blocked|not permitted|refused|forbidden|illegal|reject|stripped|removed|quarantin)|(contains?|contained|found|detected|infected|carr(y|ies)|identified)[^.;]{0,60}(virus|malware|trojan|worm|phish)|(virus|malware|trojan|worm|phish\w{0,4})\b[^.;]{0,60}(detected|found|reject|infect|block|quarant|refus|identified)|v i r u s|attachments?[^.;]{0,40} infected|viruswarnung|virus ?(alert|warning)|unacceptable content|suspicious|message (was |has been )?(identified|classified|categori[sz]ed|considered) as|blocked[^.;]{0,30}(file ?type|extension)|profanity|objectionable|messages? (without|with no|with missing)[^.;]{0,30}(header|from|date|message-id|subject)|(missing|invalid|duplicate|multiple|malformed|bad) [^.;]{0,20}(header|message-id)|5\.6\.\d .{0,40}(content|reject)|rfc ?(5322|2822|822)(?! ?;)|(looks|appears?) (to be |like )forg|message (filtered|looks like)/,
    sentence('bounces.content_refused'),
  ),
  policyIf(
    'rate',
    /\brate[- ]?(limit|control|exceed)|(unusual|suspicious|excessive|high|too high a?) (rate|number|volume|amount)|throttl|too (many|much) (messages?|e-?mails?|mails?|(concurrent |simultaneous |smtp |open |parallel )?(connections?|sessions?)|errors|bad|unknown|invalid|failed|delivery attempts)|(connection|message|concurren\w{1,20}|session|frequency|volume)s?[ -](rate|limit|frequency)|(ip|domain|sender|client) frequency limited|maximum (number of )?(connections|messages|sessions|e-?mails)|exceeded[^.;]{0,40}(connection|messages? (per|limit)|rate)|mails? per (hour|minute|day|session|connection)|\b[45]\.7\.28\b|slow down/,
    sentence('bounces.too_fast'),
  ),
  policyIf(
    'reverse-dns',
    /reverse[- ](dns|lookup|hostname|address|host|record|mapping)|\brdns\b|\bptr\b|bad dns|cannot find your (reverse )?(host|hostname)|client host rejected|client host .{0,40}(blocked|refused)|forward[- ]confirmed|fcrdns|ip (address )?(name|lookup) |(helo|ehlo)\b.{0,40}(reject|invalid|bad|require|mismatch|not (a )?(valid|resolv|fqdn|match)|refused|denied|must|does)|(invalid|bad|forged|fake|no) (helo|ehlo)|fully[- ]qualified|generic (hostname|rdns)|mismatch(es)? (the )?client ip|dynamic(ally)?[ -](assigned |allocated )?ip|dialup|dial-up|residential/,
    sentence('bounces.host_refused'),
  ),
  policyIf(
    'relaying-denied',
    /relay(ing)?\b.{0,40}(denied|prohibited|not (permitted|allowed|authorized|supported)|refused|reject|attempt|restrict|forbidden|disabled|disallowed|mail for|for)|unable to relay|(not (permitted|allowed|authorized) to|no|does not|doesn't|will not|won't|cannot|can't|do not|don't|not an?( open)?) relay|rcpthosts?\b|unauthorized relay|is not (permitted|allowed) to relay|insecure mail relay|no valid cert for gatewaying|not a (gateway|permitted)|relay access/,
    sentence('bounces.domain_not_served'),
  ),
  policyIf(
    'sender-not-permitted',
    /not (permitted|authori[sz]ed|allowed) to (send|submit|post|mail|deliver|e-?mail|make)|do(es)?( not|n't) have (the )?permissions? to|(only|just) accepts? (mail|messages|e-?mail)s? from|accepts? (mail|messages|e-?mail)s? only from|restricted (to|recipient|address)|delivery (is )?not authori[sz]ed|not (on|in) .{0,30}(white ?list|safe ?list|(allowed|accepted|safe|approved|permitted|authorized) senders?)|(sender|you|your (e-?mail )?address)('re)? (is |are |was |were )?not (allowed|authori[sz]ed|on|permitted|accepted|in the)|authorized senders|\b(they|recipient|user|subscriber|customer)( have| has)? (set|chosen|configured)\b[^.;]{0,80}\b(reject|refus|block)|not accept(ing)? (any )?(mail|messages|e-?mail)s? from|message refused by recipient|recipient'?s? preferences|(recipient|user|subscriber|addressee)[^.;]{0,30}(has (blocked|rejected|refused|restricted)|does not want|doesn't want|refuse[sd]|reject(s|ed)? (your|this|mail|message)|blocked (you|your|mail|the sender)|not accept(ing)? (mail|messages|e-?mail)s? from)|members?[- ]only|non-?members? (are not|is not|not)|challenge/,
    sentence('bounces.recipient_restricted'),
  ),
];

/** Words that mean a refusal if nothing else says more. */
export const vaguePolicy: Pattern[] = [
  policyIf(
    'refused-by-policy',
    /\bpolic(y|ies)\b|prohibit|administrative(ly)?|forbidden|unauthori[sz]ed|not authori[sz]ed|not (allowed|permitted)|access (is )?denied|permission denied|\bdenied\b|\bblocked\b|(message|mail|e-?mail|connection|transaction|session|command|data|delivery|envelope|request|service|we|you|host|it|was|been)( is| was| has been| have been)? (permanently |temporarily )?(reject|refus)|\brejected\b|\brefused (by|to|for|mail|your)|security(?! suite|\.cloud)|filter|trust|quarantin|transaction failed|not accepted|unacceptable|abuse|go away|attack|banned|interdit|verboten|abgelehnt|abgewiesen|rechazad|rejeitad|bloquead|rifiutat|odrzucon|отклонен|拒绝|拒否/,
    sentence('bounces.message_refused'),
  ),
];
