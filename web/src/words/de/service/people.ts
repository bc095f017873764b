import type { people as english } from '../../../../../src/platform/sentences/people.ts';
import type { Translated } from '../../translated.ts';

export const people: Translated<typeof english> = {
  session_ended_meanwhile:
    'Die Sitzung endete, während die Anfrage gesendet wurde. Unter /dashboard neu anmelden, dann wiederholen.',
  newsletter_not_named:
    'Die Anfrage nennt keinen Newsletter. Seine ID in der Kopfzeile Postrider-Newsletter senden (GET /v1/newsletters listet die eigenen auf), oder einen API-Schlüssel verwenden.',
  person_needed:
    'Diese Adresse ist für angemeldete Personen und nimmt keine API-Schlüssel an. Mit einem Browser anmelden.',
  access_lost: 'Das Recht auf diese Antwort ging verloren, während sie gesendet wurde.',
  key_missing: 'Den API-Schlüssel in der Kopfzeile "Authorization: Token <key>" senden.',
  key_in_address:
    'Ein API-Schlüssel in der Adresse wird nicht gelesen, und Protokolle behalten ihn. In der Kopfzeile "Authorization: Token <key>" senden und durch einen neuen ersetzen.',
  key_in_header:
    'Die Kopfzeile {header} wird nicht gelesen. Den API-Schlüssel in der Kopfzeile "Authorization: Token <key>" senden.',
  key_mistyped:
    'Dieser API-Schlüssel ist unbekannt und enthält {character}. Den Schlüssel selbst senden, ohne Anführungszeichen, Klammern oder den Namen einer Variablen.',
  scheme_missing:
    'Die Kopfzeile Authorization nennt kein Schema eines API-Schlüssels. "Authorization: Token <key>" oder "Bearer <key>" senden.',
  key_unknown:
    'Dieser API-Schlüssel ist unbekannt, widerrufen oder abgelaufen. Einen neuen erstellen: postrider key create',
  username_taken: 'username: {username} ist schon vergeben. Einen anderen wählen.',
  other_site:
    'Diese Anfrage kommt von einer anderen Website ({site}). /dashboard auf dieser Website verwenden, oder einen API-Schlüssel senden.',
  owner_creates: 'Nur ein Inhaber der Installation kann einen Newsletter erstellen und dazu einladen.',
  you_last_owner: 'Das ist der letzte Inhaber der Installation. Zuerst jemand anderen dazu machen.',
  rights_lost:
    'Seit Beginn dieser Anfrage sind Rechte weggefallen. Nachsehen, was noch erlaubt ist, dann erneut senden.',
  keys_not_kept:
    'keep_keys: Schlüssel eines verlassenen Newsletters lassen sich nicht behalten. Ein anderer Inhaber kann die Person entfernen und sie behalten.',
  address_taken: 'email_address: Ein anderes Konto verwendet diese Adresse schon. Eine andere verwenden.',
  app_there: 'Eine Authentifizierungs-App ist schon eingerichtet. Für eine andere diese zuerst löschen.',
  code_alone:
    'Ein Code kommt zu einem Passwort oder einem Link per Mail hinzu. Zuerst ein Passwort oder eine Adresse setzen.',
  app_not_begun: 'Es wird keine Authentifizierungs-App eingerichtet. Mit POST /v1/me/totp beginnen.',
  app_code_wrong: 'code: Das ist nicht der Code, den die App zeigt. Die Uhr des Telefons prüfen.',
  app_missing:
    'Es ist keine Authentifizierungs-App eingerichtet; deshalb gibt es keine Wiederherstellungscodes. Mit POST /v1/me/totp eine einrichten.',
  owner_everywhere:
    'Ein Inhaber der Installation gehört zu jedem Newsletter. Zuerst installation auf false setzen.',
  no_role_within: 'permissions: Jede Rolle hat mehr als diese. Mindestens {needed} geben.',
  last_of_newsletter:
    'Diese Person ist der letzte Inhaber des Newsletters. Zuerst jemand anderen dazu machen.',
  last_of_installation:
    'Diese Person ist der letzte Inhaber der Installation. Zuerst jemand anderen dazu machen.',
  too_many_passkeys: 'Es gibt schon {count} Passkeys. Zuerst einen löschen.',
  passkey_known:
    'response: Dieser Passkey wurde schon hinzugefügt. Ihn verwenden oder einen anderen erstellen.',
  passkey_mismatch:
    'response: Sie passt nicht zur Aufgabe, oder die Aufgabe ist abgelaufen. Neue Optionen anfordern und noch einmal versuchen.',
  passkey_unknown:
    'Dieser Passkey ist hier unbekannt, oder die Aufgabe ist abgelaufen. Noch einmal versuchen oder einen Anmeldelink per Mail anfordern.',
  too_many_sign_ins: 'Zu viele Personen melden sich gerade an. In einer Minute wieder versuchen.',
  sign_in_recently:
    'Wer den Weg der Anmeldung ändert, muss sich gerade erst angemeldet haben. Neu anmelden, dann die Anfrage wiederholen.',
  session_ended: 'Die Sitzung ist beendet. Unter /dashboard neu anmelden.',
  credential_first:
    'Andere können diesen Dienst erreichen; zuerst ein Passwort setzen (PATCH /v1/me) oder einen Passkey hinzufügen.',
  not_your_newsletter:
    'Postrider-Newsletter: Keiner der eigenen Newsletter hat diese ID. GET /v1/newsletters listet sie auf.',
  password_wrong:
    'Die Adresse oder das Passwort ist falsch. Noch einmal versuchen oder einen Anmeldelink per Mail anfordern.',
  no_sign_in_waits: 'Keine Anmeldung wartet auf einen Code. Mit dem Passwort beginnen.',
  code_wrong:
    'Der Code ist falsch. Den verwenden, den die App jetzt zeigt, oder einen unbenutzten Wiederherstellungscode.',
  sign_in_first:
    'Die Adresse {email_address} hat hier schon ein Konto. Damit anmelden, dann den Link noch einmal öffnen.',
  sign_in_changed: 'Der Weg der Anmeldung bei diesem Konto hat sich gerade geändert. Noch einmal versuchen.',
  role_from_group:
    'role: Die Gruppe {group} gibt dieser Person bei jeder Anmeldung die Rolle {role}. Zuerst aus der Gruppe entfernen oder eine höhere Rolle wählen.',
  sign_on_only:
    'Die Anmeldung geht hier nur mit {name}. Der Betreiber der Installation kann einen Link ausgeben: npx postrider sign-in',
  sign_on_off: 'Hier gibt es kein Single Sign-on. Mit Passwort, Passkey oder Link anmelden.',
  sign_on_first: 'Zuerst mit {name} anmelden, als {email_address}. Damit ist die Einladung angenommen.',
  sign_on_away:
    '{name} ist nicht erreichbar. {reason:sentence} In einigen Minuten wieder versuchen. Der Betreiber der Installation kann solange einen Link ausgeben: npx postrider sign-in',
  provider_status: 'Der Anbieter antwortet mit Status {status}.',
  sign_on_expired:
    'Diese Anmeldung dauerte länger als zehn Minuten, wurde schon verwendet oder begann in einem anderen Browser. Neu beginnen.',
  sign_on_refused:
    '{name} hat die Anmeldung abgelehnt ({error}). Noch einmal versuchen oder dort fragen, wer das Konto verwaltet.',
  sign_on_misconfigured:
    '{name} lehnt diese Installation ab ({error}). Ihr Betreiber sollte OIDC_CLIENT_ID, OIDC_CLIENT_SECRET und die Adresse für Weiterleitungen prüfen.',
  sign_on_untrusted:
    'Was {name} gesagt hat, ist nicht vertrauenswürdig ({error}). Noch einmal versuchen. Bleibt es dabei, dem Betreiber der Installation Bescheid geben.',
  sign_on_stale:
    '{name} sagt nicht, dass die Anmeldung dort höchstens 15 Minuten her ist. Hier anders anmelden oder mit einem ausgegebenen Link: npx postrider sign-in',
  address_unproved_elsewhere:
    '{name} sagt nicht, dass die Adresse {email_address} nachgewiesen ist. Dort nachweisen, oder hier anders anmelden und {name} im Profil verbinden.',
  address_missing_elsewhere:
    'Von {name} kommt keine E‑Mail-Adresse, und die erste Anmeldung braucht eine. Der Betreiber der Installation sollte nach dem Scope email fragen oder AUTH_EMAIL_HEADER setzen.',
  no_account:
    'Niemand hier hat die Adresse {email_address}. Ein Inhaber des Newsletters kann diese Adresse einladen.',
  other_identity:
    'Mit der Adresse {email_address} ist ein anderes Konto bei {name} verbunden. Ein Inhaber der Installation kann es unter Team trennen.',
  identity_taken: 'Dieses Konto bei {name} ist hier mit jemand anderem verbunden. Zuerst dort trennen.',
  header_missing: 'Der Proxy nennt keine Person. Dort anmelden, dann noch einmal versuchen.',
  link_over:
    'Dieser Link wurde schon verwendet oder ist abgelaufen. Einen neuen anfordern, oder die Person fragen, von der die Einladung kam.',
  permission_missing:
    'Das braucht das Recht {area}:{needed}, vorhanden ist aber {area}:{present}. Einen Schlüssel verwenden, der es hat, oder einen Inhaber des Newsletters fragen.',
  inbox_closed:
    'Unter /dashboard anmelden, den Posteingang mit dem Link öffnen, den Postrider beim Start ausgegeben hat (npx postrider inbox gibt ihn erneut aus), oder einen API-Schlüssel in der Kopfzeile "Authorization: Token <key>" senden.',
  approval_needed:
    'Änderungen brauchen hier eine Freigabe (bounds.needs_approval), bevor Leser sie sehen. Der Grund: {why:sentence}. Ein Inhaber oder Redakteur des Newsletters kann das tun.',
  drafts_only_key:
    'Dieser Schlüssel kann nur Entwürfe schreiben (bounds.drafts_only). Der Grund: {why:sentence}. Einen anderen Schlüssel verwenden.',
  bounded_key:
    'Ein Schlüssel mit Grenzen kann nur ändern, was er selbst sendet. Der Grund: {why:sentence}. Einen Schlüssel ohne Grenzen verwenden.',
  grant_exceeds:
    'permissions: Dieser Schlüssel hat {area}:{own} und kann {area}:{level} nicht vergeben. Einen Schlüssel verwenden, der dieses Recht hat, oder ausführen: postrider key create',
  bound_exceeds:
    'bounds.{bound}: Ein Schlüssel kann die Grenzen dessen nicht überschreiten, der ihn erstellt; dort gilt {value}. Die Grenze weglassen oder enger setzen.',
  key_outlives:
    'expiry_date: Ein Schlüssel kann nicht länger gelten als der, der ihn erstellt; dieser läuft ab: {date:time}. Dieses Datum oder ein früheres verwenden.',
  why_field_shown: 'Mails und Seiten enthalten {field}',
  why_threshold: 'approval_threshold entscheidet, was eine Freigabe braucht',
  why_deletion: 'das Löschen beendet die Seiten des Newsletters',
  too_many_attempts_link:
    'Zu viele Anmeldeversuche. Eine Stunde warten oder einen Anmeldelink per Mail anfordern.',
  too_many_links:
    'Es wurden zu viele Anmeldelinks angefordert. Im Postfach nachsehen oder in einer Stunde wieder versuchen.',
  too_many_attempts: 'Zu viele Anmeldeversuche. In einer Stunde wieder versuchen.',
  why_form: 'ein Formular sehen alle',
  why_answer: 'eine Antwort wird im Namen des Newsletters gesendet',
  why_comment: 'Kommentare können alle lesen, und andere im Gespräch bekommen eine Mail',
  why_gift: 'ein Geschenk wird mit eigenen Worten der schenkenden Person gesendet',
  why_segment: 'eine Automation oder geplante E‑Mail verwendet dieses Segment',
  why_topic: 'Leser sehen ein Schlagwort, das sie wählen können (subscriber_editable)',
  why_file:
    'ein Textbaustein, eine Einstellung, eine Automation oder eine E‑Mail, die mehr als ein Entwurf ist, verwendet diese Datei',
  why_email: 'diese E‑Mail ist mehr als ein Entwurf',
  why_survey: 'eine Automation, eine hinausgehende E‑Mail oder eine Seite verwendet diese Umfrage',
  why_snippet: 'eine Automation, eine hinausgehende E‑Mail oder eine Seite verwendet diesen Textbaustein',
  why_bundle: 'ein Archiv enthält Seiten und Einstellungen',
  why_issues: 'der Import enthält veröffentlichte Ausgaben',
  why_copy: 'eine Kopie enthält Seiten und Einstellungen',
  works_here:
    'email_address: Ein Konto mit der Adresse {address} arbeitet schon an diesem Newsletter. Stattdessen seine Rolle ändern: PATCH /v1/people/{id}',
  works_here_unproved:
    'email_address: Ein Konto mit der Adresse {address} arbeitet schon an diesem Newsletter. Noch ist nicht nachgewiesen, dass ihm die Adresse gehört; erst klären, wer es ist, dann die Rolle ändern: PATCH /v1/people/{id}',
};
