import { counted } from '../counted.ts';
import type { emails as english } from '../emails.ts';
import type { Translated } from '../translated.ts';

export const emails: Translated<typeof english> = {
  title: 'E‑mails',
  write: 'Rédiger',
  untitled: 'Sans titre',
  filter: 'Afficher',
  filters: { draft: 'Brouillons', scheduled: 'Programmés', sent: 'Envoyés', errored: 'En échec' },
  search: 'Chercher un objet',
  empty: 'Rédigez votre premier e‑mail',
  empty_detail:
    'Il commence comme brouillon. Vous le relisez avant qu’il parte chez vos abonnés ; il paraît alors aussi sur votre page publique.',
  none: 'Aucun e‑mail ne correspond',
  none_detail: 'Essayez un autre filtre, ou d’autres mots de l’objet.',
  show_all: 'Afficher tous les e‑mails',
  list: (count: number) => counted(count, 'e‑mail', 'e‑mails'),
  status: {
    draft: 'Brouillon',
    about_to_send: 'Envoi imminent',
    scheduled: 'Programmé',
    transactional: 'Dans une séquence',
    in_flight: 'Envoi en cours',
    imported: 'Importé',
    deleted: 'Supprimé',
    sent: 'Envoyé',
    errored: 'Échec',
  },
  waits_for_approval: 'En attente d’approbation',
  not_approved: 'Refusé',
  to_approve: 'À approuver',
  more: (subject: string) => `Plus sur « ${subject} »`,
  delete: 'Supprimer',
  delete_ask: 'Supprimer…',
  deleted: 'E‑mail supprimé.',
  changed: 'Non supprimé : cet e‑mail a changé depuis le chargement de la page. Relisez-le d’abord.',
  delete_title: (subject: string) => `Supprimer « ${subject} » ?`,
  delete_draft: 'Le brouillon et son texte sont supprimés. Cette action est irréversible.',
  delete_waiting: 'Il ne sera pas envoyé, et son texte est supprimé. Cette action est irréversible.',
  delete_sent:
    'Il disparaît de cette liste et de votre page publique. Les abonnés gardent leurs copies. Cette action est irréversible.',
  duplicate: 'Dupliquer',
  view: 'Voir dans les archives',
  duplicated: (subject: string) => `Copie de ${subject}`,
};
