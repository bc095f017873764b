import type { shortcuts as english } from '../shortcuts.ts';
import type { Translated } from '../translated.ts';
import { formats, tableTools } from './editor.ts';

export const shortcuts: Translated<typeof english> = {
  title: 'Tastenkürzel',
  and_then: 'dann',
  or: 'oder',
  groups: {
    everywhere: {
      title: 'Überall',
      names: {
        palette: 'Suchen oder Befehl ausführen',
        home: 'Zur Startseite',
        emails: 'Zu den E‑Mails',
        feeds: 'Zu den Feeds',
        subscribers: 'Zu den Abonnenten',
        settings: 'Zu den Einstellungen',
        write: 'Neue E‑Mail schreiben',
        switch: 'Newsletter wechseln',
        numbered: 'Zu einem Newsletter nach seiner Nummer',
        help: 'Diese Tastenkürzel zeigen',
      },
    },
    lists: {
      title: 'In Listen',
      names: {
        next: 'Nächste Zeile',
        previous: 'Vorherige Zeile',
        choose: 'E‑Mail auswählen',
        find: 'Liste durchsuchen',
      },
    },
    calendar: {
      title: 'Im Kalender',
      names: {
        day_earlier: 'E‑Mail auf den Tag davor verschieben',
        day_later: 'E‑Mail auf den Tag danach verschieben',
        week_earlier: 'E‑Mail auf die Woche davor verschieben',
        week_later: 'E‑Mail auf die Woche danach verschieben',
      },
    },
    writing: {
      title: 'Beim Schreiben',
      names: {
        review: 'Prüfen und senden',
        insert: 'Etwas einfügen',
        line_break: 'Zeilenumbruch im Absatz',
        deeper: 'Listenpunkt einrücken',
        less_deep: 'Listenpunkt ausrücken',
        leave: 'Den Text verlassen',
        complete: 'Vorschlagen, was hier stehen kann',
        find: 'Suchen und ersetzen',
        next_match: 'Nächster Treffer',
        previous_match: 'Vorheriger Treffer',
        finding: 'Nächste Warnung',
        tidy: 'Aufräumen: Tabellen ausrichten, Fußnoten nummerieren',
        next_cell: 'Nächste Zelle einer Tabelle',
        previous_cell: 'Vorherige Zelle einer Tabelle',
        undo: 'Rückgängig',
        redo: 'Wiederholen',
        selection_back: 'Zurück zur vorigen Auswahl',
        line_up: 'Zeile nach oben',
        line_down: 'Zeile nach unten',
        copy_up: 'Zeile darüber duplizieren',
        copy_down: 'Zeile darunter duplizieren',
        delete_line: 'Zeile löschen',
        indent: 'Einrücken',
        outdent: 'Ausrücken',
      },
    },
    tables: {
      title: 'In einer Tabelle',
      names: {
        row_up: tableTools.row_up,
        row_down: tableTools.row_down,
        column_left: tableTools.column_left,
        column_right: tableTools.column_right,
        delete_row: tableTools.delete_row,
      },
    },
    moving: {
      title: 'Bilder, Karten und Tabellen',
      names: {
        block_up: 'Bild oder Karte nach oben',
        block_down: 'Bild oder Karte nach unten',
        table_up: 'Tabelle nach oben',
        table_down: 'Tabelle nach unten',
      },
    },
    formatting: {
      title: 'Formatierung',
      names: {
        ...formats,
        link: 'Auswahl verlinken',
        tools: 'Zu den Formatwerkzeugen',
      },
    },
    review: { title: 'Beim Prüfen', names: { test: 'Test an mich senden' } },
  },
};
