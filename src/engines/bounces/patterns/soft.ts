import { sentence } from '../../../platform/sentences/sentence.ts';
import { type Pattern, softIf } from './pattern.ts';

/** The mailbox is full, or the message is too large for it. */
export const noRoom: Pattern[] = [
  softIf(
    'mailbox-full',
    /(mail ?box|mail ?folder|mail ?drop|maildir|inbox|in-box|account|storage|disk|spool|mail directory|message store|mail store|user'?s? (mail|folder|directory))[^.;]{0,60}\b(full|over ?quota|over (its |the |their )?(limit|maximum)|exceed\w{0,3} .{0,30}(limit|quota|size|space|storage|capacity|allocat)|quota|too (full|large)|at (its )?(limit|capacity)|has reached (its|the) (limit|maximum))|\bis full\b|over ?-?(its |the |their |his |her |disk |mail ?box |storage |your ){0,6}\bquota|over ?quota|exceed(s|ed|ing)?\b.{0,60}(quota|storage|mailbox|disk|space\b|capacity)|quota( is| has been| was)? ?(exceed|full|exhaust|reached|violat|limit|overrun|over|would be)|(disk|disc|user|mail|hard|soft|mailbox|storage|size|block|file) quota|quota for .{0,40}exceed|mailboxfull|quotaexceeded|mailbox size limit|storage (allocation|limit|quota)|out of (disk |mail |storage |mailbox )?(storage|quota|space)\b|(insufficient|not enough|no|low|out of) (free |disk |system |mail |storage |available |enough |more |mailbox ){0,6}(storage|space|room)\b|no space left|filesystem (is )?full|(message count|too many (messages|mails) (in|for|on)) .{0,30}(mailbox|user|account)|cannot accept any more|too many messages in (the )?mailbox|\b(a|the|their|his|her) full (mail ?box|inbox|mail ?folder)|not have enough space|overdrawn .{0,30}quota/,
    sentence('bounces.mailbox_full'),
  ),
  softIf(
    'mailbox-full-worldwide',
    /postfach[^.;]{0,40}(voll|überfüllt|uberfullt|quota|größe)|speicherplatz|(ist|sein) voll\b|(bo[iî]te|messagerie|compte)[^.;]{0,60}(pleine?|satur|plein)|quota .{0,30}(d[eé]pass|atteint)|(buz[oó]n|cuenta|casilla|mail ?box)[^.;]{0,60}(llen[oa]|excedid|cuota)|cuota .{0,30}(exced|super)|casella[^.;]{0,60}piena|(caixa|conta|cota)[^.;]{0,60}(cheia|lotad|exced|esgotad)|ящик[^.;]{0,60}(перепол|заполн|квот)|квот[аыу]|переполнен|容量|いっぱい|一杯|満杯|(邮箱|郵箱|信箱|空间|空間)[^.;。]{0,20}(满|滿|不足|已满|超)|skrzynk[^.;]{0,60}(pełn|przepełn|przekroc)|(postvak|mailbox)[^.;]{0,40}\bvol\b|schránk[^.;]{0,40}(pln|překro)|kota(sı|sini|yı)|용량|가득|brevlåda[^.;]{0,40}full|postilaatikko[^.;]{0,40}täynnä/,
    sentence('bounces.mailbox_full'),
  ),
  softIf(
    'message-too-big',
    /(message|mail|e-?mail|letter|body|attachments?|size|it|content|data)( (is|was|are|size)){0,6} (too (big|large|long)|larger than|greater than|bigger than)|message (size )?(exceed|too|length exceed|limit)|size (limit|exceed|of (this|the|your) message)|exceed(s|ed|ing)?\b(?! maximum delivery)[^.;]{0,60}(message|maximum|fixed|size|max) |too (big|large)( a)? (message|mail|e-?mail|for)|maximum (permitted |allowed |accepted )?(message )?(size|length)|\b[45]\.(3\.4|2\.3)\b|max(imum)? message size|zu groß|trop (gros|volumineux|grand)|demasiado grande|troppo grande|muito grande|слишком больш/,
    sentence('bounces.too_big'),
  ),
];

/** Temporary problems, whatever code comes with them. */
export const passing: Pattern[] = [
  softIf(
    'greylisted',
    /\b(try again|retry|back) in \d{1,5} ?(s|secs?|seconds?|m|mins?|minutes?)\b|\bnew (sender|client)\b[^.;]{0,60}(later|delay|defer|temporar)/,
    sentence('bounces.greylisted'),
  ),
  softIf('attempts-exceeded', /exceeded (the )?maximum delivery attempts/, sentence('bounces.given_up')),
  softIf(
    'temporarily',
    /\btemporarily\b|\btemporary (?!(e-?mail|mail|address|mailbox|account|inbox|domain)\b)|temporairement|vorübergehend|temporalmente|temporariamente|temporaneamente|tijdelijk|tymczasowo|tillfälligt|midlertidig|väliaikaise|dočasn|geçici olarak|временно|一時的|暂时|暫時|일시적/,
    sentence('bounces.temporary'),
  ),
];

/** Words that outweigh a code for "nobody is there", unless the words say so too. */
export const later: Pattern[] = [
  softIf(
    'try-later',
    /\b(try|retry|send|come)\b[^.;]{0,20} (again|back)? ?later|\bagain in .{1,20}(minute|hour)/,
    sentence('bounces.try_later'),
  ),
];

/** Refusals of a recipient without a reason. */
export const unexplainedRefusals: Pattern[] = [
  softIf(
    'recipient-refused',
    /recipient (address )?(was |is |has been )?(rejected|refused|denied|not accepted|not ok)(?!: access denied)|(address|recipients?|rcpt|user) (has been |was |is )?(rejected|refused|not accepted|not allowed|denied)(?!: access denied)|rejected (address|recipient)|\b[45]\d\d @ rejected|(all|no)( valid)? recipients?|can(not|'t) deliver to|not our|address(ing)? error/,
    sentence('bounces.no_reason_for_address'),
  ),
];

/** A problem of a host, of the network or of time, not of the recipient or the sender. */
export const trouble: Pattern[] = [
  softIf(
    'loop',
    /too many (hops|received|mail hops)|hop count|hops? (limit )?exceed|\bloop(s|ing)?\b|maximum hop|already passed through|5\.4\.(6|14)\b|already .{0,20}delivered-to/,
    sentence('bounces.loop'),
  ),
  softIf(
    'expired',
    /(message|delivery|mail|time|queue|retry|max(imum)?|it) (time |timeout |lifetime |period |life |has |was |been |queue |is ){0,6}(expired|exceeded|ended|elapsed|over)|retry time not reached|retry timeout|too long|in (the |our )?queue (too long|for)|(?<!i've )giv(e|ing|en) up|(tried|attempted|undeliverable|undelivered|queued) (to deliver )?(it |this |your )?(message )?for|delivered? (for|in|within|after) (more than |the last |the past |over )?\d{1,4} (day|hour|minute)|could not send message for past|\d{1,4} (day|hour)s?\b.{0,40}(old|queue|tr(y|ied))|failed after .{0,40}(attempt|tr(y|ies)|retr)|maximum (number of )?(retries|attempts|delivery)|[45]\.4\.7\b/,
    sentence('bounces.given_up'),
  ),
  softIf(
    'unreachable-host',
    /timed[- ]?out|time-?out|connection (was |is |has been |to .{0,60})?(refused|reset|dropped|lost|closed|fail|died|timed|terminated|aborted|broken|attempt|could|error|interrupt)|lost (the )?connection|unreachable|no route to host|(could|can|did|does|do)( not|n't|not) (be )?(connect|contact|establish|reach|respond|be (reached|contacted|connected)|talk|open)|unable to (connect|contact|reach|establish|open|deliver to .{0,60}network)|cannot (connect|contact|reach|establish)|(not|n't) (be )?respond(ing)?|no (response|answer|reply|connection)|wasn't able to establish|connect(ing)? (to .{0,60}|error|fail)|network (error|problem|failure|is)|socket|host .{0,30}(down|offline)|no (active )?(smtp|mail) (service|server)|nobody answer|[45]\.4\.(1|2|8|316)\b/,
    sentence('bounces.unreachable'),
  ),
  softIf(
    'name-server',
    /lookup (failed temporarily|timed|error)|(temporary|soft|transient) (name ?server|dns|lookup|resolution|failure in name)|name ?server|dns (server|fail|error|problem|query|lookup)|cname lookup|serv-?fail|[45]\.4\.(3|312)\b/,
    sentence('bounces.name_servers'),
  ),
  softIf(
    'encryption',
    /\btls\b|\bssl\b|starttls|certificate|handshake|mta-sts|\bdane\b/,
    sentence('bounces.no_encryption'),
  ),
  softIf(
    'temporary-trouble',
    /temporar|(try|trying|tried|retry|send)(ing)?( it| this| your message)? (again|later)|\bretry\b|(service|server|system|resources?|facility|backend|database|ldap|directory|host)\b.{0,20} (is |are )?(currently |temporarily |too )?(not available|unavailable|busy|locked|down|overload)|too busy|over-?load|deferred|(system|internal|server|software|processing|storage|i\/o|disk|database|ldap|local|queue file|lookup|operating system|script|pipe|program|command|resource|requested action aborted)[ :]{1,3}(error|failure|fault|problem|aborted)|error in processing|(local |mail ?server |server )?(mis)?configuration|insufficient (memory|resources)|out of memory|can(not|'t) (create|open|write|append|access|lock|chdir|update|rename|read)|unable to (create|open|write|append|lock|store|process|chdir)|i\/o error|read-?only|child status|exit(ed)? (with )?(status|code)|command died|service unavailable|mail receiving disabled|unexpected|under maintenance|maintenance|protocol error|bad sequence|syntax error|command (not|un)(recogni[sz]ed| implemented)|unrecogni[sz]ed command|not implemented|5\.3\.[025]\b|could not be processed/,
    sentence('bounces.server_problem'),
  ),
];
