import { sentence } from '../../../platform/sentences/sentence.ts';
import { hardIf, type Pattern } from './pattern.ts';

/** The mailbox does not exist, and will not. */
export const hard: Pattern[] = [
  hardIf(
    'no-such-host',
    /(unknown|no such|invalid|unresolvable|non-?existent|bad|illegal|incorrect|unrout(e)?able) (mail |e-?mail )?(host|domain|host\/domain)|(host|domain|domain name|site|host ?name)( name)?( is| was)? ?(unknown|(?<!ip )not found|invalid|nonexist|non-exist)|(host|domain|domain name)\b.{0,80}(not exist|doesn't exist|couldn't be found|could not be found|wasn't found|cannot be found|can't be found|not be resolved|can't be resolved)|name or service not known|nodename nor servname|nxdomain|non-?existent (hosts?|domain)|couldn't find (any|a) (host|mail exchanger)|can(not|'t) (find|resolve|look ?up) (your |the |a |any )?(host|domain|mx|address for)|could( not|n't) (find|resolve) (the |a |any )?(host|domain|mx|mail)|unable to (find|resolve|look ?up) (the |a |any )?(host|domain|mx|mail)|(no|any|an) (valid |usable )?(mx|mail exchanger?)( records?| hosts?)?( |s )(for|found|or|exists?|could|was|list)|mx (records?|lookup|hosts?) .{0,40}(not found|fail|missing|not exist|empty|point to non-?existent)|host found but no data|bad destination (host|system)|unrouteable|no (such )?(dns|a) (record|address)|dns domain .{0,80}not exist|dns (error|fail\w{0,4}).{0,30}(nxdomain|not found|not exist)|unknown recipient domain|domain isn't|domain.{0,60} not (hosted|local|handled|served)|misspelled domain|no address associated|not a valid domain|domain has no|[45]\.4\.(4|310)\b|domain (is )?(expired|suspended|disabled|no longer)|delivery to (the )?domain .{0,80}(is|has been) disabled|name service error .{0,80}not found|unknown local-part or domain/,
    sentence('bounces.no_host'),
  ),
  hardIf(
    'no-such-user',
    /(unknown|unkown|invalid|illegal|no such|no matching|nonexist[ae]nt|non-exist[ae]nt|unroutable|undeliverable|incorrect|bad|wrong|unrecogni[sz]ed) (local |final |mail |e-?mail |smtp |virtual |destination |or |recipient |user |mailbox |address(ee)? |account ){0,6}(users?|usuario|recipients?|mail ?box|mail ?drop|accounts?|address|addressee|local[ -]?part|alias|persons?|login|forward path|rcpt|rcpt to|id|customer|destination|subscriber|list)\b/,
    sentence('bounces.no_user'),
  ),
  hardIf(
    'user-not-found',
    /(users?|recipients?|mail ?box(es)?|mail ?drop|accounts?|address(es|ee)?|alias|person|customer|destination|local[ -]?part|subscriber|(?<!\b(?:host|domain|server):? ?)\bname|rcpt|e-?mail|inbox)\b[^.;]{0,60}?(\bunknown|\bunkown|\bunregistered|not (be )?(found|known|exist|recogni[sz]ed|listed|registered|valid|resolve|located|here|local|defined|present|a valid|a known|on (this|our) (server|system)|in (our|the|this) (database|directory|system))|n't (be )?(found|exist|known|valid|listed|recogni[sz]ed|here)|not? exist|notexist|not found|doesnt exist|nonexist|non-exist|\b(is|was|are|as) (incorrect|invalid|undeliverable|wrong)|: (invalid|unknown|not found)|\bnot have (an|a) )|@[>:. ]{0,5}unknown\b|\b55\d \S{1,64} (is|has been) disabled/,
    sentence('bounces.no_user'),
  ),
  hardIf(
    'nobody-by-that-name',
    /\bno (mailbox|mail ?box|account|user|users|recipient|person|one|body|such|valid recipient|e-?mail)[^.;]{0,40} (here|by that name|with (that|this)|found|exists?|of (that|this) name|at this|there|matches|such|person|user)|nobody here|no one (here|by)|no such (person|user|one|name|mailbox)|there (is|isn't) (no|an?) (user|account|mailbox|one|such)|(not|isn't|is no) (a |an |one of )?(our |valid |known |current |local |existing |active |real |legal |deliverable |registered |gateway ){1,6}(users?|customers?|recipients?|mailbox|address|accounts?|subscribers?|members?|e-?mail|name|local)|does(n't| not) have an? .{0,30}(account|mailbox)|not have an? (account|mailbox)|(not|isn't) listed in|recipnotfound|recipientnotfound|adr\.(recip|addr|invalid)|resolver\.adr|notlocal|no matches to name|(wasn't|couldn't be|could not be|can't be|cannot be|was not|not) found (at|in|on)|address (couldn't|could not|can't|cannot) be found|can(not|'t) find (the |a |your )?(user|recipient|mailbox|account|address|person)|could( not|n't) find (the |a )?(user|recipient|mailbox|account|address|person)|unable to (find|locate|verify) (the |a )?(user|recipient|mailbox|account|address)|user's .{0,30}account does not exist|unknown or illegal|name is not recogni[sz]ed|who(ever)? .{0,20}(isn't|is not) here|delivery error: dd|\bmay not exist|validrcptto|valid rcptto|did not (exactly )?match (any|an?) [^.;]{0,30}address|final delivery user ?id|this user doesn't|no mailbox|verify the recipient|check the recipient|double-checking the recipient/,
    sentence('bounces.no_user'),
  ),
  hardIf(
    'inactive',
    /(inactive|disabled|deactivated|de-activated|expired|suspended|closed|terminated|deleted|discontinued|cancell?ed|abandoned|retired|dormant|obsolete|unused|dead|defunct|frozen) (e-?mail |mail |user |recipient )?(users?|accounts?|mail ?box|recipients?|address|e-?mail|inbox|alias)|(user|recipient|mail ?box|account|address|alias|inbox|customer|subscriber|mail|e-?mail address|@>?)\b[^.;]{0,60}?( (is|was|are|has|have|be|been|being|currently|now|permanently|administratively|recently|because)){1,4} (permanently |administratively |currently |been ){0,6}(inactive|disabled|deactivated|de-activated|expired|suspended|closed|terminated|deleted|removed|discontinued|cancell?ed|abandoned|retired|dormant|not active|not activated|unavailable because|locked|frozen|blocked|barred|obsolete|dead|deprecated)|(user|account|mailbox|mail ?box|recipient)[ :(<]{1,3}(is )?(disabled|inactive|suspended|closed|deleted|deactivated|expired|locked|terminated|blocked)|extended inactivity|inactivity|not (an )?active|disabled or discontinued|hasn't (logged|been)|has not logged|mailbox disabled/,
    sentence('bounces.mailbox_closed'),
  ),
  hardIf(
    'gone',
    /no longer (valid|in use|in service|used|active|works?|working|employed|available|accept|monitored|exists?|associated|with|here|a customer|on (this|our)|receiv|supported|maintained|an? )|\b(has|have) (been )?moved|\buser moved|mailbox (has )?moved|new (e-?mail )?address (is|:)|address (has )?changed|5\.1\.6\b|has left (the|our)|not (reachable|available) at this address|out of (service|use)|ceased|deceased|address is not in use|does not have a final e?-?mail delivery point/,
    sentence('bounces.moved'),
  ),
  hardIf(
    'no-such-user-worldwide',
    /(empf[äa]nger|benutzer|adresse?|postfach|nutzer|e-mail-adresse|konto|teilnehmer|mailbox)[^.;]{0,60}(unbekannt|existiert nicht|nicht gefunden|nicht (mehr )?(vorhanden|bekannt|gültig|erreichbar|existent|aktiv|verfügbar)|ung[uü]ltig|gesperrt|deaktiviert|gelöscht)|nicht im .{0,40}(verzeichnis|adressbuch)|unbekannter? (empf|benutzer|adress|host|nutzer)|(destinataire|utilisateur|adresse|bo[iî]te|compte|messagerie|domaine)[^.;]{0,60}(inconnue?|n'existe|inexistant|introuvable|invalide|d[eé]sactiv|inactif|non trouv|pas trouv|r[eé]sili|ferm[eé]|suspendu)|inconnu a cette adresse|(usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n|casilla|dominio)[^.;]{0,60}(desconocid|no existe|inexistente|no encontrad|no se ha encontrado|no se encontr|inv[aá]lid|inactiv|deshabilitad|no válid|no es válid|ha (expirado|caducado)|falta de uso)|(usu[aá]rio|destinat[aá]rio|caixa|conta|endere[cç]o|dom[ií]nio)[^.;]{0,60}(desconhecid|n[aã]o (existe|encontrad|cadastrad|foi encontrad|localizad)|inexistente|inv[aá]lid|inativ|desativad|suspens)|(utente|destinatario|casella|indirizzo|account|dominio)[^.;]{0,60}(sconosciut|non esiste|inesistente|non (è |e' )?(valid|trovat|attiv)|disabilitat|disattivat)|(пользовател|получател|адрес|ящик|почтов|домен|аккаунт|абонент)[^.;]{0,60}(не (существ|найден|зарегистр|известен)|неизвест|заблокирован|отключ|удал[её]н|недоступ)|нет такого|такого .{0,30}(нет|не существует)|несуществующ|(用户|用戶|收件人|邮箱|郵箱|信箱|地址|帐号|帐户|账户|账号|帳號|域名|使用者|收信人)[^.;。]{0,30}(不存在|未找到|找不到|无效|無效|错误|錯誤|停用|冻结|禁用|锁定|注销|拒收|不正确)|(アドレス|宛先|ユーザ|メールボックス|受信者|ドメイン|あて先|送信先|アカウント)[^。]{0,40}(存在し(ません|ない)|見つかり(ません|ない)|みつかりません|ありません|無効|不明|間違|正しくありません|使われて|誤り|変更)|存在しない|ディレクトリ[^。]{0,20}(ありません|存在しません)|(użytkownik|adres|skrzynk|odbiorc|konto|domen)[^.;]{0,60}(nie istnieje|nieznan|nie znalezion|nieprawidłow|zablokowan|nie został|nieaktywn)|nie ma takiego|(gebruiker|ontvanger|adres|mailbox|postvak)[^.;]{0,60}(onbekend|bestaat niet|niet gevonden|ongeldig|niet bestaand)|(användare|mottagare|adress|konto)[^.;]{0,60}(okänd|finns inte|hittades inte|existerar inte|ogiltig)|(bruger|modtager|bruker|mottaker|adresse)[^.;]{0,60}(ukendt|ukjent|findes ikke|finnes ikke|eksisterer ikke|ble ikke funnet|blev ikke fundet)|(käyttäjä|vastaanottaj|osoite|osoitetta|tili)[^.;]{0,60}(tuntematon|ei (ole|löyd|löytynyt))|(uživatel|adresát|příjemce|adresa|schránka|používateľ|príjemca)[^.;]{0,60}(neznám|neexist|nebyl|nenalezen|nebol)|(kullanıcı|alıcı|adres|hesap)[^.;]{0,60}(bulunamadı|bilinmiyor|geçersiz|mevcut değil|yok)|(사용자|수신자|주소|메일함|계정|편지함)[^.;]{0,40}(없|존재하지|찾을 수|알 수|휴면)|(felhasználó|címzett|cím|postafiók)[^.;]{0,60}(nem (létez|található)|ismeretlen)|(χρήστης|παραλήπτης|διεύθυνση)[^.;]{0,60}(δεν|άγνωστ)|(utilizator|destinatar|adres)[^.;]{0,60}(necunoscut|nu exist)|(המשתמש|הנמען|כתובת)[^.;]{0,40}(לא|אינ)/,
    sentence('bounces.no_user'),
  ),
];

/** Words that mean "no such user" if neither text nor status says more. */
export const vagueHard: Pattern[] = [
  hardIf(
    'mailbox-unavailable',
    /(mail ?box|mail ?drop|recipient|user|account|address)\b.{0,20}(unavailable|not available|not accessible|unreachable)|(invalid|bad|illegal|malformed) (address|mailbox) ?(syntax|format)?|mailbox name not allowed|5\.1\.0 address rejected|no valid recipients for this mm\b|adresse erron|undeliverable address|not deliverable/,
    sentence('bounces.not_for_address'),
  ),
];
