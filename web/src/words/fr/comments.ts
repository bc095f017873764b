import type { comments as english } from '../comments.ts';
import type { Translated } from '../translated.ts';

export const comments: Translated<typeof english> = {
  title: 'Commentaires',
  note: 'Les lecteurs connectés peuvent commenter les e‑mails dont les réglages l’autorisent. Les commentaires qui enfreignent une règle attendent ici.',
  status: { pending: 'En attente', active: 'Affichés', spammy: 'Spam' },
  none: {
    pending: 'Aucun commentaire en attente',
    active: 'Aucun commentaire affiché',
    spammy: 'Rien n’est marqué comme spam',
  },
  newsletter: 'Vous',
  nobody: 'Sans nom',
  person: 'Lecteur',
  email: 'E‑mail',
  below: 'sous',
  reply_to: 'une réponse',
  reasons: {
    first_comment: 'C’est le premier commentaire de ce lecteur.',
    links: 'Il contient plus d’un lien.',
    repeated: 'Le même texte figure dans un autre commentaire des 30 derniers jours.',
    earlier_spam: 'Un autre commentaire de ce lecteur est marqué comme spam.',
  },
  approve: 'Approuver',
  spam: 'Spam',
  reply: 'Répondre…',
  remove: 'Supprimer…',
  approved: 'Le commentaire est sur la page.',
  marked: 'Marqué comme spam. Les prochains commentaires de ce lecteur iront aussi dans le spam.',
  deleted: 'Le commentaire est supprimé.',
  replied: 'Votre réponse est sur la page.',
  reply_title: 'Répondre au commentaire',
  reply_text: 'Votre réponse',
  reply_hint:
    'Elle porte le nom de la newsletter. Tous les participants à la discussion reçoivent un e‑mail.',
  reply_act: 'Répondre',
  remove_title: 'Supprimer ce commentaire ?',
  remove_detail: 'Il ne peut pas être récupéré. Ses réponses restent.',
  remove_act: 'Supprimer',
};
