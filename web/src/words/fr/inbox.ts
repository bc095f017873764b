import { bytes, counted, number } from '../counted.ts';
import type { inbox as english } from '../inbox.ts';
import type { Translated } from '../translated.ts';

export const inbox: Translated<typeof english> = {
  title: 'Boîte intégrée',
  back: 'Accueil',
  to_list: 'Boîte intégrée',
  bytes,
  received: (count: number) => counted(count, 'message reçu', 'messages reçus'),
  kept: (count: number) => `les ${number(count)} plus récents sont conservés`,
  found: (count: number) => counted(count, 'message trouvé', 'messages trouvés'),
  search: 'Chercher un message',
  search_hint: 'Objet, expéditeur ou destinataire',
  list: 'Messages',
  no_subject: '(sans objet)',
  to: (address: string) => `à ${address}`,
  empty: 'Aucun message',
  empty_detail:
    'Aucun serveur de messagerie n’est configuré : ce que Postrider envoie arrive ici, et personne d’autre ne le reçoit. Envoyez un e‑mail à un abonné : il est ici une seconde plus tard. Définissez SMTP_URL pour envoyer de vrais e‑mails.',
  nothing: 'Aucun message ne correspond',
  nothing_detail: 'La recherche porte seulement sur l’objet, l’expéditeur et le destinataire.',
  show_all: 'Afficher tous les messages',
  newer: 'Plus récents',
  older: 'Plus anciens',
  pages: 'Pages',
  range: (first: number, last: number, count: number) =>
    `${number(first)}–${number(last)} sur ${number(count)}`,
  delete_all: 'Tout supprimer…',
  delete_title: 'Supprimer tous les messages de la boîte ?',
  delete_detail:
    'Les messages ne peuvent pas être récupérés. Les envois, ouvertures et clics de vos e‑mails ne changent pas.',
  delete_act: 'Tout supprimer',
  deleted: (count: number) => counted(count, 'message supprimé', 'messages supprimés'),
  closed: 'Vous n’avez pas accès à la boîte intégrée',
  closed_detail:
    'Elle n’existe que sans serveur de messagerie, pour les personnes qui peuvent voir les e‑mails et les abonnés. Demandez à un propriétaire de la newsletter.',
  gone: 'Ce message n’est plus ici',
  gone_detail:
    'La boîte conserve les 1 000 messages les plus récents, et quelqu’un les a peut-être tous supprimés.',
  from: 'De',
  recipient: 'À',
  arrived: 'Reçu',
  size: 'Taille',
  files: 'Fichiers',
  unnamed: 'sans nom',
  views: { html: 'HTML', text: 'Texte', source: 'Source', headers: 'En-têtes' },
  view: 'Affichage',
  no_part: { html: 'Ce message n’a pas de partie HTML.', text: 'Ce message n’a pas de partie texte.' },
  framed: 'Le message',
  alone: 'Ouvrir dans un nouvel onglet',
  whole: 'La suite n’est pas affichée ici. Ouvrez la source dans un nouvel onglet pour tout voir.',
};
