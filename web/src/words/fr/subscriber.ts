import type { subscriber as english } from '../subscriber.ts';
import type { Translated } from '../translated.ts';

export const subscriber: Translated<typeof english> = {
  add: 'Ajouter un abonné',
  address: 'Adresse e‑mail',
  name: 'Prénom',
  name_hint: 'Facultatif. Les e‑mails peuvent l’utiliser dans la salutation.',
  agreed: 'Cette personne a accepté de recevoir cette newsletter',
  agreed_hint: 'Sinon, elle reçoit un e‑mail avec un lien de confirmation.',
  added: (address: string) => `${address} : abonné ajouté.`,
  asked: (address: string) => `Un lien de confirmation a été envoyé à ${address}.`,
  empty: 'Aucun abonné',
  empty_detail:
    'Ajoutez des personnes qui ont accepté de recevoir votre newsletter, ou partagez votre page publique, où elles peuvent s’inscrire elles-mêmes.',
  none_of_email: 'La liste des abonnés a changé depuis votre relecture de l’e‑mail.',
  show_all: 'Afficher tous les abonnés',
  of_email: (detail: string) => `Abonnés qui ${detail}`,
  who_get_it: 'recevraient l’e‑mail s’il partait maintenant',
  to_email: 'Retour à l’e‑mail',
  types: {
    unactivated: 'Non confirmé',
    regular: 'Confirmé',
    premium: 'Payant',
    gifted: 'Cadeau',
    trialed: 'À l’essai',
    churning: 'Sur le départ',
    past_due: 'Paiement dû',
    upcoming: 'Commence plus tard',
    churned: 'Ne paie plus',
    unpaid: 'Non payé',
    paused: 'En pause',
    unsubscribed: 'Désabonné',
    undeliverable: 'Injoignable',
    complained: 'Spam signalé',
    blocked: 'Bloqué',
    removed: 'Supprimé',
  },
};
