import { counted, number } from '../counted.ts';
import type { review as english } from '../review.ts';
import type { Translated } from '../translated.ts';
import { approval } from './approval.ts';
import { you } from './you.ts';

const parts: Readonly<Record<string, string>> = {
  email: 'E‑Mail',
  snippet: 'Textbaustein',
  survey: 'Umfrage',
  segment: 'Segment',
  attachment: 'Anhang',
};
const by = (who: string) => {
  if (who === approval.somebody) return 'von jemandem';
  return `von ${who === approval.you ? you('dir', 'Ihnen') : who}`;
};
const subscribers = (count: number) => counted(count, 'Abonnenten', 'Abonnenten');

export const review: Translated<typeof english> = {
  title: 'Bereit zum Senden?',
  recipients: (count, all, when) => {
    const who =
      all > count ? `von ${counted(all, 'Person', 'Personen')}` : count === 1 ? 'Abonnent' : 'Abonnenten';
    return `${who} ${count === 1 ? 'bekommt' : 'bekommen'} sie${when ? ` am ${when}` : ''}.`;
  },
  others: count => `${counted(count, 'andere Person bekommt', 'andere bekommen')} sie nicht`,
  nobody_left_out: 'Niemand wird ausgelassen.',
  cap: 'Grenze für Mails',
  cap_ignored: ({ count, days }) =>
    `Nicht beachtet: Sie geht auch an Personen, die in ${counted(days, 'Tag', 'Tagen')} schon ${counted(count, 'Mail', 'Mails')} hatten`,
  counting: 'Wird gezählt …',
  show_people: 'Personen zeigen',
  filtered: 'Abonnenten, die zum Filter passen',
  subject: 'Betreff',
  from: 'Von',
  to: 'An',
  length: 'Länge',
  audiences: {
    public: 'Alle, die bestätigt haben',
    private: 'Alle, die bestätigt haben, aber nicht im Web',
    premium: 'Zahlende Abonnenten',
    free: 'Nicht zahlende Abonnenten',
    churned: 'Ehemals zahlende Abonnenten',
    archival: 'Niemand: nur im Web veröffentlicht',
  },
  tagged: count => `Abonnenten, gewählt nach ${counted(count, 'Schlagwort', 'Schlagwörtern')}`,
  words: count =>
    `${counted(count, 'Wort', 'Wörter')}, ${number(Math.max(1, Math.round(count / 230)))}\u00a0Min. Lesezeit`,
  send: count => `An ${subscribers(count)} senden`,
  send_uncounted: 'Senden',
  publish: 'Veröffentlichen',
  approve: count => `Freigeben und an ${subscribers(count)} senden`,
  ask: 'Um Freigabe bitten',
  asked_now: 'Ein anderer Inhaber oder Redakteur muss sie freigeben. Bis dahin lässt sich weiterschreiben.',
  schedule: 'Planen …',
  when: 'Wann',
  when_hint: 'nächsten Dienstag um 9 oder in 2 Stunden',
  when_unknown:
    'Das ist kein Zeitpunkt in der Zukunft. Zum Beispiel „Freitag 9“ oder „24. Dez. 18 Uhr“ eingeben, oder unten einen wählen.',
  elsewhere: 'Uhrzeit an anderen Orten',
  schedule_for: moment => `Planen für ${moment}`,
  ask_for: moment => `Um Freigabe bitten, für ${moment}`,
  approve_for: moment => `Freigeben und planen für ${moment}`,
  sender_good: 'Die Domain des Absenders und der Mailserver sind richtig eingerichtet.',
  sender_inbox: 'Ohne Mailserver bleiben Mails im eingebauten Posteingang.',
  sender_faults: count => `${counted(count, 'Problem', 'Probleme')} mit dem Absender`,
  people: count =>
    count === 1 ? 'Was ein Abonnent bekommt' : `Was ${count === 2 ? 'zwei' : 'drei'} Abonnenten bekommen`,
  same: 'Derselbe Text wie bei den anderen',
  size: 'Größe',
  sizes: (bytes, isClipped) =>
    `${number(Math.max(1, Math.round(bytes / 1000)))}\u00a0kB; ${isClipped ? 'Gmail kürzt sie bei 102\u00a0kB' : 'überall ganz zu sehen'}`,
  schedule_at: 'Senden am',
  zone: zone => `In der Zeitzone des Newsletters, ${zone}`,
  here: (moment, city) => `${you('Bei dir', 'Bei Ihnen')} (${city}) ist das ${moment}.`,
  confirm_schedule: 'Planen',
  unschedule: 'Zurück zum Entwurf',
  scheduled_for: 'Geplant für',
  keep: 'Weiterschreiben',
  nobody: 'Niemand bekäme sie: Kein bestätigter Abonnent passt.',
  add_subscriber: 'Abonnenten hinzufügen',
  findings: count => `${counted(count, 'Punkt', 'Punkte')} zu prüfen`,
  hide_rest: 'Vor Nichtzahlenden verbergen',
  jump: said => (said ? `Zu „${said}“` : 'Dorthin'),
  test: 'Test an mich senden',
  test_others: 'An andere …',
  test_to: 'Adressen',
  test_hint: 'Adressen mit Kommas trennen. Tests zählen im Bericht nicht mit.',
  test_send: 'Test senden',
  tested: address => `Ein Test an ${address} ist unterwegs.`,
  withdrawn: 'Die E‑Mail ist wieder ein Entwurf.',
  since: {
    yours: you('Geändert seit deiner Prüfung am', 'Geändert seit Ihrer Prüfung am'),
    theirs: who => `Geändert seit der Prüfung durch ${who} am`,
    by: names => names.map(by).join(', '),
    somebody: 'jemanden',
  },
  changed: {
    title: 'Diese E‑Mail hat sich geändert',
    explain:
      'Jemand hat diese E‑Mail, oder etwas darin, seit dem Öffnen der Prüfung geändert. Nichts wurde gesendet. Geändert hat sich:',
    status: 'Status',
    others: 'Auch geändert',
    parts: 'Was sie verwendet',
    part: (part, name) =>
      part === 'newsletter' ? `Einstellung „${name}“ des Newsletters` : `${parts[part] ?? part} „${name}“`,
    changed: (part, who) => `${part} – geändert ${by(who)}.`,
    added: part => `Neu darin: ${part}`,
    removed: part => `Nicht mehr darin: ${part}`,
    fields: {
      filters: 'wer sie bekommt',
      attachments: 'die Anhänge',
      metadata: 'die Metadaten',
      secondary_id: 'die Nummer der Ausgabe',
      related_email_ids: 'die verwandten E‑Mails',
    },
    review: 'In der jetzigen Form prüfen',
  },
};
