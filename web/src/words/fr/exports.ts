import { bytes } from '../counted.ts';
import type { exports as english } from '../exports.ts';
import type { Translated } from '../translated.ts';

export const exports: Translated<typeof english> = {
  title: 'Export',
  archive: 'Tout dans une archive',
  archive_note:
    'Un fichier zip avec les personnes et leur consentement, les e‑mails, fichiers, flux, statistiques et réglages. Un autre Postrider peut l’importer ; d’autres programmes peuvent le lire. Il contient toutes les adresses : gardez-le en lieu sûr.',
  make: 'Créer une archive',
  archive_owner: 'Seul un propriétaire peut créer une archive.',
  none: 'Aucune archive.',
  of: (moment: string) => `Archive du ${moment}`,
  collections: (names: string[]) => `seulement ${names.join(', ')}`,
  statuses: { not_started: 'En attente', in_progress: 'Écriture en cours', ready: 'Prête', error: 'Échec' },
  size: bytes,
  until: (day: string) => `conservée jusqu’au ${day}`,
  download: 'Télécharger',
  remove: 'Supprimer',
  removed: 'L’archive est supprimée.',
  made: 'L’archive est en cours d’écriture.',
  tables: 'Tableaux pour tableurs',
  tables_note: 'Chacun est un fichier CSV avec les données actuelles.',
  csv: 'Télécharger le CSV',
  csv_of: (name: string) => `Télécharger le CSV : ${name}`,
  resources: {
    subscribers: 'Personnes',
    tags: 'Étiquettes',
    segments: 'Segments',
    consents: 'Consentements',
    emails: 'E‑mails',
    snippets: 'Fragments',
    deliveries: 'Envois',
    hits: 'Ouvertures et clics',
  },
  resource_notes: {
    subscribers: 'Tout le monde, avec tous les champs, ou au format d’un autre service',
    tags: 'Noms et descriptions',
    segments: 'Noms et filtres',
    consents: 'Quand et où chacun a consenti, et à quel texte',
    emails: 'Objets, états et dates, sans les textes',
    snippets: 'Morceaux de texte pour les e‑mails',
    deliveries: 'Le résultat pour chaque destinataire de chaque e‑mail',
    hits: 'Chaque ouverture et chaque clic, avec son verdict',
  },
  layouts: {
    postrider: 'Tous les champs (CSV)',
    mailchimp: 'Pour Mailchimp (CSV)',
    buttondown: 'Pour Buttondown (CSV)',
    ghost: 'Pour Ghost (CSV)',
  },
};
