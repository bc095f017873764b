import type { signOn as english } from '../sign-on.ts';
import type { Translated } from '../translated.ts';

export const signOn: Translated<typeof english> = {
  provider: name => `Mit ${name} anmelden`,
  provider_going: name => `Weiter zu ${name} …`,
  provider_back: 'Anmeldung läuft …',
  provider_tab: name => `${name} öffnet sich in einem neuen Tab. Diese Seite bleibt, wie sie ist.`,
  provider_done: 'Angemeldet. Dieser Tab kann geschlossen werden; weiter geht es dort, wo es aufhörte.',
  start_again: 'Neu beginnen',
  or: 'oder',
  from_group: group => `Rolle aus der Gruppe ${group.replace(/^groups:/, '')}`,
  back_with_group: group =>
    `Die Rolle kommt aus der Gruppe ${group.replace(/^groups:/, '')}, also kehrt die Person bei der nächsten Anmeldung zurück. Zuerst aus der Gruppe entfernen.`,
  disconnect: 'Von Single Sign-on trennen',
  disconnected: 'Getrennt. Die Sitzungen von dort sind beendet.',
  accounts: 'Konten anderswo',
  accounts_note: name =>
    name === null ? 'Die Anmeldung geht mit diesen Konten.' : `Anmelden mit dem Konto bei ${name}.`,
  connect: name => `${name} verbinden`,
  disconnect_one: 'Trennen',
  by_proxy: 'Vom Proxy genannt',
};
