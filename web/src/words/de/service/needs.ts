import type { needs as english } from '../../../../../src/platform/sentences/needs.ts';
import type { Translated } from '../../translated.ts';

export const needs: Translated<typeof english> = {
  uncertain:
    'Ob {count:Mail ankam|Mails ankamen}, ist ungewiss, weil die Übergabe unterbrochen wurde. Das hinnehmen oder sie erneut senden.',
  approval:
    '{who} bittet darum, sie an {count:Abonnenten|Abonnenten} zu senden. Ein anderer Inhaber oder Redakteur muss sie freigeben.',
  relay:
    '{name} nimmt keine Mails an: {trouble:sentence} Seine Mails warten oder gehen über die anderen Mailserver.',
  webhook: 'Der Webhook an {host} ist ausgeschaltet und bekommt keine Ereignisse. {reason:sentence}',
  sender: '{fault:sentence} Und {more:number} weitere.',
  domain_failing:
    'Leser erreichen {domain} nicht. Dauert das drei Tage, führen Links wieder zur üblichen Adresse. {fault}',
  domain_unused: 'Leser erreichen {domain} nicht; deshalb führen Links zur üblichen Adresse. {fault}',
  held: '{count:Beitrag wartet|Beiträge warten} auf eine Entscheidung.',
  held_because: '{count:Beitrag wartet|Beiträge warten} auf eine Entscheidung. {reason:sentence}',
  complaints_near:
    '{count:number} von {accepted:number} Mails wurden als Spam gemeldet ({percent}\u00a0%). Das ist nahe an der Grenze von 0,3\u00a0%, die große Maildienste setzen; sie raten zu weniger als 0,1\u00a0%. Weniger an Personen senden, die nie öffnen, und prüfen, wo sie sich angemeldet haben.',
  complaints_above:
    '{count:number} von {accepted:number} Mails wurden als Spam gemeldet ({percent}\u00a0%). Das ist über der Grenze von 0,3\u00a0%, die große Maildienste setzen; sie raten zu weniger als 0,1\u00a0%. Weniger an Personen senden, die nie öffnen, und prüfen, wo sie sich angemeldet haben.',
  complaints_near_at:
    '{count:number} von {accepted:number} Mails bei {domain} wurden als Spam gemeldet ({percent}\u00a0%). Das ist nahe an der Grenze von 0,3\u00a0%, die große Maildienste setzen; sie raten zu weniger als 0,1\u00a0%. Weniger an Personen senden, die nie öffnen, und prüfen, wo sie sich angemeldet haben.',
  complaints_above_at:
    '{count:number} von {accepted:number} Mails bei {domain} wurden als Spam gemeldet ({percent}\u00a0%). Das ist über der Grenze von 0,3\u00a0%, die große Maildienste setzen; sie raten zu weniger als 0,1\u00a0%. Weniger an Personen senden, die nie öffnen, und prüfen, wo sie sich angemeldet haben.',
  replies: '{count:Antwort ist|Antworten sind} ungelesen.',
  slowed_for_complaints:
    '{percent}\u00a0% der Mails der letzten {days:Tag|Tage} wurden als Spam gemeldet. Deshalb gehen Mails dorthin jetzt langsam hinaus: Die gleiche Anzahl braucht {hours:Stunde|Stunden}. Ab 0,3\u00a0% halten große Maildienste Mails zurück.',
  slowed_for_gmail:
    'Gmail meldet, dass {percent}\u00a0% der Mails der letzten {days:Tag|Tage} als Spam markiert wurden. Deshalb gehen Mails dorthin jetzt langsam hinaus: Die gleiche Anzahl braucht {hours:Stunde|Stunden}. Ab 0,3\u00a0% halten große Maildienste Mails zurück.',
  comments: '{count:Kommentar wartet|Kommentare warten} auf Freigabe. Bis dahin sehen Leser sie nicht.',
  runs_late:
    '{count:Person wartet|Personen warten} in „{name}“: Ihr nächster Schritt kam zu spät. Jetzt senden, alles verschieben, überspringen oder beenden.',
  runs_unapproved:
    '{count:Person wartet|Personen warten} in „{name}“: Sie sendet an mehr Personen am Tag, als ohne Freigabe erlaubt ist, oder hat sich seit der Freigabe geändert.',
  runs_held: '{count:Person wartet|Personen warten} in „{name}“: {why}.',
};
