import { counted } from '../counted.ts';
import type { secondTry as english } from '../second-try.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'Person', 'Personen');

export const secondTry: Translated<typeof english> = {
  open: 'Zweiter Versuch …',
  see: 'Ansehen',
  made: 'Diese E‑Mail hatte ihren zweiten Versuch.',
  of: 'Den ersten ansehen',
  title: 'Noch einmal an alle, die sie verpasst haben',
  explain:
    'Erstellt einen Entwurf mit demselben Text für alle, die diese E‑Mail bekommen und verpasst haben. Wer sie öffnet, bevor der Entwurf gesendet ist, bekommt ihn nicht.',
  missed: 'Was verpasst wurde',
  kinds: { opened: 'Nicht geöffnet', clicked: 'Keinem Link gefolgt' },
  reach: count => (count === 0 ? 'Niemand hat sie verpasst.' : `Er ginge jetzt an ${people(count)}.`),
  unknown: count => `Auch ${counted(count, 'Person, deren', 'Personen, deren')} Programm alles öffnet`,
  unknown_hint:
    'Apple Mail und einige andere öffnen jede E‑Mail von selbst; niemand weiß also, ob diese Personen sie gelesen haben. Viele haben es.',
  unmeasured:
    'Niemand weiß, wer diese E‑Mail verpasst hat: Es wurde keine Öffnung und kein Klick gemessen. Die Messung steht in den Einstellungen des Newsletters.',
  subject: 'Betreff',
  subject_hint: 'Ein anderer Betreff erhöht die Chancen.',
  make: 'Entwurf erstellen',
};
