import { counted } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type {
  conflict as englishConflict,
  page_note as englishNote,
  preview as englishPreview,
  rail as englishRail,
  revisions as englishRevisions,
  write as englishWrite,
} from '../writing.ts';

export const write: Translated<typeof englishWrite> = {
  title: 'Schreiben',
  back: 'E‑Mails',
  subject: 'Betreff',
  subject_hint: 'Betreff',
  body: 'Text',
  body_hint: 'Schreiben, oder / tippen, um etwas einzufügen',
  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  page_saved: 'Die Webseite ist gespeichert',
  unsaved: 'Nicht gespeichert',
  kept: 'Noch nicht gespeichert. Der Text bleibt in diesem Browser.',
  unfinished: line =>
    line === undefined
      ? 'Bleibt in diesem Browser, bis der Text fertig ist'
      : `Bleibt in diesem Browser, bis Zeile ${line} fertig ist`,
  unfinished_short: 'Hier behalten',
  unfinished_reason: ({ part, line, reason }) => {
    if (part === 'body' && line !== undefined) return `Zeile ${line}: ${reason}`;
    return part === 'body' ? `Text: ${reason}` : `${part === 'subject' ? 'Betreff' : 'Teaser'}: ${reason}`;
  },
  open_liquid: {
    end: mark => `„${mark}“ hat kein Ende.`,
    content: mark => `„${mark}“ ist leer.`,
    end_tag: name => `Zu „${name}“ fehlt „end${name}“.`,
    name: name => `„${name}“ ist kein ganzer Name.`,
  },
  not_kept:
    'Nicht gespeichert, und dieser Browser hat keinen Platz dafür. Bitte diese Seite offen lassen, bis es gespeichert ist.',
  finish_first: reason => `Bitte den Text fertig schreiben, bevor er geprüft wird. ${reason}`,
  restored: 'Nicht gespeicherter Text aus diesem Browser wurde wiederhergestellt.',
  review: 'Prüfen',
  settings: 'Einstellungen',
  save_template: 'Als Vorlage speichern …',
  marks: 'Zeichen',
  marks_next: isOn => (isOn ? 'Zeichen von Markdown zeigen' : 'Zeichen von Markdown verbergen'),
  preview: 'Vorschau',
  text: 'Text',
  width: 'Breite',
  wide: 'Breit',
  phone: 'Telefon',
  scheme: 'Farben',
  light: 'Hell',
  dark: 'Dunkel',
  preview_of: subject => `Vorschau von ${subject}`,
};

export const conflict: Translated<typeof englishConflict> = {
  title: 'An zwei Orten geändert',
  explain:
    'Diese E‑Mail wurde anderswo geändert, während sie hier geändert wurde. Bitte wählen, was bleiben soll. Bis dahin wird nichts gespeichert, und keine Fassung geht verloren.',
  undecided: 'Sie wurde auch anderswo geändert. Bitte wählen, was bleiben soll.',
  choose: 'Wählen …',
  mine: 'Hiesige',
  theirs: 'Andere',
  both: 'Beide',
  removed: 'Entfernt',
  same: blocks => `In beiden gleich: ${counted(blocks, 'Absatz', 'Absätze')}`,
  all_mine: 'Alle hiesigen behalten',
  all_theirs: 'Alle anderen behalten',
  apply: 'So speichern',
  piece: number => `Änderung ${number}`,
  merged: 'Änderungen von anderswo wurden übernommen.',
  fields: {
    subject: 'Betreff',
    body: 'Text',
    email_type: 'Geht an',
    included_tags: 'Schlagwörter',
    excluded_tags: 'Ausgeschlossene Schlagwörter',
    slug: 'Adresse',
    description: 'Beschreibung',
    image: 'Bild',
    canonical_url: 'Ursprüngliche Adresse',
    template: 'Layout',
    locale: 'Sprache',
    archival_mode: 'Im Web',
    featured: 'Oben auf der Startseite',
    commenting_mode: 'Kommentare auf der Seite',
    ignores_cap: 'Grenze für Mails nicht beachten',
    should_send_teaser: 'Teaser',
    custom_teaser: 'Text des Teasers',
    publish_date: 'Datum',
    reader_time: 'Zur Uhrzeit der Leser',
    ab_test: 'A/B-Test',
  },
};

