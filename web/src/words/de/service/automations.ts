import type { automations as english } from '../../../../../src/platform/sentences/automations.ts';
import type { Translated } from '../../translated.ts';

export const automations: Translated<typeof english> = {
  key_releases_own:
    'status: Ein Schlüssel mit Grenzen kann nur Einträge einer Automation freigeben, die er erstellt oder zuletzt geändert hat. Einen anderen Schlüssel verwenden.',
  no_feed_found:
    'url: Auf dieser Seite und an den üblichen Stellen wurde kein Feed gefunden. Die Adresse eines RSS-, Atom- oder JSON-Feeds verwenden, oder einer Seite, die auf einen verweist.',
  feed_gone:
    '{field}: Den Feed gibt es endgültig nicht mehr (410). Die Adresse eines anderen Feeds verwenden.',
  not_a_feed:
    '{field}: {reason:sentence}. Die Adresse eines RSS-, Atom- oder JSON-Feeds verwenden, oder einer Seite, die auf einen verweist.',
  item_cannot_become:
    'status: Ein Eintrag mit dem Status {status} kann nicht {to} werden; das kann nur einer mit dem Status {from}.',
  no_events:
    '{field}: Diese Adresse ist für Automationen von Feeds, mit url, behavior, cadence, subject und body. Was auf Ereignisse reagiert, entsteht unter POST /v1/automations.',
  inactive_not_run: 'status: Eine ausgeschaltete Automation läuft nicht. Zuerst den Status active setzen.',
  inactive_not_fetched:
    'status: Der Feed einer ausgeschalteten Automation wird nicht abgerufen. Zuerst den Status active setzen.',
  no_preview: '{field}: Für den Feed gibt es keine Vorschau: {reason:sentence}',
  feed_too_large: 'url: Der Feed ist zu groß für eine Vorschau: {reason}.',
  was_active:
    'Sie war eingeschaltet, wo ihr Newsletter exportiert wurde. Einschalten, damit sie ihren Feeds von hier folgt.',
  excluded_matches: 'Durch die Filter ausgeschlossen: {one} passt zu „{word}“.',
  excluded_none: 'Durch die Filter ausgeschlossen: {one} passt zu keinem der eingeschlossenen.',
  run_failed: 'Der Lauf ist gescheitert und wird wiederholt. Den Grund nennt das Protokoll.',
};
