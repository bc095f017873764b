import type { own_address as english } from '../own-address.ts';
import type { Translated } from '../translated.ts';

export const own_address: Translated<typeof english> = {
  title: 'Adresse',
  domain: 'Domain',
  hint: 'Eine eigene Domain oder Subdomain, etwa brief.example.org. Seiten, Feeds und die Links in Mails ziehen dorthin um, sobald sie funktioniert, und die alten Adressen führen dorthin. Leer: die Adresse dieser Installation.',
  check: 'Jetzt prüfen',
  checking: 'Wird geprüft; das kann eine halbe Minute dauern …',
  checked: 'Geprüft am',
  unchecked: 'Noch nicht geprüft.',
  works: 'Der Newsletter ist unter dieser Domain zu finden',
  works_note: 'Die Einträge unten und die Domain behalten: Links in gesendeten Mails führen dorthin.',
  missing: 'Die Domain funktioniert noch nicht',
  missing_note:
    'Dieser Eintrag gehört dorthin, wo das DNS der Domain verwaltet wird. Bis er überall sichtbar ist, kann eine Stunde vergehen. Die Domain wird jede Stunde erneut geprüft.',
  leads: 'Führt die Domain zu dieser Installation',
  caa: 'Wer Zertifikate für die Domain ausstellen darf',
};
