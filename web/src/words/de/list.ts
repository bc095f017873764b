import { counted, number } from '../counted.ts';
import type { list as english } from '../list.ts';
import type { Translated } from '../translated.ts';

const share = (value: number) => `${Math.round(100 * value)}\u00a0%`;

export const list: Translated<typeof english> = {
  calendar: 'Kalender',
  filter: 'Filter …',
  filter_title: 'Welche E‑Mails zu sehen sind',
  clear: what => `Filter „${what}“ entfernen`,
  clear_all: 'Alle entfernen',
  source: 'Geschrieben',
  any: 'Beliebig',
  sources: {
    app: 'Im Dashboard',
    api: 'Von einem Programm',
    automation: 'Von einer Automation',
    import: 'Importiert',
  },
  automation: 'Aus der Automation',
  tag: 'Für Abonnenten mit dem Schlagwort',
  from: 'Gesendet oder geplant ab',
  to: 'Bis',
  since: day => `Ab ${day}`,
  until: day => `Bis ${day}`,
  found: text => `Betreff: ${text}`,
  tagged: tag => `Schlagwort: ${tag}`,
  gone: 'Nicht mehr da',
  done: 'Fertig',
  audiences: {
    public: 'Alle',
    private: 'Alle, nicht im Web',
    premium: 'Zahlende Abonnenten',
    free: 'Nicht zahlende Abonnenten',
    churned: 'Ehemals zahlende Abonnenten',
    archival: 'Nur im Web',
  },
  teased: 'Zahlende Abonnenten, andere bekommen einen Teaser',
  with: tags => `mit ${tags.join(' und ')}`,
  without: tags => `ohne ${tags.join(' oder ')}`,
  filtered: 'durch einen Filter bestimmt',
  delivered: count => counted(count, 'Abonnent', 'Abonnenten'),
  opened: 'Geöffnet',
  clicked: 'Geklickt',
  bars: (opens, clicks) => `${share(opens)} geöffnet, ${share(clicks)} geklickt`,
  reach: (figures, usual) => {
    const { deliveries, opens, clicks } = figures;
    const line = (name: string, value: number, rate: number | null) =>
      `${number(value)} von ${number(deliveries)} ${name}: ${share(value / Math.max(1, deliveries))}${rate === null ? '' : `, üblich ${share(rate)}`}`;
    const both = [line('geöffnet', opens, usual.open_rate), line('geklickt', clicks, usual.click_rate)];
    const of = usual.issues > 0 ? [`Üblich: Median der letzten Ausgaben (${number(usual.issues)})`] : [];
    return [...both, ...of].join('\n');
  },
  select: subject => `„${subject}“ auswählen`,
  choose: 'Auswählen',
  unchoose: 'Abwählen',
  chosen: count => `${number(count)} ausgewählt`,
  none_chosen: 'Aufheben',
};
