import { counted, number } from '../counted.ts';
import type { dkim as englishDkim, domain as englishDomain, relay as englishRelay } from '../delivery.ts';
import type { Translated } from '../translated.ts';
import { you } from './you.ts';

export const domain: Translated<typeof englishDomain> = {
  title: 'Domain',
  from: 'Mails kommen von',
  checked: 'geprüft am',
  check: 'Jetzt prüfen',
  checking: 'DNS wird gefragt …',
  good: 'Alle Einträge stehen im DNS.',
  faults: count => `${counted(count, 'Eintrag braucht', 'Einträge brauchen')} Aufmerksamkeit.`,
  silent: 'Das DNS hat nicht geantwortet',
  silent_detail:
    'Postrider weiß nicht, ob die Einträge veröffentlicht sind. In einer Minute noch einmal prüfen. Bleibt es dabei, erreicht der Rechner mit Postrider seine Nameserver nicht.',
  records: 'Einträge zum Veröffentlichen',
  records_note:
    'Sie gehören dorthin, wo das DNS der Domain verwaltet wird. An ihnen erkennen Postfachanbieter, dass die Mails echt sind; große Anbieter lehnen Mails ohne sie ab.',
  optional: 'Empfehlenswert',
  optional_note:
    'Mails kommen auch ohne diese Einträge an. Sie verraten mehr oder schützen den Namen besser.',
  states: { found: 'Gefunden', missing: 'Fehlt', wrong: 'Falsch', unknown: 'Unbekannt' },
  purposes: {
    SPF: 'SPF: wer für diese Domain senden darf',
    DKIM: 'DKIM: der Schlüssel der Signatur',
    DMARC: 'DMARC: was mit gefälschten Mails geschieht',
    'return path': 'Rückweg: wohin Rückläufer gehen',
    'DMARC reports': 'Berichte über Mails im eigenen Namen',
    permission: 'Erlaubnis für Berichte über die Domain',
    'TLS reports': 'Berichte über die Verschlüsselung eingehender Mails',
    'MTA-STS': 'MTA-STS: eingehende Mails sind verschlüsselt',
    'MTA-STS policy': 'MTA-STS: die Richtlinie',
    BIMI: 'BIMI: das Logo neben den Mails',
  },
  type: 'Typ',
  name: 'Name',
  value: 'Wert',
  found: 'Im DNS steht',
  copy_name: name => `Namen ${name} kopieren`,
  copy_value: name => `Wert von ${name} kopieren`,
};

