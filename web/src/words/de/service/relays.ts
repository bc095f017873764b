import type { relays as english } from '../../../../../src/platform/sentences/relays.ts';
import type { Translated } from '../../translated.ts';

export const relays: Translated<typeof english> = {
  no_tls_for_password:
    'Der Mailserver bietet kein TLS an, und ein Passwort darf nicht unverschlüsselt gesendet werden.',
  no_starttls:
    'Der Mailserver bietet kein STARTTLS an. Um ihn ohne TLS zu verwenden, tls auf opportunistic setzen.',
  certificate_untrusted:
    '{protocol}, aber dem Zertifikat wird nicht vertraut. Dem Mailserver ein vertrauenswürdiges geben.',
  certificate_ends: 'Das Zertifikat des Mailservers läuft am {date} ab. Bitte erneuern.',
  tls_until: '{protocol}, mit einem Zertifikat bis {date}.',
  no_answer: 'Binnen {seconds:number} Sekunden kam keine Antwort.',
  silent_after_mail: 'Eine Verbindung zum Mailserver schweigt seit {seconds:number} Sekunden, nach MAIL.',
  silent_for_domain:
    'Der Mailserver sagt seit {seconds:number} Sekunden nicht, ob er eine Nachricht für {domain} annimmt.',
  silent_after_message:
    'Der Mailserver hat vor {seconds:number} Sekunden eine Nachricht für {domain} bekommen und noch nicht geantwortet.',
  mail_unanswered:
    'Der Mailserver hat {seconds:number} Sekunden lang nicht auf MAIL geantwortet, auf anderen Verbindungen aber schon.',
  not_greeted:
    'Der Mailserver hat vor {seconds:number} Sekunden eine Verbindung angenommen und noch nicht gegrüßt.',
  ehlo_unanswered:
    'Der Mailserver hat vor {seconds:number} Sekunden eine Verbindung angenommen und noch nicht auf EHLO geantwortet.',
  tls_not_begun:
    'Der Mailserver hat vor {seconds:number} Sekunden eine Verbindung angenommen und noch nicht mit TLS begonnen.',
  login_unanswered:
    'Der Mailserver hat vor {seconds:number} Sekunden eine Verbindung angenommen und noch nicht auf die Anmeldung geantwortet.',
  unanswered:
    'Der Mailserver hat vor {seconds:number} Sekunden eine Verbindung angenommen und noch nicht geantwortet.',
  connect_failed: '{reason:sentence} Host und Port prüfen, und ob eine Firewall im Weg ist.',
  tls_failed: '{reason:sentence} Prüfen, ob der Host ein Name im Zertifikat des Mailservers ist.',
  ehlo_failed:
    '{reason:sentence} Prüfen, ob Host und Port zu einem Mailserver führen und er diesen Rechner hereinlässt.',
  login_failed:
    '{reason:sentence} Benutzer und Passwort prüfen. Manche Maildienste verlangen ein Passwort für Programme.',
  mail_failed: '{reason:sentence} Prüfen, ob diese Anmeldung von der Adresse des Newsletters senden darf.',
  no_tls_here: 'Der Mailserver bietet kein TLS an. Die Mails verlassen diesen Rechner nicht.',
  tls_off_here:
    'TLS ist in den Einstellungen des Mailservers ausgeschaltet. Die Mails verlassen diesen Rechner nicht.',
  no_tls:
    'Der Mailserver bietet kein TLS an. Mails lassen sich unterwegs mitlesen. STARTTLS auf dem Mailserver einschalten oder einen verwenden, der es hat.',
  tls_off:
    'TLS ist in den Einstellungen des Mailservers ausgeschaltet. Mails lassen sich unterwegs mitlesen. STARTTLS auf dem Mailserver einschalten oder einen verwenden, der es hat.',
  closed: 'Der Mailserver hat die Verbindung geschlossen.',
  none: 'Für diese Mail gibt es keinen Mailserver.',
  paused: 'Der Mailserver ist pausiert.',
  stopping: 'Der Dienst wird beendet.',
  silent: 'Der Mailserver antwortet nicht.',
  strange_reply: 'Der Mailserver hat unerwartet geantwortet.',
  idle: 'Die Verbindung war untätig.',
  not_needed: 'Die Verbindung wurde nicht mehr gebraucht.',
  slow: 'Der Mailserver hat langsam geantwortet.',
  unresponsive: 'Der Mailserver reagiert nicht.',
  undecided: 'Der Mailserver hat nicht gesagt, ob er eine Nachricht für diesen Empfänger annimmt.',
  tls_words: 'TLS: {words}',
  no_address: '553 5.1.3 Das ist keine gültige Mailadresse.',
  no_smtputf8: '550 5.6.7 Der Mailserver nimmt keine Adressen mit Zeichen außerhalb von ASCII an.',
  no_eight_bit: '554 5.6.3 Der Mailserver nimmt keinen 8-Bit-Text an.',
  over_limit: 'Der Mailserver nimmt höchstens {limit} an, aber die Nachricht hat {bytes:number} Bytes.',
  with_size: '{reply} (Die Nachricht hat {bytes:number} Bytes.)',
  no_such_login: 'Der Mailserver bietet keine Anmeldung mit {chosen} an, nur {offered}.',
  no_reply: 'keine SMTP-Antwort: {words}',
  long_reply: 'eine Antwort von mehr als {kilobytes}\u00a0kB',
  one_withdrawn: 'Eine Nachricht wurde zurückgezogen.',
  withdrawn: 'Die Nachricht wurde zurückgezogen, bevor sie gesendet war.',
  stopping_unanswered: 'Der Dienst wird beendet, und der Mailserver hat nicht geantwortet.',
};
