import { sentence } from '../../../platform/sentences/sentence.ts';
import { type Pattern, rowOf } from './pattern.ts';

const titled = rowOf('auto_reply', 'subject');
const worded = rowOf('auto_reply', 'text');

/** Automatic replies on behalf of a person: nothing bounced, and nobody complained (RFC 3834). */
export const replies: Pattern[] = [
  titled(
    'automatic-reply',
    /out[- ]of[- ](the[- ])?office|\boot?o\b|away from (the |my )?(office|mail|e-?mail|desk|computer)|i('m| am) (away|out of)|auto(matic|mated|matically|matisch|matique|m[aá]tica|matica|matyczn\w{1,3}|matisk|maattinen|matické|matikus|mat)?[- ]{0,3}(generated )?(reply|repl[iy]|respon[sd]|answer|acknowledge|antwort|antwoord|svar|vastaus|odpow|odpověď|válasz|yanıt|beantwort)|auto-?(reply|respon|antwort|answer|svar)|(r[eé]ponse|respuesta|resposta|risposta|odpowied[zź]|eingangsbest[aä]tigung|odgovor|отв[её]т)[: ]{0,2}(automa|autom[aá]|авто)|(automati\w{1,6}|autom[aá]tica|automatyczn\w{1,4}) ?(antwort|r[eé]ponse|respuesta|resposta|risposta|odpowied|e-?mail|mail|message|svar)|otomatik yanıt|abwesenheit|nicht im (büro|hause)|absence du bureau|message d'absence|avis d'absence|fuera de (la )?oficina|fora do escrit|fuori (ufficio|sede)|автоответ|автоматическ|вне офиса|poza biurem|ofis dışı|自動(返信|応答|回答|送信|配信)|自动(回复|答复|回覆)|自動回覆|부재중|자동 ?(응답|회신|답장)|házon kívül|mimo kancelář|εκτός γραφείου|אוטומטי|خارج المكتب/,
    sentence('bounces.automatic_reply'),
  ),
  titled(
    'absence',
    /\b(on|vacation|annual|maternity|parental|sick) (vacation|holiday|leave|reply|message)|vacation|\bi('m| am) (on|currently|out)|abwesend|im urlaub|urlaub|absence|absent|en cong[eé]|vacances|congés|ausen(te|cia|t)|vacaciones|f[eé]rias|assen(te|za)|in ferie|отпуск|отсутств|nieobecno|urlop|afwezig|vakantie|frånvar|fråvær|fravær|semester|poissa|loma\b|tatil|izin|不在|休暇|休假|外出|szabadság|dovolen/,
    sentence('bounces.automatic_reply'),
  ),
  titled(
    'ticket',
    /\b(ticket|support request|help ?desk|service request|case|incident) ?(received|created|opened|logged|registered|(id|no|number|nr)?[ .:]{0,3}#? ?\w{0,6}-?\d{2,})|\[(ticket|case|request|support|incident)[ :#-]{0,3}[\w-]{0,15}\d{2,}\]|(new|your) (support )?ticket|request received/,
    sentence('bounces.acknowledgement'),
  ),
  titled(
    'acknowledgement',
    /(request|ticket|case|enquiry|inquiry|e-?mail|message|mail|support|query)\b.{0,40}(received|created|opened|acknowledg|has been (received|logged|registered))|(received|thank you for|thanks for) (your|contacting|the|e-?mail|writing|reaching|getting)|thank you (for|-)|acknowledg|we('ve| have)? (got|received)|ticket ?(#|id|no|number|nr)|\[(ticket|case|request|support)?[ :]?#?[\w-]{0,15}\d{3,}\]|confirmation of receipt|receipt confirmation|empfangsbestätigung|eingangsbestätigung|ihre (anfrage|nachricht|e-mail)|accus[eé] de r[eé]ception|acuse de recibo|conferma di (ricezione|lettura)|lesebestätigung|^(read|gelesen|lu|leído|letto|lida|read receipt|not read|ungelesen|прочитано|przeczytano|lido|gelezen|läst|已读|已讀|開封|开封) ?:/,
    sentence('bounces.acknowledgement'),
  ),
  titled(
    'challenge',
    /(please |verify |confirm )(verify|confirm|your).{0,40}(e-?mail|message|sender|address|yourself|identity|human|delivery)|(e-?mail|sender|message|mail|delivery|address) (verification|confirmation|authentication) (required|request|needed|necessary)?|requires? (verification|confirmation|approval|authentication)|verification (required|request|needed)|unverified e-?mail|challenge|\[qurb|confirm .{0,20}(you|human|message|mail|send)|boxbe|spam ?arrest|mail in ?black|mailinblack|spam ?blocker|tmda|waiting list|pre-?approv/,
    sentence('bounces.challenge'),
  ),
  worded(
    'absence-text',
    /(i am|i'm|i will be|i'll be|is|we are) (currently |presently |now ){0,6}(out of (the )?(office|town|country)|away|on (vacation|holiday|annual|maternity|paternity|parental|sick|leave|business)|travell?ing|not in the office|unavailable until)|out of (the )?office (until|from|and|on|today)|limited access to (my )?(e-?mail|mail)|will (be back|return|respond|reply|get back) .{0,40}(on|when|as soon|to you|after|office)|this is an (automated|automatic|auto)[- ]?(reply|response|answer|message|e-?mail)|automat(ed|ic) (reply|response)|auto-?(reply|responder|response)|do not reply to this (automated|automatic)|i no longer (work|check|use)|(mailbox|address|inbox) is (not|no longer) (monitored|checked|read)|not monitored|abwesenheitsnotiz|bin (ich )?(derzeit|zur ?zeit|momentan|vom|bis|im|nicht|am|ab) |nicht im (büro|hause)|je (suis|serai) (absent|actuellement|en (cong|vacan|déplac)|de retour)|absente? (du|jusqu|de|le)|estoy (fuera|de vacaciones|ausente)|estar[eé] (fuera|de vac|ausente)|(estou|estarei) (fora|ausente|de f[eé]rias|em f)|(sono|sarò) (fuori|assente|in ferie)|я (нахожусь|в отпуске|буду)|jestem (nieobecn|poza|na urlop)|ik ben (afwezig|niet|op|tot|momenteel)|jag är (på|inte|bortrest|ledig|föräldra)|jeg er (på|ikke|bortreist|ude)|olen (lomalla|poissa)|不在にして|休暇(を|中)|自動(返信|応答)|我(正在|在)?(休假|出差|外出)|自动回复/,
    sentence('bounces.automatic_reply'),
  ),
  worded(
    'challenge-text',
    /(click|follow|visit|use) .{0,60}(link|here|below|button|url).{0,120}(deliver|inbox|confirm|verify|prove|human|sender|approved|authenticate)|(prove|verify|confirm|ensure) (that )?(you('re| are)|it was) .{0,30}(human|person|real|not a (robot|spammer)|sent)|approved senders? list|one[- ]time (verification|confirmation|process|request)|reply to this (message|e-?mail|mail) .{0,60}(deliver|confirm|verif|authentic|release)|challenge[- ]response|held (pending|until|for)|your message .{0,60}(is )?(being |been )?(held|queued|quarantined) (until|pending|for|because)|to complete (the |this )?(verification|delivery)|spam ?arrest|boxtrapper|boxbe|mailinblack|tmda/,
    sentence('bounces.challenge'),
  ),
];
