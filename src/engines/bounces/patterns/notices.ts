import { sentence } from '../../../platform/sentences/sentence.ts';
import type { Pattern } from './pattern.ts';

/** Signs of the kind of a message. They do not say what happened to ours. */
export type Sign = Omit<Pattern, 'kind' | 'reason'>;

/** Signs that no person wrote the message: it is a notice about undelivered mail, whoever sent it. */
export const openings: Sign[] = [
  opening(
    'qmail',
    /hi\. this is the |i'm afraid i wasn't able to deliver your message|i wasn't able to deliver/,
  ),
  opening(
    'exim',
    /message was created automatically by (the )?mail delivery (software|system)|(a|the) message that you sent (could|has) not (yet )?been? ?(be )?delivered|message that you (have )?sent (could not be|has not (yet )?been) delivered/,
  ),
  opening(
    'sendmail',
    /----- ?(the following addresses (had|have)|transcript of session|unsent message)|the original message was received at/,
  ),
  opening(
    'postfix',
    /this is the (postfix|mail system|sendmail|mail delivery|[\w .-]{1,40} (program|mail system)) |i'm sorry to have to inform you that|i('m| am) sorry to have to inform you/,
  ),
  opening(
    'exchange',
    /your message did not reach some or all|your message (to .{0,200})?(did not reach|wasn't delivered|couldn't be delivered|could not be delivered|can't be delivered)|delivery (has failed|is delayed) to these recipients|the following (recipient|organization)\(?s?\)? (could|cannot|can't)|the e-mail system was unable to deliver|generating server:|diagnostic information for administrators/,
  ),
  opening(
    'domino',
    /your message[ :].{0,300}was not delivered to|your document[ :].{0,300}was not delivered|routing path|your e-?mail message .{0,200}could not be delivered to/,
  ),
  opening(
    'large-provider',
    /message (not delivered|blocked|rejected)\b.{0,100}(your message|there was a problem)|address not found|delivery to the following recipients? (failed|has been)|technical details of (permanent|temporary) failure|sorry, we were unable to deliver your message|this is an automatically generated delivery status notification|we have tried to deliver your message|unable to deliver (your |the |this )?(message|mail|e-?mail)/,
  ),
  opening(
    'delivery-failed',
    /(delivery|deliver|delivered|mail|message) (to the following|of the following|for the following|to these) (recipient|address|user|people|person)|(the following|these|this|one or more) (recipient|address|user|delivery)e?s?.{0,60}(failed|could not|cannot|were not|was not|undeliver|rejected|unknown|invalid|permanent|couldn't)|failed to deliver to|(could|can)( not|not|n't|'t) be (delivered|sent) (to|for|because|due)|undeliverable (message|mail|to)|undelivered (message|mail)|has been (rejected|returned|bounced)|returned (to sender|message|mail)|(was|were|is) not delivered (to|because|for)|could(n't| not) deliver (it |this )?to\b|(undelivered|not delivered)( to|:)|deliver(y|ed|ing) to:? \S{1,200} (was |is )?(unsuccessful|not possible)|(failed|failure|unable|impossible|error)( in| while| during)? (to deliver|delivering|delivery|sending mail)|delivery (failure|error|attempt|report|problem)|(message|mail|e-?mail|letter) (could|can|was|were|is)( not|not|n't|'t) (be )?(delivered|sent|processed|accepted)|your (message|e-?mail|mail) (was|has been|is|to .{0,80} was) (rejected|blocked|refused|bounced|returned|quarantined|stopped|undeliverable)/,
  ),
  opening(
    'delivery-failed-worldwide',
    /(nachricht|mail|e-mail|sendung)[^.]{0,120}(nicht|konnte nicht) (zugestellt|ausgeliefert|übermittelt|gesendet|zustell)|konnten? nicht (zugestellt|ausgeliefert|übermittelt) werden an\b|unzustellbar|zustellung .{0,60}(fehlgeschlagen|nicht möglich)|(message|courriel|courrier|mail)[^.]{0,120}(n'a pas pu|n'a pu|ne peut pas|n'a pas été|non remis|impossible|pas pu être)[^.]{0,60}(remis|livr|distribu|délivr|envoy|achemin|transmis)?|échec de (la )?(remise|distribution|livraison)|(mensaje|correo)[^.]{0,120}no (se )?(pudo|ha podido|ha sido|puede|fue|se ha)[^.]{0,60}(entreg|envi)|no se (pudo|puede|ha podido) entregar|(mensagem|e-?mail)[^.]{0,120}n[aã]o (p[oô]de|pode|foi)[^.]{0,60}(entreg|envi)|(messaggio|mail)[^.]{0,120}(non (è|e'|ha|può|puo')|impossibile)[^.]{0,60}(consegn|recapit|stat|inviat)|(сообщени|письмо|почт)[^.]{0,120}(не (было |может |могло |удалось |доставлен|отправлен)|невозможно)|(bericht|mail)[^.]{0,120}(niet|kon niet)[^.]{0,60}(bezorg|afgelever|verzonden)|(wiadomoś|list|przesyłk)[^.]{0,120}(nie (została|może|mogła|udało)|niedoręcz)|(meddelande|meddelelse|besked)[^.]{0,120}(inte|ikke|kunde)[^.]{0,60}(levere|skicka)|配信(でき|不能|されませ|に失敗)|送信(でき|に失敗|エラー)|届けること|お届け(でき|する)|配送(でき|不能|失敗)|(邮件|郵件|邮箱|信件)[^.。]{0,60}(无法|無法|未能|不能|失败|失敗|退回|被退|没有)|退信|发送失败|投递失败|전송(되지|할 수|실패)|배달(되지|할 수|실패)|iletilemedi|teslim edilemedi|doručen|kézbesíthet|nu a putut fi/,
  ),
];