export const rail: Translated<typeof englishRail> = {
  title: 'Über diese E‑Mail',
  language_of_newsletter: 'Die des Newsletters',
  language_hint: 'Des Textes, von allem rundherum in der Mail und auf der Seite, und der Schreibrichtung.',
  types: {
    public: { name: 'Alle', hint: 'Alle, die bestätigt haben, bekommen sie.' },
    private: {
      name: 'Alle, nicht im Web',
      hint: 'Alle, die bestätigt haben, bekommen sie. Sie hat keine Seite.',
    },
    premium: {
      name: 'Zahlende Abonnenten',
      hint: 'Andere können einen Teaser bekommen.',
    },
    free: { name: 'Nicht zahlende Abonnenten', hint: 'Zahlende Abonnenten bekommen sie nicht.' },
    churned: {
      name: 'Ehemals zahlende Abonnenten',
      hint: 'Nur wer früher gezahlt hat. Sie hat keine Seite.',
    },
    archival: {
      name: 'Niemand',
      hint: 'Sie erscheint auf der öffentlichen Seite und wird nicht gesendet.',
    },
  },
  included_tags: 'Nur Abonnenten mit allen diesen Schlagwörtern',
  excluded_tags: 'Abonnenten mit einem dieser Schlagwörter auslassen',
  filtered: 'Ihr Empfängerkreis ist ein Filter, der über die API gesetzt wurde. Er bleibt, wie er ist.',
  who: 'Empfänger ansehen',
  type_hint_out: 'Das bestimmt nur, wer ihre Seite lesen kann. Niemand bekommt noch eine Mail.',
  description_hint_out: 'Suchmaschinen und geteilte Links zeigen sie.',
  description_hint:
    'Mailprogramme zeigen sie neben dem Betreff. Ohne sie zeigen sie die ersten Wörter des Textes.',
  slug_hint: username => `Das Ende ihrer Adresse: /${username}/archive/…`,
  image_hint: 'Zu sehen, wenn jemand einen Link zu dieser E‑Mail teilt.',
  upload: 'Bild hochladen',
  cap_hint: ({ count, days }) =>
    `Sie geht auch an Personen, die in ${counted(days, 'Tag', 'Tagen')} schon ${counted(count, 'Mail', 'Mails')} hatten.`,
  date_hint: city => `Uhrzeit in ${city}. Beim Prüfen wird sie zum Senden vorgeschlagen.`,
  templates: {
    modern: 'Modern',
    classic: 'Klassisch',
    naked: 'Schlicht',
    plaintext: 'Nur Text',
    custom: 'Eigenes',
  },
  mode: 'Geschrieben in',
  modes: { markdown: 'Markdown', html: 'HTML' },
  comments: {
    disabled: 'Niemand kann kommentieren',
    enabled: 'Angemeldete Leser',
    enabled_for_paid_subscribers: 'Angemeldete zahlende Abonnenten',
  },
  archive: {
    enabled: 'Alle können sie lesen',
    enabled_for_subscribers: 'Angemeldete Abonnenten; andere sehen einen Teaser',
    enabled_for_paid_subscribers: 'Zahlende Abonnenten; andere sehen einen Teaser',
    disabled: 'Niemand; sie hat keine Seite',
  },
  teaser: 'Teaser an nicht zahlende Abonnenten senden',
  teaser_hint: 'Der Teil über der Bezahlschranke oder der erste Absatz.',
  custom_teaser_hint: 'Leer lassen für den Teil über der Bezahlschranke.',
};

export const page_note: Translated<typeof englishNote> = {
  only_page: {
    in_flight:
      'Diese E‑Mail wird gerade gesendet. Änderungen hier betreffen nur ihre Seite im Web, nicht die Mail.',
    sent: 'Diese E‑Mail wurde gesendet. Änderungen hier betreffen nur ihre Seite im Web: Die Mail, die ankam, bleibt, wie sie war.',
    imported:
      'Diese E‑Mail wurde importiert. Änderungen hier betreffen nur ihre Seite im Web: Die Mail, die ankam, bleibt, wie sie war.',
  },
  deleted: 'Diese E‑Mail wurde gelöscht. Sie hat keine Seite im Web und lässt sich nicht mehr ändern.',
  fixed: {
    in_flight:
      'Empfängerkreis, Anhänge, Teaser, Layout und Datum lassen sich nicht mehr ändern. Betreff und Text wieder, sobald das Senden fertig ist.',
    sent: 'Empfängerkreis, Anhänge, Teaser, Layout und Datum lassen sich nicht mehr ändern.',
    imported: 'Empfängerkreis, Anhänge, Teaser, Layout und Datum lassen sich nicht mehr ändern.',
  },
  not_yours: 'Nur Inhaber und Redakteure können die Seite einer gesendeten oder importierten E‑Mail ändern.',
  no_page: 'Sie hat derzeit keine Seite.',
  page: 'Seite ansehen',
  report: 'Bericht ansehen',
  progress: 'Fortschritt ansehen',
  mailed: 'Mit dem Gesendeten vergleichen',
  field: 'Das gehört zur Mail und lässt sich nicht mehr ändern.',
  text_later: 'Das lässt sich wieder ändern, sobald das Senden fertig ist.',
};

export const revisions: Translated<typeof englishRevisions> = {
  title: 'Frühere Fassungen',
  by: name => `von ${name}`,
  somebody: 'jemandem',
  changed: (added, removed) =>
    [
      added > 0 && `+${counted(added, 'Wort', 'Wörter')}`,
      removed > 0 && `−${counted(removed, 'Wort', 'Wörter')}`,
    ]
      .filter(Boolean)
      .join(', ') || 'nur Einstellungen',
  none: 'Noch keine früheren Fassungen. Nach jeder längeren Schreibpause wird eine aufbewahrt.',
  compare: 'Was sich seither geändert hat',
  same: 'Der Text ist derselbe.',
  mailed: 'Wie gesendet',
  restore: 'Diese Fassung wiederherstellen',
  restored: 'Wiederhergestellt. Was sie ersetzt hat, bleibt als frühere Fassung.',
};

export const preview: Translated<typeof englishPreview> = {
  view: 'Zeigen als',
  views: { mail: 'E‑Mail', text: 'Nur Text', web: 'Webseite', inbox: 'Zeile im Postfach' },
  images: 'Bilder zeigen',
  reader: 'Zeigen, wie dieser Abonnent sie bekommt',
  nobody: 'Ein Abonnent ohne Namen',
  no_page: 'Diese E‑Mail hat keine Seite im Web.',
  now: 'jetzt',
  waits: 'Die Vorschau wartet.',
};