export const dkim: Translated<typeof englishDkim> = {
  title: 'DKIM-Schlüssel',
  note: 'Sie signieren jede Mail, damit Empfänger sehen, dass sie unterwegs nicht verändert wurde. Schlüssel gibt es paarweise, weil manche Empfänger nur eine Art verstehen.',
  make: 'Schlüssel erstellen',
  rotate: 'Schlüssel ersetzen',
  made: 'Die Schlüssel sind erstellt. Jetzt ihre Einträge veröffentlichen, dann prüfen.',
  empty: 'Mails werden nicht signiert',
  empty_detail:
    'Schlüssel erstellen, ihre Einträge veröffentlichen, dann prüfen. Signiert der Mailserver die Mails selbst, braucht es hier keine Schlüssel.',
  kinds: { 'rsa-sha256': 'RSA', 'ed25519-sha256': 'Ed25519' },
  states: {
    waiting: 'wartet, bis eine Prüfung ihn im DNS findet',
    signs: 'signiert Mails',
    succeeded: 'durch einen neueren Schlüssel ersetzt',
    elsewhere: name => `gehört zu ${name} und signiert jetzt nichts`,
    retired: 'signiert nicht mehr',
    leaving: 'signiert nicht mehr; sein Eintrag muss im DNS bleiben bis',
    destroyed: 'vernichtet; sein Eintrag kann gelöscht werden',
    delegated: 'veröffentlicht vom Betreiber von Postrider',
  },
  calendar: 'Neue Schlüssel',
  calendar_hint:
    'Neue Schlüssel entstehen 14 Tage im Voraus, und eine Mail nennt ihre Einträge. Sie signieren, sobald die Einträge einen Tag im DNS stehen. Eine Woche später werden die alten Schlüssel vernichtet, und ihre Einträge können gelöscht werden.',
  calendar_saved: 'Gespeichert.',
  by_hand: 'Nur von Hand',
  every: months => (months === 1 ? 'Jeden Monat' : `Alle ${number(months)} Monate`),
  since: 'seit',
  activate: 'Damit signieren',
  activated: 'Der Schlüssel signiert jetzt die Mails.',
  retire: 'Stilllegen …',
  retired: 'Der Schlüssel signiert nicht mehr.',
  retire_title: selector => `${selector} stilllegen?`,
  retire_detail:
    'Er signiert keine Mails mehr. Sein Eintrag muss noch eine Woche im DNS bleiben, damit sich Mails prüfen lassen, die noch unterwegs sind.',
  last: kind => `Kein anderer ${kind}-Schlüssel signiert.`,
  retire_act: 'Stilllegen',
  remove: 'Löschen …',
  delete_title: selector => `${selector} löschen?`,
  delete_detail:
    'Er kann nie wieder signieren. Sein Eintrag gehört aus dem DNS entfernt, sobald die letzte damit signierte Mail angekommen ist, also nach etwa einer Woche.',
  delete_act: 'Löschen',
  deleted: 'Der Schlüssel ist gelöscht.',
  more: selector => `Mehr zu ${selector}`,
  rotation:
    'Um die Schlüssel jetzt zu ersetzen: neue erstellen, ihre Einträge veröffentlichen und prüfen. Von da an signieren die neuen, und die alten werden von selbst stillgelegt.',
};

export const relay: Translated<typeof englishRelay> = {
  title: 'Mailserver',
  lead: 'Postrider übergibt die Mails diesem Server, und der Server stellt sie zu. Ein Test verbindet sich genauso und zeigt seine Antworten. Er ändert nichts.',
  send: address => `Mail an ${address} senden`,
  send_hint: you(
    'Nur du bekommst sie. Sieh nach, ob sie angekommen ist und SPF, DKIM und DMARC bestanden hat.',
    'Nur Sie bekommen sie. Sehen Sie nach, ob sie angekommen ist und SPF, DKIM und DMARC bestanden hat.',
  ),
  send_nowhere: 'Mail an mich senden',
  profile: 'Das Profil hat noch keine Adresse.',
  test: 'Jetzt testen',
  tested: 'getestet am',
  states: { good: 'Funktioniert', warning: 'Funktioniert, mit Problemen', failed: 'Funktioniert nicht' },
  steps: { connect: 'Verbindung', tls: 'TLS', ehlo: 'Fähigkeiten', login: 'Anmeldung', mail: 'Mail' },
  step_states: { good: 'Gut', warning: 'Beachten', failed: 'Gescheitert', skipped: 'Nicht versucht' },
  milliseconds: value => `${number(value)}\u00a0ms`,
  certificate: (subject, issuer) => `Zertifikat für ${subject} von ${issuer}, gültig bis`,
  mailed: address =>
    `Der Mailserver hat die Mail an ${address} angenommen. In ihrem Quelltext sollte bei SPF, DKIM und DMARC jeweils „pass“ stehen.`,
  inbox: 'Mails bleiben hier',
  inbox_detail:
    'Kein Mailserver nimmt die Mails dieses Newsletters an; sie bleiben im eingebauten Posteingang. Damit echte Mails hinausgehen, fügt ein Inhaber der Installation unten einen Mailserver hinzu oder setzt SMTP_URL.',
  owners: 'Nur Inhaber können den Mailserver testen',
  owners_detail:
    'Ein Inhaber dieses Newsletters kann helfen. Ob der Mailserver erreichbar ist, sagt die Prüfung der Domain.',
};
