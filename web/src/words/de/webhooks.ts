import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type { webhooks as english } from '../webhooks.ts';

export const webhooks: Translated<typeof english> = {
  make: 'Neuer Webhook',
  empty: 'Noch keine Webhooks',
  empty_detail:
    'Ein Webhook sagt einem eigenen Programm, was geschieht: Postrider signiert jedes Ereignis, schickt es an die gewählte Adresse und versucht es, bis es angenommen ist.',
  back: 'Webhooks',
  missing: 'Diesen Webhook gibt es nicht',
  missing_detail: 'Er wurde gelöscht, oder die Adresse der Seite stimmt nicht.',
  more: 'Mehr zu diesem Webhook',

  works: time => `Zuletzt erfolgreich: ${time}`,
  failing: time => `Scheitert seit ${time}`,
  unused: 'Noch kein Ereignis',
  paused: 'Pausiert',
  is_failing: 'Scheitert',
  paused_since: time => `Pausiert seit ${time}`,
  paused_detail:
    'Er bekommt keine Ereignisse. Was vorher wartete, bleibt und wird nach dem Fortsetzen gesendet.',
  resume: 'Fortsetzen',
  resume_title: 'Den Webhook fortsetzen?',
  resume_detail: 'Er bekommt wieder Ereignisse, zuerst jene, die beim Pausieren gewartet haben.',
  missed: count => `Auch nachsenden: ${counted(count, 'Ereignis', 'Ereignisse')} seit`,
  missed_at_most: count =>
    `Auch nachsenden, was seither geschehen ist: höchstens ${counted(count, 'Ereignis', 'Ereignisse')}`,
  missed_hint: 'Zustellungen, Ablehnungen, Öffnungen und Klicks lassen sich nicht später senden.',
  missed_none: 'Seither ist nichts geschehen, was er möchte.',
  pause: 'Pausieren',
  resumed: 'Der Webhook bekommt wieder Ereignisse.',
  was_paused: 'Der Webhook ist pausiert.',
  all_events: 'alle Ereignisse',
  some_events: count => counted(count, 'Art von Ereignis', 'Arten von Ereignissen'),

  edit: 'Ändern …',
  edit_title: 'Webhook ändern',
  url: 'Adresse',
  url_hint: 'Dorthin schickt Postrider Ereignisse. Sie muss mit https beginnen.',
  description: 'Beschreibung',
  description_hint: 'Für das Team, zum Beispiel: „Trägt Personen ins CRM ein“.',
  which: 'Ereignisse',
  choices: { all: 'Alle', some: 'Ausgewählte' },
  all_hint:
    'Alle Ereignisse außer Zustellungen, Ablehnungen, Öffnungen und Klicks: Davon kann es je eines pro Empfänger geben. Bei Bedarf auswählen.',
  choose_some: 'Bitte mindestens ein Ereignis wählen.',
  only: 'Nur zu manchen Personen, einer E‑Mail oder einer Automation',
  only_hint:
    'Jede gesetzte Einschränkung muss zutreffen. Ereignisse, die schon warten, sind nicht betroffen.',
  only_people: 'Personen',
  only_everybody: 'Alle, und Ereignisse ohne Abonnenten',
  only_people_hint:
    'Ein Ereignis gilt, wenn sein Abonnent unmittelbar danach passt. Löschungen gelten immer, damit sich Kopien anderswo löschen lassen.',
  only_email: 'E‑Mail',
  any_email: 'Jede oder keine',
  several_emails: count => counted(count, 'anderswo gewählte E‑Mail', 'anderswo gewählte E‑Mails'),
  only_automation: 'Automation',
  any_automation: 'Jede oder keine',
  several_automations: count =>
    counted(count, 'anderswo gewählte Automation', 'anderswo gewählte Automationen'),
  limited: kinds => `${kinds}, eingeschränkt`,
  created: 'Webhook erstellt.',
  saved: 'Gespeichert',
  secret_once:
    'Das ist der Signaturschlüssel, mit dem das Programm prüft, dass eine Anfrage von hier kommt. Er wird nur jetzt gezeigt.',
  new_key: 'Neuer Signaturschlüssel …',
  new_key_title: 'Neuen Signaturschlüssel erstellen?',
  new_key_detail:
    'Einen Tag lang sind Anfragen auch mit dem jetzigen Schlüssel signiert. Bis dahin braucht das Programm den neuen.',
  new_key_act: 'Neuen Schlüssel erstellen',

  test: 'Test senden',
  tested: 'Der Test wurde angenommen.',
  test_failed: 'Der Test wurde nicht angenommen.',
  remove: 'Löschen …',
  delete_title: 'Diesen Webhook löschen?',
  delete_detail: 'Auch sein Protokoll wird gelöscht, und wartende Ereignisse werden nicht gesendet.',
  delete_act: 'Löschen',
  deleted: 'Webhook gelöscht.',
  replay: 'Ereignisse wiederholen …',
  replay_title: 'Ereignisse wiederholen',
  replay_detail:
    'Der Webhook bekommt jedes Ereignis seiner Arten seit dann noch einmal. Die IDs der Ereignisse bleiben gleich; das Programm kann bekannte überspringen. Zustellungen, Ablehnungen, Öffnungen und Klicks werden nicht wiederholt.',
  replay_since: 'Seit',
  replay_counting: 'Die Ereignisse werden gezählt …',
  replay_count: count =>
    count === 0
      ? 'Seither ist kein Ereignis seiner Arten geschehen.'
      : `${counted(count, 'Ereignis würde', 'Ereignisse würden')} gesendet.`,
  replay_most: count =>
    count === 0
      ? 'Seither ist kein Ereignis seiner Arten geschehen.'
      : `Höchstens ${counted(count, 'Ereignis würde', 'Ereignisse würden')} gesendet: jene innerhalb seiner Einschränkungen.`,
  replay_act: 'Wiederholen',
  replay_paused: 'Zuerst den Webhook fortsetzen.',

  log: 'Versuche',
  log_note: 'Die letzten 30 Tage. Ein gescheiterter Versuch wird etwa drei Tage lang wiederholt.',
  outcomes: { all: 'Alle', failed: 'Gescheitert' },
  no_attempts: 'Noch wurde nichts gesendet. Ein Test zeigt, wie das Programm antwortet.',
  no_failures: 'Kein Versuch ist gescheitert.',
  answered: status => `antwortete ${status}`,
  no_answer: 'keine Antwort',
  kinds: { test: 'Test', resend: 'Erneut gesendet' },
  attempt: at => `Versuch ${number(at)}`,
  next: time => `nächster Versuch: ${time}`,
  open_attempt: 'Anfrage und Antwort',
  took: milliseconds => `${number(milliseconds)}\u00a0ms`,
  request: 'Anfrage',
  answer: 'Antwort',
  headers: 'Kopfzeilen',
  body: 'Inhalt',
  body_start: 'Anfang des Inhalts',
  nothing: 'Leer',
  not_kept: 'Diesen Versuch machte eine ältere Version, die die Anfrage nicht aufbewahrt hat.',
  resend: 'Erneut senden',
  resent: 'Angenommen.',
  resend_failed: 'Nicht angenommen.',
};
