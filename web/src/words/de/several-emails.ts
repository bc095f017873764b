import { counted, number } from '../counted.ts';
import type { several_emails as english } from '../several-emails.ts';
import type { Translated } from '../translated.ts';

const emails = (count: number) => counted(count, 'E‑Mail', 'E‑Mails');

export const several_emails: Translated<typeof english> = {
  acts: {
    duplicate: {
      name: 'Duplizieren',
      title: count => `${emails(count)} duplizieren?`,
      will: 'Jede wird zu einem neuen Entwurf mit demselben Text und Empfängerkreis.',
      act: count => `${number(count)} duplizieren`,
      done: count => `${counted(count, 'Entwurf', 'Entwürfe')} erstellt.`,
    },
    draft: {
      name: 'Zurück zum Entwurf',
      title: count => `${emails(count)} wieder zum Entwurf machen?`,
      will: 'Nichts wird gesendet, bis sie erneut geplant oder gesendet werden.',
      act: count => `Zurück zum Entwurf (${number(count)})`,
      done: count => `${counted(count, 'E‑Mail ist', 'E‑Mails sind')} wieder Entwurf.`,
    },
    pause: {
      name: 'Pausieren',
      title: count => `${emails(count)} pausieren?`,
      will: 'Das Senden stoppt binnen zwei Sekunden und geht weiter, sobald es fortgesetzt wird.',
      act: count => `${number(count)} pausieren`,
      done: count => `${emails(count)} pausiert.`,
    },
    resume: {
      name: 'Fortsetzen',
      title: count => `${emails(count)} fortsetzen?`,
      will: 'Das Senden geht mit denen weiter, die sie noch nicht bekommen haben.',
      act: count => `${number(count)} fortsetzen`,
      done: count => `${emails(count)} fortgesetzt.`,
    },
    hide: {
      name: 'Im Web verbergen',
      title: count => `${emails(count)} im Web verbergen?`,
      will: 'Die öffentliche Seite, ihr Feed und die Sitemap zeigen sie nicht mehr. Abonnenten behalten ihre Mails.',
      act: count => `${number(count)} verbergen`,
      done: count => `${emails(count)} im Web verborgen.`,
    },
    show: {
      name: 'Im Web zeigen',
      title: count => `${emails(count)} im Web zeigen?`,
      will: 'Die öffentliche Seite zeigt eine E‑Mail, sobald sie gesendet ist.',
      act: count => `${number(count)} zeigen`,
      done: count => `${emails(count)} im Web gezeigt.`,
    },
    delete: {
      name: 'Löschen …',
      title: count => `${emails(count)} löschen?`,
      will: 'Nichts wird mehr gesendet, und Texte und öffentliche Seiten werden gelöscht. Abonnenten behalten ihre Mails. Das lässt sich nicht rückgängig machen.',
      act: count => `${number(count)} löschen`,
      done: count => `${emails(count)} gelöscht.`,
    },
  },
  stays: count => counted(count, 'E‑Mail bleibt, wie sie ist', 'E‑Mails bleiben, wie sie sind'),
  more_of_them: count => `und ${number(count)} weitere`,
  why: {
    in_flight: 'Sie wird gerade gesendet.',
    not_in_flight: 'Sie wird nicht gerade gesendet.',
    not_waiting: 'Sie ist nicht geplant.',
    hidden: 'Sie ist nicht im Web.',
    shown: 'Sie ist schon im Web.',
    never_shown: 'Ihr Empfängerkreis hält sie aus dem Web heraus.',
    not_yours: 'Nur ein Inhaber oder Redakteur darf sie löschen.',
  },
  progress: (done, all) => `${number(done)} von ${number(all)}`,
  failed: count => `${counted(count, 'E‑Mail konnte', 'E‑Mails konnten')} nicht geändert werden`,
};
