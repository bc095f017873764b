import type { own_address as english } from '../own-address.ts';
import type { Translated } from '../translated.ts';

export const own_address: Translated<typeof english> = {
  title: 'Adresse',
  domain: 'Domaine',
  hint: 'Un domaine ou sous-domaine à vous, comme letter.example.org. Les pages, les flux et les liens des e‑mails y passent dès qu’il fonctionne, et les anciennes adresses y mènent. Vide : l’adresse de cette installation.',
  check: 'Vérifier',
  checking: 'Vérification en cours, une demi-minute au plus…',
  checked: 'Vérifié le',
  unchecked: 'Pas encore vérifié.',
  works: 'Votre newsletter est à ce domaine',
  works_note:
    'Gardez les enregistrements ci-dessous, et le domaine : les liens des e‑mails déjà envoyés y mènent.',
  missing: 'Le domaine ne fonctionne pas encore',
  missing_note:
    'Ajoutez cet enregistrement là où le DNS de votre domaine est géré. Il peut mettre une heure à être visible partout. Le domaine est revérifié toutes les heures.',
  leads: 'Fait pointer votre domaine vers cette installation',
  caa: 'Qui peut émettre des certificats pour votre domaine',
};
