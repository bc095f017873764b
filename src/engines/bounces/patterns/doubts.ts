import { sentence } from '../../../platform/sentences/sentence.ts';
import { type Pattern, policyIf, softIf } from './pattern.ts';

/**
 * Signs that a clause is not about the recipient, although it says that an address, a domain or an account does not exist. They are checked
 * in the clause where a row that means "nobody is there" was found.
 */
export const doubts: Pattern[] = [
  policyIf(
    'sender-named',
    /\bfrom ?:? ?(header|address|domain|field|line|host ?name)\b|\bfrom: ?(<?@>?[: ]{1,3})?(user|account|mail ?box|no such|unknown|invalid|non-?existent)\b|\bmail ?from\b[):]{0,2} ?(<?@>?[: ]{1,3})?(user|account|mail ?box|no such|unknown|invalid|non-?existent|address|domain|host)\b|\b(valid|invalid|the|your|in) from:|\b(bounce|return|dsn|author|submitter|api|sasl|smart ?host|relay)('?s)? (address|domain|mail ?box|user|account)\b|\bsubmitter\b|\bno postmaster\b|\bsmtp account\b|\bsending (is |was |has been )?(disabled|suspended|blocked|denied|not allowed)\b|\b(disabled|suspended|blocked|barred|closed) (for|from) (sending|outgoing|outbound)\b|\b(header|envelope|5321|5322)[- ._]?from\b|\b(in|after|to) (the )?"?mail( from)?:? command|\bmail[- _]from (command|address|domain|host|an? |unknown|invalid|non-?exist|@ (is |has )?(an? )?(invalid|unknown|domain|not))|\breply-?to[- ](address|domain|header|field|mailbox)|\b(return|reverse)[- ]?path\b|\boriginat(or|ing|ed from)\b|\b(client|connecting|sending|outgoing) (host|ip|server|system|domain|mta|mail server|address|account|user)|\byour (own )?(sending |mail |e-?mail |smtp |dns |internet ){0,2}(domain|host|host ?name|ip|address(?! (book|list))|network|client|dns|mx|ptr|account|mail ?box|inbox|login|identity|user ?name)\b|\b(send|sent|sending|wrote|write|writing|mailed|mailing) from\b/,
    sentence('bounces.sender_or_domain_refused'),
  ),
  policyIf(
    'sending-host-named',
    /\b(helo|ehlo|lhlo)\b|\bip(v[46])?( address)? (is |was )?(not found|unknown|invalid)|\b(unknown|invalid|unresolvable|bad) (client|ip|peer)\b|\bhost ?(name)?( is)? (unknown|not found) ?\[?\d{1,3}\.\d{1,3}\.|\b(unknown|invalid) host(name)? ?\[?\d{1,3}\.\d{1,3}\./,
    sentence('bounces.host_refused'),
  ),
  policyIf(
    'sender-login-refused',
    /\bpassword|\bcredentials|\bauthenticat|\bsmtp[ -]auth\b|\blog ?(ged )?[io]n\b|^53[0458][ -]/,
    sentence('bounces.login_refused'),
  ),
  policyIf(
    'content-named',
    /\b(url|uri|link|hyperlink)s? (to|in|of|with|contain)|\b(in|of) (the |your |an? |its )?(message )?(url|uri|link|body|text|subject|content|message-id|(to|cc|date|sender|reply-to)[- ](header|field|line))s?\b|\bheaders?:? (is|has|have|contains?|includes?|address|invalid|illegal)\b|\b(in|of) (the |your |an? |its )?(message |mail )?(headers?|reply-to|errors-to|list-\w{2,20})\b|\b(reply-to|errors-to|message-id|list-\w{2,20}):? (address|domain|is|has|does|contains?|invalid|unknown)\b|\b(message|mail|content|body) (contains?|includes?) (an? )?(invalid|illegal|bad|unknown|non-?existent)\b/,
    sentence('bounces.content_refused'),
  ),
  softIf(
    'perhaps-not-permitted',
    /\b(may|might) not (exist|be valid)[^.;]{0,60}\bor\b[^.;]{0,40}(permission|blacklist|blocked|denied|allowed|authori)|権限がない可能性/,
    sentence('bounces.no_recipient_or_sender'),
  ),
];

/** The form of an address is refused, and the reply does not say whose address it is. */
export const unnamedAddress: Pattern = softIf(
  'unnamed-address',
  /\b(bad|invalid|illegal|malformed) (e-?mail )?address (syntax|format)/,
  sentence('bounces.form_refused'),
);

/** The words for the sender in other languages, and in ours; they count unless the clause names the recipient too. */
export const senderNouns: Pattern = policyIf(
  'sender-mentioned',
  /(?<!\bto )(?<!\bto the )(?<!\b(?:notify|inform|tell|ask) the )\bsenders?\b|absender|exp[eé]diteur|[eé]metteur|remitente|\bemisor|remetente|mittente|отправител|发件人|寄件人|發件人|寄件者|送信元|送信者|差出人|발신자|보낸 ?사람|nadawc|afzender|avs[aä]ndar|avsender|afsender|lähettäj|odes[ií]latel|odosielat|gönderen|gönderici|feladó|αποστολέ|expeditor|השולח|المرسل|\bihre? (e-?mail-?)?(adresse|domain|domäne|postfach|konto)|r[uü]ck(sende)?adress|\bvotre (adresse|domaine|compte|bo[iî]te|serveur)|adresse de retour|\b(su|tu) (direcci[oó]n|dominio|cuenta|buz[oó]n|servidor)|\bde origen\b|\b(tuo|suo|vostro) (indirizzo|dominio|account)|\bdi origine\b|\bseu (endere[cç]o|dom[ií]nio|servidor)|(?<!\p{L})ваш[аеу]? (адрес|домен|ящик|почт|сервер)|(您|你)的(邮箱|郵箱|地址|域名|帐号|账号|帳號|服务器)|发[送信件](方|人|者|域|服务器)|\b(uw|jouw|je) (adres|domein|mailbox|account)/u,
  sentence('bounces.sender_or_domain_refused'),
);

/** The words for the recipient. */
export const recipientNouns =
  /recipient|\brcpt\b|addressee|destinat|empf[äa]nger|получател|收件|宛先|あて先|受信者|送信先|수신자|odbiorc|ontvanger|mottagar|modtager|mottaker|vastaanottaj|adresát|příjem|príjem|alıcı|címzett|παραλήπτ|הנמען/;

/** Refusals that contradict a code or vague words for "nobody is there": the two together prove neither. */
export const denials: Pattern[] = [
  policyIf(
    'denied',
    /\baccess (is |was )?denied|permission denied|\bpolic(y|ies)\b|prohibit|administrative(ly)? (den|block|reject)|not authori[sz]ed|\bblocked\b|\bfirewall|\bspoof/,
    sentence('bounces.refused_unclear'),
  ),
];

/** A domain or host does not exist, and the reply does not say whose. */
export const unnamedHost: Pattern = softIf('unnamed-host', /(?!)/, sentence('bounces.domain_refused'));

/** Docomo refuses a message for a reader who takes no mail from the sender. It answers "Unknown user" then too. */
export const blockedByReader: Pattern = policyIf(
  'blocked-by-reader',
  /(?!)/,
  sentence('bounces.recipient_restricted'),
);

/** A refusal before a recipient was named: in answer to the greeting, to EHLO, STARTTLS, AUTH or MAIL. */
export const beforeRecipient: Pattern = policyIf(
  'sender-stage',
  /(?!)/,
  sentence('bounces.before_recipient'),
);
