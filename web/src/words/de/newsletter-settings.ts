import type {
  setting_choices as englishChoices,
  danger as englishDanger,
  duplicate as englishDuplicate,
  setting_groups as englishGroups,
  setting_hints as englishHints,
  setting_members as englishMembers,
  powers as englishPowers,
  settings_reading as englishReading,
} from '../newsletter-settings.ts';
import type { Translated } from '../translated.ts';

export const setting_groups: Translated<typeof englishGroups> = {
  page: 'Name und Seite',
  language: 'Sprache',
  sender: 'Absender',
  sending: 'Senden',
  joining: 'Anmeldung',
  paying: 'Zahlende Abonnenten',
  privacy: 'Messung und Daten',
};
export const settings_reading: Translated<typeof englishReading> =
  'Nur ein Inhaber kann diese Einstellungen ändern.';

export const setting_hints: Translated<typeof englishHints> = {
  name: 'Steht über den öffentlichen Seiten und als Absender der Mails, wenn kein anderer Name gesetzt ist.',
  username:
    'Der letzte Teil der Adresse der öffentlichen Seite: Buchstaben, Ziffern, Bindestriche und Unterstriche.',
  description: 'Steht auf der öffentlichen Seite.',
  timezone: 'In dieser Zone werden Zeiten gezeigt und E‑Mails geplant.',
  locale:
    'Für die öffentlichen Seiten, für Mails zum Bestätigen und Anmelden und für alles rund um die E‑Mails. Jede E‑Mail und jeder Leser kann eine andere haben.',
  formal_words: 'In Sprachen mit Höflichkeitsform. Auf Deutsch werden Leser gesiezt statt geduzt.',
  from_name: 'Leer lassen, um den Namen des Newsletters zu verwenden.',
  from_address: 'Abonnenten sehen diese Adresse als Absender. Der Mailserver muss von ihr senden dürfen.',
  reply_to: 'Leer lassen, damit Antworten an den Absender gehen.',
  bounce_domain:
    'Eine eigene Domain für Rückläufer, etwa bounces.example.org. Leer lassen für die der Installation. Versand → Domain sagt, was das DNS braucht.',
  replies:
    'Im Dashboard stehen sie bei den Lesern und werden dort beantwortet. Die Installation muss Mails empfangen.',
  postal_address: 'In vielen Ländern in jedem Newsletter vorgeschrieben. Sie steht am Ende jeder Mail.',
  undo_seconds:
    'Wie lange sich das Senden rückgängig machen lässt, bevor die E‑Mail hinausgeht; 0 sendet sofort. Ist das Feld leer, haben Personen hier 10 Sekunden und Programme mit Schlüssel keine.',
  late_schedule_hours:
    'War der Dienst zur geplanten Zeit aus, geht eine E‑Mail noch hinaus, wenn sie höchstens so spät ist. Danach wartet sie auf eine Entscheidung.',
  sending_rate:
    'Wie viele Nachrichten pro Sekunde höchstens hinausgehen, für alle E‑Mails zusammen; 0 sendet so schnell, wie der Mailserver sie annimmt.',
  approval_threshold:
    'Mehr Empfänger brauchen die Freigabe einer zweiten Person. Leer lassen, um nie zu fragen; 0 fragt jedes Mal.',
  mail_cap:
    'Wer schon so viele hatte, wird von einer E‑Mail ausgelassen; der Brief einer Sequenz wartet. Beides leer lassen für keine Grenze.',
  quiet_hours:
    'Briefe von Sequenzen warten, bis diese Stunden dort vorbei sind, wo der Leser ist, falls seine Zeitzone bekannt ist. Beides leer lassen für keine.',
  digests:
    'Leser wählen jede Ausgabe, eine Sammelmail pro Woche oder eine pro Monat, gesendet am ersten solchen Tag. E‑Mails ohne Seite gehen sofort an alle. Beides leer lassen für keine Sammelmails.',
  double_opt_in: 'Vor der Bestätigung geht nur eine Mail mit einem Bestätigungslink an sie, keine andere.',
  forms_create_tags:
    'Ein Anmeldeformular auf einer Website darf Schlagwörter nennen. Ist das hier eingeschaltet, werden neue angelegt, höchstens 20 am Tag; sonst werden unbekannte nicht beachtet.',
  comment_notices: 'An die Adresse des Newsletters, höchstens einmal pro Stunde.',
  asks_timezone:
    'Für E‑Mails zur Uhrzeit der Leser. Das Feld beginnt mit der Zeitzone des Browsers, und Leser können eine andere wählen.',
  free_subscriptions:
    'Ist das ausgeschaltet, bekommt keine Mails, wer ab jetzt abonniert, bis er ein Abo wählt oder beschenkt wird. Für die bisherigen Leser ändert sich nichts.',
  premium_url:
    'Wo Leser anfangen können zu zahlen. Daraus wird die Schaltfläche unter dem Teaser einer bezahlten E‑Mail.',
  premium_text:
    'Was zahlende Abonnenten bekommen, in Markdown. Steht dort, wo der Teaser einer bezahlten E‑Mail endet.',
  track_opens: 'Fügt jeder Mail ein kleines Bild hinzu, an dem zu erkennen ist, wie viele sie öffnen.',
  track_clicks: 'Links in Mails führen über diesen Server, der zählt, was geklickt wird.',
  delivery_months:
    'Nach so vielen Monaten wird gelöscht, wer eine E‑Mail bekommen hat, und nur die Zahlen bleiben. Leer lassen, um es für immer aufzubewahren.',
};

