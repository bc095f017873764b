import { counted, number } from '../counted.ts';
import type { ownSentences as english } from '../sentences-own.ts';
import type { Sentences } from '../sentences-type.ts';

/** A name within a sentence. */
export const quoted = (text: string): string => `„${text}“`;

export const ownSentences: Pick<Sentences, keyof typeof english> = {
  'automations.inactive_not_fetched': () =>
    'Die Feeds einer ausgeschalteten Automation werden nicht abgerufen. Zuerst einschalten.',
  'automations.inactive_not_run': () => 'Eine ausgeschaltete Automation läuft nicht. Zuerst einschalten.',
  'delivery.due_while_down': ({ date, hours }, { time }) =>
    `Die E‑Mail war fällig am ${time(date)}, aber der Dienst lief nicht, und das ist mehr als ${counted(hours, 'Stunde', 'Stunden')} her. Jetzt senden, wenn sie noch hinausgehen soll.`,
  'delivery.interrupted': ({ hours }) =>
    `Das Senden war mehr als ${counted(hours, 'Stunde', 'Stunden')} unterbrochen. Fortsetzen, wenn die übrigen Empfänger sie noch bekommen sollen.`,
  'delivery.too_large_for_server': ({ reply }) =>
    `Die E‑Mail ist zu groß für den Mailserver. ${reply} Verkleinern, etwa mit Links statt Anhängen, oder die Grenze des Mailservers erhöhen. Dann erneut senden.`,
  'delivery.failed_for': ({ minutes, trouble }, { say }) =>
    `Das Senden scheitert seit ${counted(minutes, 'Minute', 'Minuten')}: ${say(trouble)} Den Mailserver prüfen, dann erneut senden.`,
  'delivery.no_copy': () => 'Diesem Abonnenten wurde diese E‑Mail nicht gesendet.',
  'domains.inbox_only': () =>
    'Mails bleiben im eingebauten Posteingang, weil kein Mailserver sie annimmt. Ein Inhaber kann einen unter Versand → Mailserver hinzufügen.',
  'domains.unsigned': () =>
    'Mails sind nicht signiert: Dieser Newsletter hat keine DKIM-Schlüssel für seine Domain. Erstellen und die Einträge veröffentlichen, falls nicht der Mailserver signiert.',
  'emails.all_need_approval': () => 'Jede E‑Mail braucht hier eine Freigabe.',
  'emails.approval_needed': ({ total, why }, { say }) =>
    `Diese E‑Mail ginge an ${counted(total, 'Empfänger', 'Empfänger')}. ${say(why)} Ein anderer Inhaber oder Redakteur muss sie freigeben.`,
  'emails.counts_remain': ({ date }) =>
    `Wer diese E‑Mail bekam, wird nicht mehr aufbewahrt: Es wurde am ${date} gelöscht, wie die Einstellungen des Newsletters es sagen. Der Bericht enthält noch die Zahlen.`,
  'emails.date_in_future': () =>
    'Diese E‑Mail hat ein Datum in der Zukunft. Planen oder das Datum entfernen.',
  'emails.date_past': () =>
    'Dieser Zeitpunkt ist vorbei. Einen späteren wählen oder die E‑Mail jetzt senden.',
  'emails.drafts_only': () =>
    'Hier lassen sich nur Entwürfe schreiben. Ein Inhaber oder Redakteur des Newsletters kann sie senden.',
  'emails.no_request': () => 'Niemand hat um Freigabe dieser E‑Mail gebeten, oder sie ist schon beantwortet.',
  'emails.no_snippet': ({ word, example }) =>
    `Einen Textbaustein „${word}“ gibt es nicht. In den Einstellungen anlegen oder ${example} entfernen.`,
  'emails.own_request': () => 'Das ist die eigene Anfrage. Sie lässt sich stattdessen zurückziehen.',
  'emails.threshold': ({ count }) =>
    `Mehr als ${counted(count, 'Empfänger braucht', 'Empfänger brauchen')} eine Freigabe.`,
  'emails.too_many_recipients': ({ total, most }) =>
    `Die E‑Mail ginge an ${counted(total, 'Empfänger', 'Empfänger')}, aber auf einmal sind höchstens ${number(most)} erlaubt. Den Empfängerkreis verkleinern.`,
  'emails.was_sending': () =>
    'Sie wurde gerade gesendet, als ihr Newsletter exportiert wurde. Zuerst sicherstellen, dass sie dort gestoppt ist; dann von hier an alle senden, die sie noch nicht haben.',
  'findings.paywall_open': () =>
    'Diese E‑Mail ist nicht nur für zahlende Abonnenten; ihre Leser sehen auch alles unter der Bezahlschranke. In ihren Einstellungen „Zahlende Abonnenten“ wählen oder die Bezahlschranke entfernen.',
  'holds.sent_after_backup': () =>
    'Sie wurde vielleicht nach dem Backup gesendet, aus dem diese Datenbank stammt. Senden, wenn sie hinausgehen soll.',
  'liquid.no_filter': ({ name }) => `einen Filter „${name}“ gibt es nicht`,
  'liquid.no_tag': ({ name }) => `ein Tag „${name}“ gibt es nicht`,
  'liquid.append_arguments': () => 'append braucht einen Wert, wie in {{ name | append: "!" }}',
  'liquid.prepend_arguments': () => 'prepend braucht einen Wert, wie in {{ name | prepend: "Hallo " }}',
  'liquid.else_twice': () => 'else steht zweimal im selben Block',
  'liquid.elsif_after_else': () => 'elsif steht nach else',
  'liquid.memory': () => 'die Vorlage erzeugt zu lange Listen oder Texte',
  'moving.not_empty': ({ username, found }) =>
    `Der Newsletter ${username} hat ${found}. Ein ganzer Newsletter lässt sich nur in einen leeren importieren. Zuerst einen erstellen.`,
  'moving.username_differs': ({ username, wanted }) =>
    `Sein Benutzername ist ${username}, weil ein anderer Newsletter hier ${wanted} heißt. Ändern lässt er sich in den Einstellungen. Die Adressen seiner Seiten beginnen damit.`,
  'newsletters.contrast_moved': ({ used }) =>
    `Leser sehen stattdessen ${used}. Eine Farbe wählen, die sich stärker abhebt, oder es dabei belassen.`,
  'people.app_missing': () =>
    'Es ist keine Authentifizierungs-App eingerichtet; deshalb gibt es keine Wiederherstellungscodes. Zuerst eine einrichten.',
  'people.app_not_begun': () => 'Es wird keine Authentifizierungs-App eingerichtet. Neu beginnen.',
  'people.credential_first': () =>
    'Andere können diesen Dienst erreichen; zuerst ein Passwort setzen oder einen Passkey hinzufügen.',
  'people.works_here': ({ address }) =>
    `Jemand mit der Adresse ${address} arbeitet schon an diesem Newsletter. Stattdessen die Rolle ändern.`,
  'people.works_here_unproved': ({ address }) =>
    `Jemand mit der Adresse ${address} arbeitet schon an diesem Newsletter. Noch ist nicht nachgewiesen, dass dieser Person die Adresse gehört; erst klären, wer es ist, dann die Rolle ändern.`,
  'sequences.approval_needed': () =>
    'Das Senden braucht eine Freigabe. Ein Inhaber oder Redakteur des Newsletters muss diese Sequenz in ihrer jetzigen Form freigeben; dann noch einmal versuchen.',
  'sequences.inactive': () => 'Die Sequenz ist ausgeschaltet. Zuerst einschalten.',
  'sequences.moves_people': () => 'Das verschiebt Personen, die darin sind. Zuerst ansehen, wer wohin kommt.',
  'sequences.other_edit': () =>
    'Die Sequenz wurde geändert, seit zu sehen war, wer wohin kommt. Noch einmal ansehen.',
  'sequences.no_attempt': () => 'Dieser Abonnent hat keinen solchen Schritt einer Sequenz.',
  'audience.no_segment_in_filter': ({ word }) =>
    `Ein Segment „${word}“ gibt es nicht. Anlegen oder die Bedingung entfernen.`,
  'audience.suppressed': ({ email_address, type }) =>
    `${email_address} hat den Status ${type}, und erneutes Hinzufügen ändert das nicht. Mit neuer Einwilligung die Person öffnen.`,
  'audience.already_subscriber': ({ email_address }) => `${email_address} ist schon Abonnent.`,
  'delivery.not_mailed': ({ status }) => `Diese E‑Mail hat den Status ${status} und wurde nicht gesendet.`,
  'delivery.preview_tags': () =>
    'Senden geht nur an Personen mit bestimmten Schlagwörtern. Personen wählen, die eines davon haben.',
  'emails.approval_impossible': () =>
    'Jede E‑Mail braucht hier eine Freigabe, die für diese nicht möglich ist. Ein Inhaber oder Redakteur des Newsletters kann sie senden.',
  'emails.tags_lacking': ({ tags, count }) =>
    `Senden geht nur an Personen mit bestimmten Schlagwörtern (${tags}), und ${count} dieser Personen haben keines davon. Andere wählen.`,
  'emails.tags_needed': ({ tags }) =>
    `Senden geht nur an Personen mit bestimmten Schlagwörtern (${tags}). Einen Empfängerkreis wählen, der eines davon hat.`,
  'emails.too_many_today': ({ count, left }) =>
    `Die E‑Mail ginge an ${counted(count, 'Empfänger', 'Empfänger')}, aber in diesen 24 Stunden sind nur noch ${number(left)} erlaubt. Den Empfängerkreis verkleinern oder warten.`,
  'files.no_attachment': () => 'Einer der Anhänge ist nicht mehr da. Entfernen oder erneut hochladen.',
  'holds.not_waiting': () =>
    'Eine der E‑Mails wartet nicht mehr auf das Senden. Noch einmal ansehen, dann entscheiden.',
  'people.approval_needed': ({ why }, { say }) =>
    `Änderungen brauchen hier eine Freigabe, bevor Leser sie sehen. Der Grund: ${say(why)}. Ein Inhaber oder Redakteur des Newsletters kann das tun.`,
  'people.bounded_key': ({ why }, { say }) =>
    `Ändern lässt sich hier nur, was selbst gesendet wird. Der Grund: ${say(why)}. Ein Inhaber oder Redakteur des Newsletters kann das tun.`,
  'people.drafts_only_key': ({ why }, { say }) =>
    `Hier lassen sich nur Entwürfe schreiben. Der Grund: ${say(why)}. Ein Inhaber oder Redakteur des Newsletters kann das tun.`,
  'webhooks.on_hold': () => 'Die Installation ist angehalten; Webhooks bekommen nichts.',
};
