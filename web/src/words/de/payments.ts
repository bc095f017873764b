import { counted, number } from '../counted.ts';
import type { payments as english } from '../payments.ts';
import type { Translated } from '../translated.ts';

export const payments: Translated<typeof english> = {
  title: 'Zahlungen',
  owners: 'Nur Inhaber sehen Zahlungen',
  owners_detail: 'Ein Inhaber des Newsletters kann helfen und sie auch Redakteuren zeigen.',

  begin: 'Leser können für den Newsletter zahlen',
  begin_detail:
    'Sie zahlen über das eigene Stripe-Konto des Newsletters, und Postrider nimmt keinen Anteil. Bezahlte Ausgaben und die Archivseiten für Zahlende öffnen sich ihnen dann von selbst.',
  practise: 'Ohne Konto ausprobieren',
  practise_detail:
    'Eine Übung hat zwei Preise und eine Bezahlseite, auf der man den Leser spielt. Nichts wird abgebucht, und jeder Zugang daraus endet, wenn Stripe verbunden wird. Am besten üben, bevor es bezahlte Ausgaben gibt: Wer die Angebote findet, kann eines nehmen.',
  practise_act: 'Übung beginnen',
  practised: 'Die Übung ist bereit. Jetzt die Angebote öffnen und eines kaufen.',
  with_key: 'Stripe-Konto verbinden',
  replace_key: 'Mit einem anderen Schlüssel verbinden',
  steps: [
    'Wer noch kein Stripe-Konto hat, legt auf stripe.com eines an. Stripe fragt dort nach dem Bankkonto.',
    'Unten die Seite von Stripe für einen neuen Schlüssel öffnen. Name und Rechte sind schon ausgefüllt; mit der Liste vergleichen, dann den Schlüssel erstellen.',
    'Den Schlüssel, der mit rk_live_ oder rk_test_ beginnt, kopieren und hier einfügen.',
  ],
  new_key: 'Schlüssel bei Stripe erstellen',
  new_test_key: 'oder einen Schlüssel für den Testmodus',
  rights: 'Die Rechte des Schlüssels',
  right_has: 'vorhanden',
  right_missing: 'fehlt',

  key: 'Eingeschränkter Schlüssel',
  key_hint:
    'Er wird in der Datenbank verschlüsselt und nie wieder gezeigt. Ein Schlüssel des Testmodus bucht nichts ab.',
  check: 'Schlüssel prüfen',
  key_missing: count =>
    `${counted(count, 'Recht fehlt', 'Rechte fehlen')} dem Schlüssel. Im Stripe Dashboard unter Entwickler und API-Schlüssel bearbeiten, dann erneut prüfen.`,
  key_good: (mode, account) =>
    `Der Schlüssel hat alle Rechte. Er gehört zum ${mode === 'live' ? 'Livemodus' : 'Testmodus'}${account ? ` und zum Konto ${account}` : ''}.`,
  connect: 'Verbinden',
  connected: 'Der Newsletter ist mit Stripe verbunden.',

  modes: { none: '', practice: 'Übung', test: 'Testmodus', live: 'Live' },
  mode_says: {
    none: '',
    practice: 'Das ist eine Übung: Nichts wird abgebucht.',
    test: 'Das ist der Testmodus von Stripe: Nichts wird abgebucht.',
    live: 'Leser zahlen echtes Geld auf das Konto.',
  },
  account: id => `Konto ${id}`,
  answered: 'Stripe hat geantwortet am',
  pushed: 'Änderungen sind binnen Sekunden bekannt.',
  polled: 'Änderungen sind binnen fünf Minuten bekannt.',
  failing: 'Stripe antwortet nicht mehr seit',
  failing_detail:
    'Drei Tage lang über das bekannte Ende hinaus verliert niemand etwas. Postrider versucht es weiter; die Antwort war:',

  plans: 'Was Leser kaufen können',
  plans_note:
    'Auf diese Seite lässt sich überall verlinken. Teaser und bezahlte Archivseiten führen von selbst dorthin.',
  copy_address: 'Adresse der Angebote kopieren',
  no_plans: 'Noch gibt es nichts zu kaufen. Zuerst einen Preis erstellen.',
  new_price: 'Neuer Preis …',
  price_title: 'Neuer Preis',
  price_act: 'Preis erstellen',
  price_made: 'Leser können ihn jetzt kaufen.',
  cadences: { month: 'pro Monat', year: 'pro Jahr', week: 'pro Woche', 'one-time': 'einmalig' },
  cadence: 'Gezahlt wird',
  cadence_choices: { month: 'Jeden Monat', year: 'Jedes Jahr', week: 'Jede Woche', 'one-time': 'Einmal' },
  style: 'Wer den Betrag bestimmt',
  styles: { fixed: 'Newsletter', 'pay-what-you-want': 'Leser' },
  style_hint: 'Einen Betrag nach Wahl der Leser bietet Stripe nur für einmalige Zahlungen.',
  amount: 'Betrag',
  amount_wrong: 'Bitte einen Betrag wie 5 oder 4.50 eingeben.',
  currency: 'Währung',
  minimum: 'Mindestens',
  suggested: 'Vorschlag',
  description: 'Name',
  description_hint: 'Leser sehen ihn bei der Auswahl, zum Beispiel „Förderer“. Er darf leer bleiben.',
  from: amount => `ab ${amount}`,
  chosen: 'Leser wählen den Betrag',
  archive: 'Archivieren …',
  archive_title: price => `${price} archivieren?`,
  archive_detail: 'Niemand kann ihn mehr kaufen. Leser, die ihn zahlen, behalten ihn und zahlen ihn weiter.',
  archive_act: 'Archivieren',
  archived: 'Niemand kann ihn mehr kaufen.',
  archive_one: price => `${price} archivieren …`,
  coupons: 'Gutscheine',
  coupons_note:
    'Gutscheine und ihre Aktionscodes entstehen im Stripe Dashboard, unter Produktkatalog und Gutscheine. Leser geben einen Code auf der Bezahlseite ein.',
  no_coupons: 'Das Konto hat keine Gutscheine.',
  percent_off: percent => `${percent}\u00a0% Rabatt`,
  amount_off: amount => `${amount} Rabatt`,
  to_coupons: 'Gutscheine im Stripe Dashboard',

  agrees: 'Stimmt es mit Stripe überein?',
  agrees_note: 'Einmal am Tag vergleicht Postrider jedes Abo bei Stripe mit dem, was hier steht.',
  agree: (agreed, compared) =>
    compared === 0
      ? 'Stripe hat noch keine Abos'
      : `${number(agreed)} von ${number(compared)} stimmen überein`,
  never_compared: 'Noch nicht verglichen.',
  outside: count =>
    `${counted(count, 'Abo im Konto gehört', 'Abos im Konto gehören')} zu anderen Produkten und ${count === 1 ? 'bleibt' : 'bleiben'} unberührt.`,
  compare: 'Jetzt vergleichen',
  compared: (agreed, compared) => `${number(agreed)} von ${number(compared)} stimmen überein.`,
  drifts: 'Was abweicht',
  drift_kinds: {
    differs: 'Hier anders als bei Stripe',
    unknown: 'Hier noch nicht bekannt',
    vanished: 'Nicht mehr bei Stripe',
    two_running: 'Zahlt doppelt',
    without_subscriber: 'Zahlt, aber niemand hier ist als dieser Kunde bekannt',
    foreign_fee: 'Ein anderer Dienst nimmt einen Anteil jeder Zahlung',
    other_currency: 'In einer anderen Währung als der üblichen',
  },
  drift_acts: {
    differs: 'Nichts zu tun: Es wird gerade erneut gelesen.',
    unknown: 'Nichts zu tun: Es wird gerade gelesen.',
    vanished: 'Nichts zu tun: Es wird gerade erneut gelesen.',
    two_running: 'Eines der beiden bei Stripe beenden und das dafür Gezahlte erstatten.',
    without_subscriber: 'Unten verknüpfen, unter „Abos, die ein anderer Dienst begonnen hat“.',
    foreign_fee:
      'Den Dienst bitten, seine Gebühr zu entfernen, ohne das Abo zu beenden. Stripe in dessen Einstellungen nicht trennen.',
    other_currency: 'Nichts zu tun, wenn es Preise in mehreren Währungen gibt.',
  },
  to_person: 'Zum Abonnenten',
  to_stripe: 'Bei Stripe',
  more_drifts: count => `und ${number(count)} weitere`,

  adopt: 'Abos, die ein anderer Dienst begonnen hat',
  adopt_note:
    'Substack, Ghost, Buttondown und beehiiv füllen das eigene Stripe-Konto. Erst die Abonnenten importieren, dann ihre Zahlungen mit ihnen verknüpfen. Bei Stripe ändert sich nichts: Niemand zahlt doppelt, und niemand verliert einen Tag.',
  adopt_open: 'Danach suchen …',
  adopt_title: 'Abos, die ein anderer Dienst begonnen hat',
  adopt_none: 'Bei Stripe läuft kein Abo, das noch nicht verknüpft ist.',
  adopt_found: (found, linked) =>
    `${counted(found, 'laufendes Abo', 'laufende Abos')}; mit einem Abonnenten verknüpft oder zu verknüpfen: ${number(linked)}.`,
  adopt_matches: {
    linked: 'Schon verknüpft',
    customer: 'Der Import kennt die Kunden-ID',
    address: 'Ein Abonnent hat dieselbe Adresse',
    none: 'Niemand hier hat diese Adresse oder Kunden-ID',
  },
  adopt_does: {
    linked: '',
    customer: 'wird verknüpft',
    address: 'wird verknüpft, wenn es unten so gewählt ist',
    none: 'bleibt, wie es ist: erst den Abonnenten importieren oder hinzufügen',
  },
  adopt_ends: 'endet mit seinem Zeitraum, auch danach',
  adopt_fee: percent => `${number(percent)}\u00a0% jeder Zahlung gehen noch an einen anderen Dienst`,
  adopt_fees: count =>
    `${counted(count, 'Abo zahlt', 'Abos zahlen')} noch einen Anteil an den früheren Dienst. Diesen bitten, seine Gebühr zu entfernen, ohne die Abos zu beenden. Stripe in dessen Einstellungen nicht trennen: Das kann sie beenden und erstatten.`,
  adopt_by_address: 'Auch nach Adresse verknüpfen',
  adopt_by_address_hint: 'Erst die Liste ansehen: Wer die Adresse hat, liest, wofür der Kunde zahlt.',
  adopt_act: 'Verknüpfen',
  adopted: count => `${counted(count, 'Abo ist', 'Abos sind')} jetzt verknüpft.`,
  nobody: 'keine Adresse',

  settings: 'Einstellungen',
  products: 'Produkte, die zu diesem Newsletter gehören',
  products_hint:
    'Nur ihre Preise werden angeboten, und nur ihre Abos geben Zugang. Alles andere im Konto bleibt unberührt.',
  no_products: 'Das Konto hat keine Produkte. Der erste Preis legt eines an.',
  grace: 'Tage Schonfrist',
  grace_hint:
    'So lange liest noch alles, wessen Zahlung scheitert. Stripe versucht es inzwischen mit der Karte erneut.',
  trial: 'Tage Probezeit',
  trial_hint: 'So lange kostet ein neues Abo nichts. 0: keine Probezeit.',
  unsubscribing: 'Wenn sich ein Zahlender von Mails abmeldet',
  unsubscribings: {
    end: 'endet sein Abo zum Periodenende, fortsetzbar',
    keep: 'läuft sein Abo weiter, lesbar nach der Anmeldung',
  },
  tax: 'Steuern',
  taxes: {
    none: 'Darum kümmere ich mich',
    stripe_tax: 'Stripe Tax berechnet sie',
    managed: 'Stripe ist der Verkäufer und kümmert sich darum (Managed Payments)',
  },
  tax_hint: 'Stripe Tax und Managed Payments müssen zuerst im Stripe Dashboard eingerichtet sein.',
  usual_currency: 'Übliche Währung',
  usual_currency_hint: 'Drei Buchstaben, etwa usd oder eur: für neue Preise.',

  disconnect: 'Trennen',
  disconnect_note: 'Die Verbindung endet hier; bei Stripe ändert sich nichts.',
  disconnect_ask: 'Trennen …',
  disconnect_title: 'Von Stripe trennen?',
  disconnect_practice:
    'Jeder Zugang daraus endet jetzt, als hätte es ihn nie gegeben. Niemandem wurde etwas abgebucht.',
  disconnect_live:
    'Solange Abos laufen, wird es abgelehnt: Niemand würde mehr merken, wer zahlt, und Stripe würde weiter abbuchen. Erst bei Stripe beenden; was bezahlt ist, gilt bis zu seinem Ende. Soll sich nur der Schlüssel ändern, stattdessen mit einem anderen verbinden.',
  disconnect_act: 'Trennen',
  disconnected: 'Der Newsletter ist nicht mehr verbunden.',
};