/** Senders of notices: a mail system, or a gateway, which also sends other mail. */
export const senders: Sign[] = [
  {
    name: 'daemon',
    where: 'sender',
    expression:
      /mail(er)?[-_. ]?d[ae]{1,2}mons?|post[-_ ]?master|mail[-_. ]?(delivery|robot|gateway|subsystem|routing|deliver)|\bmailer?@|\bdelivery[-_. ](service|system|subsystem|status|agent|notification|report)|microsoftexchange|system (administrator|attendant)|\bmdaemon|\bmmdf|\bsmtp[-_. ]?(gateway|server|daemon)|non-?delivery|undeliver|\bndr\b|mailmaster|listserv|internet mail|mail system/,
  },
  {
    name: 'gateway',
    where: 'sender',
    expression:
      /mail[-_. ]?(administrator|admin|server)|lotus|majordomo|hostmaster|\bdaemon\b|anti-?spam|anti-?virus|mailscanner|mailmarshal|mailsweeper|interscan|symantec|barracuda|gwava|groupwise|mercury|mailnull|content-?filter|m-?filter|administra(dor|teur|tor)/,
  },
];

/** Subjects of failure notices. */
export const failureSubjects: Sign[] = [
  {
    name: 'failure-subject',
    where: 'subject',
    expression:
      /^(?!\s{0,5}(re|fwd?|aw|wg|tr|rv|antwort|sv|vs) ?:).{0,100}(undeliver|un-deliver|non-?deliver|not (be )?(been )?(yet )?deliver|(deliver\w{0,3}|mail|message|e-?mail|nachricht|mailer|transmission|send\w{0,4}|smtp|distribution)[^a-z]{1,3}(status|fail|error|problem|notif|report|unsuccess|has failed|could not|denied|rejected|bounced|blocked|not|nicht|system error|was|konnte|refused|returned|delay|incomplete|warning|delivery|subsystem|undeliv)|(fail(ed|ure)|problem|error|unable|impossible|warning|rejected|bounced?|blocked|returned?|cannot|can't)[^a-z].{0,40}(deliver|mail|message|send|notice|recipient|notif)|failure notice|bounce|returned|rejected|rejection|unknown user|user unknown|unknown recipient|mailbox (full|unavail|not)|quota|recipient .{0,30}(unknown|not|reject)|no such (user|address|mailbox)|invalid (address|recipient|user)|unroutable|address(ing)? error|nondeliverable|message you sent|message status|ndn:|ndr:|virus|spam|content violation|banned content|unzustellbar|zustell|nicht (zugestellt|übermittelt|ausgeliefert)|non remis|[ée]chec|non[- ](distribu|d[eé]livr|livr|achemin)|non distribuable|courrier|remise|impossible|notification d'[ée]tat|état de (la )?(distribution|remise)|no se (puede|pudo|ha podido) entregar|no entregad|no se (entreg|puede)|entrega|devuelto|devolvid|n[aã]o (p[oô]de |foi )?(ser )?entreg|falha|mancat[ao] (consegna|recapito)|impossibile (consegnare|recapitare)|recapito|consegna|недостав|не ?достав|не может быть|не удалось|niedostarcz|niedoręcz|nie (można|dostarcz|może|udało)|zwrot|onbestel|niet (bezorg|afgelever)|olevererbar|kan (ikke|inte|icke) lever|lever(eres|ans)|mislykke|misslyck|toimit|nedoruč|kézbesít|teslim|iletilem|nelivr|配信|送信(エラー|失敗|でき)|配送|届|不達|エラー|退信|退回|系统(退|自动)|发送失败|投递|無法(傳|寄|投)|无法(送|投|发|传)|반송|전송 ?실패|배달|배송|전달)/,
  },
];

/** Notices that mail is delayed and that the host keeps trying. */
export const delays: Pattern[] = [
  {
    name: 'delay-subject',
    kind: 'delayed',
    where: 'subject',
    expression:
      /\(delay(ed)?\)|^(warning|notice|delivery|delayed|mail|message|e-?mail|your message|status)\b.{0,60}\bdelay|^delay|^warning: (could not send|message|mail)|still (being )?(retried|undelivered|trying)|not yet delivered|deferred|verzögert|verzögerung|retard|retrasad|retraso|atras|ritard|задерж|opóźni|vertraag|延迟|延遲|遅延|遅れ/,
    reason: sentence('bounces.not_yet'),
  },
  {
    name: 'delay-text',
    kind: 'delayed',
    where: 'text',
    expression:
      /warning (message )?only|you do not need to resend|you do not have to resend|no need to resend|delivery attempts will continue|(will|shall) (be retried|keep (on )?trying|continue (to try|trying|to retry|to attempt|attempting|delivery)|retry (for|until|delivery|to|sending|again)|(be )?tr(y|ied) (again|to deliver|to send)|(be )?attempt(ed)? (again|to deliver)|make (further|more|additional|other|another) attempts)|(message|delivery|mail)[^.;]{0,80}(has been|is|was|been) delayed|not yet been delivered|has not been delivered yet|still (trying|being tried|in the queue|undelivered|attempting)|delivery (to the following recipients? )?(has been |is )?delayed|(temporary|transient) (non-fatal )?(failure|errors?) .{0,60}(retry|will|queue|addresses)|had (transient|temporary) non-fatal errors|weiter versuch|erneut versuch|noch nicht zugestellt|nouvelle tentative|nouveaux essais|encore été (remis|livr)|se (seguir[aá]|volver[aá]) a? ?(intent)|continuar[aá] (intent|tent)|(a[uú]n|todav[ií]a|ainda|ancora) no?n?[aã]?o? .{0,20}(entreg|consegn)|nuovi tentativi|повторн|продолж|再送(信)?(を|し)?(試み|続け|継続|行い|繰り返)|再送(信)?(いた)?します|再度(送信|配信|配送)(を)?(試み|行|し(ます|て(います|おり)))|再試行(し|を|中)|继续(尝试|投递)|kolejn[ae] prób/,
    reason: sentence('bounces.keeps_trying'),
  },
];

/** Signs that a host has stopped trying, whatever the subject says. */
export const endings =
  /permanent (delivery )?(error|failure|fatal)|(have|has|i've|we've|was|were|been) (now )?(given up|giv(e|ing) up|abandoned|discarded|(permanently )?returned)|giving up|gave up|(will|shall|is) not (be )?(retr|try|tried|attempt|deliver)|no (further|more) (delivery )?(attempts|retries)|(delivery|delivering)[^.;]{0,60} (has |have )?(permanently )?failed\b|(could not|couldn't|cannot|can't|was not|unable to) (be )?deliver(ed)?\b(?! yet)|undeliverable|(retry|delivery|queue|message)( time| timeout| lifetime)? (has )?(expired|exceeded)|endgültig|définitive|definitiv[ao]|окончательн|届けることができませんでした|配信できませんでした|送信できませんでした/;

/** Notices that mail has arrived. */
export const receipts: Pattern[] = [
  {
    name: 'delivered-subject',
    kind: 'delivered',
    where: 'subject',
    expression:
      /^(delivered|relayed|expanded)\b|status notification \((success|relay|expand)|(successful(ly)?|success) (mail |message )?deliver|deliver\w{0,3} (success|confirm|receipt)|^(zugestellt|remis|entregado|entregue|consegnato|доставлено) ?:|^return receipt/,
    reason: 'delivered',
  },
  {
    name: 'delivered-text',
    kind: 'delivered',
    where: 'text',
    expression:
      /(successfully|has been|was) (successfully )?(delivered|relayed|expanded) to (the|its|these|following)|successful delivery (notification|report)|had successful delivery|is complete, but no delivery notification|this is a (successful )?(delivery|relay|return) receipt|message was successfully/,
    reason: 'delivered',
  },
];

function opening(name: string, expression: RegExp): Sign {
  return { name: `${name}-notice`, where: 'text', expression };
}