export const setting_choices: Translated<typeof englishChoices> = {
  replies: {
    mailbox: 'An die Antwortadresse',
    inbox: 'Ins Dashboard',
    inbox_and_mailbox: 'Ins Dashboard, und eine Kopie an die Antwortadresse',
  },
};

export const setting_members: Translated<typeof englishMembers> = {
  count: 'Mails',
  days: 'Innerhalb von so vielen Tagen',
  from: 'Von',
  until: 'Bis',
  weekday: 'Tag',
  time: 'Uhrzeit',
};

export const duplicate: Translated<typeof englishDuplicate> = {
  title: 'Diesen Newsletter duplizieren',
  note: 'Ein weiterer Newsletter hier mit denselben Einstellungen, Texten, Schlagwörtern, Segmenten, Textbausteinen und Dateien und demselben Aussehen.',
  ask: 'Newsletter duplizieren …',
  question: name => `${name} duplizieren`,
  also: 'Auch kopieren',
  kinds: {
    drafts: 'Entwürfe, und geplante E‑Mails als Entwürfe',
    emails: 'Frühere E‑Mails, für das Archiv',
    automations: 'Feeds und ihre Automationen, ausgeschaltet',
    people: 'Personen mit jedem Status, mit ihrer Einwilligung',
  },
  people_hint:
    'Sie haben dem ursprünglichen Newsletter zugestimmt. Nur kopieren, wenn ihre Einwilligung auch für diesen gilt.',
  nothing_sent:
    'Nichts wird gesendet. API-Schlüssel, Webhooks, das Team und DKIM-Schlüssel werden nicht kopiert. Das Original bleibt, wie es ist.',
  suggested: name => `${name} (Kopie)`,
  act: 'Duplizieren',
  made: name => `${name} wurde erstellt. Der Inhalt wird gerade kopiert.`,
};

export const danger: Translated<typeof englishDanger> = {
  title: 'Diesen Newsletter löschen',
  note: 'Das lässt sich nicht rückgängig machen.',
  ask: 'Newsletter löschen …',
  question: name => `${name} löschen?`,
  goes: 'Was gelöscht wird',
  goes_detail:
    'Abonnenten, E‑Mails, Statistiken, Schlagwörter, Dateien, Feeds, Webhooks, API-Schlüssel und die öffentlichen Seiten. Links in gesendeten Mails führen ins Leere, auch die zum Abmelden. Die Adresse kann jemand anderes übernehmen.',
  stays: 'Was bleibt',
  stays_detail:
    'Die Mails, die Personen schon haben, die Konten des Teams, das Protokoll ihrer Handlungen und Backups von früher.',
  export_first: 'Erst exportieren',
  export_detail: 'Ein Archiv enthält alles, und ein anderes Postrider kann es importieren.',
  type: name => `Zur Bestätigung „${name}“ eingeben`,
  wrong: name => `Das ist nicht der Name des Newsletters. Bitte genau eingeben: ${name}`,
  act: 'Endgültig löschen',
  deleted: name => `${name} wurde gelöscht.`,
};

export const powers: Translated<typeof englishPowers> = {
  title: 'Was jede Rolle darf',
  owner: 'Alles: Einstellungen, Team, Schlüssel, Importe und das Löschen des Newsletters.',
  editor:
    'Schreibt und sendet E‑Mails, sieht und ändert Abonnenten, Feeds und Schlagwörter. Liest die Einstellungen nur.',
  writer:
    'Schreibt Entwürfe und sieht Vorschauen mit erfundenen Abonnenten, aber keine Adressen. Was ein Autor sendet, wartet auf die Freigabe eines Inhabers oder Redakteurs.',
  viewer: 'Liest E‑Mails, Berichte und Einstellungen. Sieht keine Adressen und ändert nichts.',
  installation: 'Inhaber der Installation',
  installation_detail: 'Ist Inhaber jedes Newsletters hier und kümmert sich um Backups und das System.',
};
