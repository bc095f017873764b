import type { payments as english } from '../../../../../src/platform/sentences/payments.ts';
import type { Translated } from '../../translated.ts';

export const payments: Translated<typeof english> = {
  currency: 'die drei Buchstaben einer Währung klein schreiben, etwa eur',
  key_form:
    'einen eingeschränkten Schlüssel des Stripe-Kontos verwenden, der mit rk_live_ oder rk_test_ beginnt: Entwickler, API-Schlüssel, eingeschränkten Schlüssel erstellen',
  choose_mode:
    'Der Newsletter ist noch nicht mit Stripe verbunden. key mit einem eingeschränkten Schlüssel des Kontos senden, oder mode mit dem Wert practice, um alles ohne einen auszuprobieren.',
  practice_has_no_key: 'key: Eine Übung hat kein Konto und also keinen Schlüssel. key oder mode weglassen.',
  rights_missing: 'Dem Schlüssel fehlen Rechte. Im Stripe Dashboard bearbeiten und ergänzen: {rights}.',
  refused: 'Stripe lehnt das ab: {reason}',
  away: 'Stripe antwortet nicht: {reason} Nichts wurde geändert. In einigen Minuten wieder versuchen.',
  no_page: 'Stripe hat für diese Zahlung keine Seite geliefert. In einigen Minuten wieder versuchen.',
  running:
    'Bei Stripe laufen Abos ({count}), und Postrider wüsste nicht mehr, ob ihre Leser zahlen. Zuerst im Stripe Dashboard beenden. Für einen anderen Schlüssel desselben Kontos ist das nicht nötig.',
  test_over: 'Er stammte aus der Übung oder dem Testmodus.',
  not_connected:
    'Dieser Newsletter ist nicht mit Stripe verbunden. PUT /v1/payments verbindet ihn mit einem Schlüssel, oder mit dem mode practice ohne Konto.',
  amount_missing: 'amount: Ein Preis, den Leser nicht selbst wählen, braucht einen Betrag über 0.',
  cadence_refused:
    'cadence: Preise pro E‑Mail gibt es hier nicht. year, month, week oder one-time verwenden.',
  style_refused: 'style: Preise nach Verbrauch gibt es hier nicht. fixed oder pay-what-you-want verwenden.',
  choice_is_one_time:
    'cadence: Bei Stripe können Leser einen Betrag nur für eine einmalige Zahlung wählen. one-time verwenden.',
  maximum_too_high: 'maximum_amount: höchstens 99999999 verwenden.',
  minimum_not_less: 'minimum_amount: muss kleiner sein als maximum_amount.',
  suggestion_out_of_range: 'suggested_amount: muss zwischen minimum_amount und maximum_amount liegen.',
  product_gone: 'product_id: Das Stripe-Konto hat kein solches aktives Produkt.',
  default_price:
    'Das ist der Standardpreis seines Produkts. Zuerst im Stripe Dashboard einen anderen Standard wählen.',
  on_hold:
    'Die Installation ist angehalten; deshalb wird bei Stripe nichts geändert. GET /v1/hold sagt, warum.',
};
