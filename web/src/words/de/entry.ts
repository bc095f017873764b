import type {
  link as englishLink,
  newsletter as englishNewsletter,
  nowhere as englishNowhere,
  setup as englishSetup,
  sign_in as englishSignIn,
} from '../entry.ts';
import type { Translated } from '../translated.ts';
import { you } from './you.ts';

export const sign_in: Translated<typeof englishSignIn> = {
  title: 'Anmelden',
  proof_title: 'Noch einmal anmelden',
  proof:
    'Hiermit ändert sich der Weg der Anmeldung, und die letzte ist eine Weile her. Zum Fortfahren bitte noch einmal anmelden.',
  proof_missing:
    'Es wurde nichts geändert, weil die erneute Anmeldung fehlte. Bitte noch einmal versuchen und sich auf Nachfrage anmelden.',
  over: 'Die Sitzung ist beendet. Zum Fortfahren bitte anmelden; auf dieser Seite geht nichts verloren.',
  address: 'E‑Mail-Adresse',
  password: 'Passwort',
  passkey: 'Passkey verwenden',
  mail: 'Anmeldelink zuschicken',
  mailed: address => `Falls es zu ${address} ein Konto gibt, ist ein Anmeldelink unterwegs. Er gilt einmal.`,
  terminal: 'Einen Anmeldelink gibt auf dem Rechner mit Postrider dieser Befehl aus:',
  code: 'Code',
  code_hint: 'Die sechs Ziffern aus der Authentifizierungs-App oder ein Wiederherstellungscode.',
  go_on: 'Weiter',
  other_way: 'Anders anmelden',
  no_passkey: 'Es wurde kein Passkey verwendet. Bitte noch einmal versuchen oder anders anmelden.',
};

const roles: Readonly<Record<string, string>> = {
  owner: 'Inhaber',
  editor: 'Redakteur',
  writer: 'Autor',
  viewer: 'Betrachter',
};

export const link: Translated<typeof englishLink> = {
  once: 'Dieser Link gilt für eine Anmeldung.',
  invitation: newsletter => `Einladung zur Mitarbeit an ${newsletter}`,
  invited: (address, role) =>
    `Die Einladung ist für ${address}. Die Rolle im Newsletter: ${roles[role] ?? role}.`,
  accept: 'Einladung annehmen',
};

export const nowhere: Translated<typeof englishNowhere> = {
  title: 'Hier ist kein Newsletter',
  owner: you(
    'Die Installation gehört dir, also kannst du einen erstellen.',
    'Die Installation gehört Ihnen, also können Sie einen erstellen.',
  ),
  title_member: 'Noch in keinem Newsletter Mitglied',
  member: address =>
    you(
      `Bitte einen Inhaber des Newsletters, ${address} einzuladen. Öffne dann den Link in der Einladung.`,
      `Bitten Sie einen Inhaber des Newsletters, ${address} einzuladen. Öffnen Sie dann den Link in der Einladung.`,
    ),
  you: you('deine Adresse', 'Ihre Adresse'),
};

export const newsletter: Translated<typeof englishNewsletter> = {
  make: 'Neuer Newsletter',
  make_it: 'Newsletter erstellen',
  made: name => `${name} ist bereit`,
  key_once:
    'Das ist der erste API-Schlüssel, für Programme. Das Dashboard braucht ihn nicht. Wer ihn verwenden will, kopiert ihn jetzt: Er wird nur einmal gezeigt.',
  open: 'Newsletter öffnen',
};

export const setup: Translated<typeof englishSetup> = {
  first: 'Schritt 1 von 2',
  second: 'Schritt 2 von 2',
  newsletter: 'Der Newsletter',
  you: 'Die Anmeldung',
  password: 'Passwort',
  name_hint: 'Alles lässt sich später ändern.',
  from_hint: 'Abonnenten sehen diese Adresse als Absender.',
  address_hint: 'Die Adresse für die Anmeldung.',
  password_hint: 'Mindestens 12 Zeichen. Ohne Passwort geht die Anmeldung mit einem Link per Mail.',
  skip: 'Überspringen',
  finish: 'Fertigstellen',
};
