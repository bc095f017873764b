import type { resuming as english } from '../resuming.ts';
import type { Translated } from '../translated.ts';

export const resuming: Translated<typeof english> = {
  witness: {
    title: 'Das Senden pausiert',
    detail: 'Nichts geht verloren. Es geht von selbst weiter, sobald der Zeuge wieder verwendbar ist.',
  },
  over: 'Diese Installation ist nicht angehalten',
  over_detail: 'Mails, Webhooks, Feeds und Sammelaktionen laufen wie gewohnt.',
  forbidden: 'Nur ein Inhaber dieser Installation sieht, was wartet, und kann fortsetzen.',
  origin: origin => `Das Backup stammt von ${origin}.`,
  since: 'Was nach diesem Zeitpunkt geschah, ist hier unbekannt:',
  waiting: 'Was hinausginge',
  nothing: 'Keine E‑Mail wartet.',
  audience_open: 'Empfänger noch nicht bestimmt',
  to_go: (accepted, planned) => `${accepted} angenommen, ${planned} stehen aus`,
  doubts: {
    title: 'Mails, deren Ergebnis verloren ging',
    note: 'Der Datenbank fehlen ihre letzten Augenblicke. Diese Empfänger waren gerade an der Reihe.',
    written_again: count => `${count} neu eingetragen`,
    written_again_detail:
      'Neu eingetragen: Die Mail war gesendet, und ein Worker hatte es sich gemerkt. Keiner von ihnen bekommt eine zweite, wie auch immer entschieden wird.',
    in_hand: count => `${count} in Arbeit`,
    in_hand_detail:
      'In Arbeit: Ein Worker hatte die Mail und hat nicht gemeldet, was daraus wurde. Vielleicht ist sie angekommen. Nach dem Fortsetzen gelten diese Empfänger als ungewiss: Niemand bekommt noch eine, außer die E‑Mail wird auf ihrer Seite erneut an sie gesendet.',
    more_detail:
      'Ist ein Worker zusammen mit der Datenbank ausgefallen, fehlen hier vielleicht Empfänger, die er noch bedient hat. Dann „Es ist vielleicht schon hinausgegangen“ wählen.',
    show: 'Empfänger zeigen',
    hide: 'Ausblenden',
    of: subject => `Empfänger von ${subject}`,
    types: { written_again: 'Neu eingetragen', in_hand: 'In Arbeit' },
    deleted: 'Ein gelöschter Abonnent',
  },
  others: (items, posts, events) =>
    `Einträge von Sammelaktionen: ${items}. Beiträge von Feeds: ${posts}. Ereignisse für Webhooks: ${events}.`,
  rest: subject => `Der Rest von ${subject}`,
  rests: { send: 'Rest senden', uncertain: 'Als ungewiss markieren' },
  decide: 'Fortsetzen',
  first: 'Zuerst sicherstellen, dass das Original nicht mehr läuft. Von da an ist dies die Installation.',
  everything: 'Alles andere',
  choices: {
    uncertain: 'Es ist vielleicht schon hinausgegangen',
    send: 'Seither ist nichts hinausgegangen',
  },
  choice_hints: {
    uncertain:
      'Nichts wird wiederholt: Sammelaktionen enden, wartende Ereignisse für Webhooks entfallen, und neue Beiträge von Feeds warten auf eine Entscheidung.',
    send: 'Sammelaktionen, Webhooks und Feeds machen weiter, wo sie waren.',
  },
  resume: 'Senden fortsetzen',
  confirm: 'Diese Installation fortsetzen?',
  confirm_detail: 'Läuft das Original auch noch, bekommen Leser Mails von beiden.',
  resumed: 'Das Senden geht weiter',
};
