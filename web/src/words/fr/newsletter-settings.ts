import type {
  danger as dangerEnglish,
  duplicate as duplicateEnglish,
  powers as powersEnglish,
  setting_choices as settingChoicesEnglish,
  setting_groups as settingGroupsEnglish,
  setting_hints as settingHintsEnglish,
  setting_members as settingMembersEnglish,
} from '../newsletter-settings.ts';
import type { Translated } from '../translated.ts';

export const setting_groups: Translated<typeof settingGroupsEnglish> = {
  page: 'Nom et page',
  language: 'Langue',
  sender: 'Expéditeur',
  sending: 'Envoi',
  joining: 'Inscription',
  paying: 'Abonnés payants',
  privacy: 'Suivi et données',
};
export const settings_reading = 'Seul un propriétaire peut modifier ces réglages.';

export const setting_hints: Translated<typeof settingHintsEnglish> = {
  name: 'Il figure en haut de vos pages publiques, et comme expéditeur de vos e‑mails sauf si vous en choisissez un autre.',
  username: 'La fin de l’adresse de votre page publique : lettres, chiffres, traits d’union et tirets bas.',
  description: 'Affichée sur votre page publique.',
  timezone: 'Les heures sont affichées, et les e‑mails programmés, dans ce fuseau.',
  locale:
    'Celle de vos pages publiques, des e‑mails de confirmation et de connexion, et de ce qui entoure vos e‑mails. Chaque e‑mail, et chaque lecteur, peut en avoir une autre.',
  formal_words:
    'Dans les langues qui ont une forme de politesse. En allemand, les lecteurs sont vouvoyés (Sie) au lieu d’être tutoyés (du).',
  from_name: 'Laissez vide pour utiliser le nom de la newsletter.',
  from_address:
    'Les abonnés voient cette adresse comme expéditeur. Votre serveur de messagerie doit avoir le droit d’envoyer avec elle.',
  reply_to: 'Laissez vide pour que les réponses aillent à l’expéditeur.',
  bounce_domain:
    'Un domaine à vous où arrivent les rejets, comme bounces.example.org. Laissez vide pour celui de l’installation. Envoi → Domaine dit ce qu’il faut au DNS.',
  replies:
    'Dans le tableau de bord, elles sont à côté des lecteurs, et vous y répondez sur place. L’installation doit recevoir des e‑mails.',
  postal_address:
    'Beaucoup de pays en exigent une dans chaque newsletter. Elle figure au bas de chaque e‑mail.',
  undo_seconds:
    'Combien de temps un envoi peut être annulé avant le départ de l’e‑mail ; 0 envoie immédiatement. Si c’est vide, les personnes ont ici 10 secondes, et les programmes avec une clé n’en ont pas.',
  late_schedule_hours:
    'Si le service était arrêté à l’heure prévue, un e‑mail part encore avec au plus ce retard. Au-delà, il vous attend.',
  sending_rate:
    'Le maximum de messages par seconde pour tous vos e‑mails ensemble ; 0 envoie aussi vite que le serveur les accepte.',
  approval_threshold:
    'Au-delà, un envoi demande l’approbation d’une seconde personne. Laissez vide pour ne jamais la demander ; 0 la demande pour chaque envoi.',
  mail_cap:
    'Un e‑mail laisse de côté qui en a reçu autant, et une lettre de séquence l’attend. Laissez les deux vides pour n’avoir aucune limite.',
  quiet_hours:
    'Les lettres des séquences attendent la fin de ces heures chez le lecteur, si son fuseau est connu. Laissez les deux vides pour n’en avoir aucune.',
  digests:
    'Les lecteurs choisissent chaque numéro, un récapitulatif par semaine ou un par mois, envoyé le premier de ces jours. Les e‑mails sans page atteignent tout le monde aussitôt. Laissez les deux vides pour n’avoir aucun récapitulatif.',
  double_opt_in:
    'Ils reçoivent un e‑mail avec un lien de confirmation, et rien d’autre avant d’avoir confirmé.',
  forms_create_tags:
    'Un formulaire de votre site peut nommer des étiquettes. Si c’est activé, les nouvelles sont créées, au plus 20 par jour ; sinon, les étiquettes inconnues sont ignorées.',
  comment_notices: 'À l’adresse de la newsletter, au plus une fois par heure.',
  asks_timezone:
    'Pour les e‑mails à l’heure du lecteur. Le champ propose d’abord le fuseau du navigateur, et le lecteur peut en choisir un autre.',
  free_subscriptions:
    'Si c’est désactivé, qui s’abonne désormais ne reçoit rien avant de choisir une formule ou de recevoir un cadeau. Vos lecteurs actuels ne changent pas.',
  premium_url:
    'Où l’on peut commencer à vous payer. Cela devient le bouton sous l’extrait d’un e‑mail payant.',
  premium_text:
    'Ce que reçoivent les abonnés payants, en Markdown. Affiché là où s’arrête l’extrait d’un e‑mail payant.',
  track_opens: 'Ajoute à chaque e‑mail une petite image, qui vous dit combien de personnes l’ouvrent.',
  track_clicks: 'Les liens des e‑mails passent par ce serveur, ce qui vous dit sur quoi on clique.',
  delivery_months:
    'Après ce nombre de mois, la trace de qui a reçu un e‑mail est supprimée, et seuls les totaux sont conservés. Laissez vide pour la garder indéfiniment.',
};

export const setting_choices: Translated<typeof settingChoicesEnglish> = {
  replies: {
    mailbox: 'À l’adresse de réponse',
    inbox: 'Dans le tableau de bord',
    inbox_and_mailbox: 'Dans le tableau de bord, avec une copie à l’adresse de réponse',
  },
};

export const setting_members: Translated<typeof settingMembersEnglish> = {
  count: 'E‑mails',
  days: 'En combien de jours',
  from: 'De',
  until: 'À',
  weekday: 'Jour',
  time: 'Heure',
};

export const duplicate: Translated<typeof duplicateEnglish> = {
  title: 'Dupliquer cette newsletter',
  note: 'Une autre newsletter ici, avec les mêmes réglages, apparence, textes, étiquettes, segments, fragments et fichiers.',
  ask: 'Dupliquer la newsletter…',
  question: (name: string) => `Dupliquer ${name}`,
  also: 'Copier aussi',
  kinds: {
    drafts: 'Les brouillons, et les e‑mails programmés comme brouillons',
    emails: 'Les anciens e‑mails, pour les archives',
    automations: 'Les flux et leurs automatisations, inactifs',
    people: 'Les personnes dans tous les états, avec leur consentement',
  },
  people_hint:
    'Elles ont accepté de recevoir la newsletter d’origine. Copiez-les seulement si leur consentement couvre aussi celle-ci.',
  nothing_sent:
    'Rien n’est envoyé. Les clés d’API, les webhooks, l’équipe et les clés DKIM ne sont pas copiés. L’original ne change pas.',
  suggested: (name: string) => `${name} (copie)`,
  act: 'Dupliquer',
  made: (name: string) => `${name} est créée. Son contenu est en cours de copie.`,
};

export const danger: Translated<typeof dangerEnglish> = {
  title: 'Supprimer cette newsletter',
  note: 'Cette action est irréversible.',
  ask: 'Supprimer la newsletter…',
  question: (name: string) => `Supprimer ${name} ?`,
  goes: 'Ce qui est supprimé',
  goes_detail:
    'Ses abonnés, e‑mails, statistiques, étiquettes, fichiers, flux, webhooks et clés d’API, ainsi que ses pages publiques. Les liens des e‑mails envoyés cessent de fonctionner, y compris ceux de désabonnement. Quelqu’un d’autre peut prendre son adresse.',
  stays: 'Ce qui reste',
  stays_detail:
    'Les e‑mails que les gens ont reçus, les comptes de votre équipe, le journal de ce qu’elle a fait, et les sauvegardes déjà faites.',
  export_first: 'L’exporter d’abord',
  export_detail: 'Une archive contient tout, et un autre Postrider peut l’importer.',
  type: (name: string) => `Tapez « ${name} » pour confirmer`,
  wrong: (name: string) => `Ce n’est pas le nom de la newsletter. Tapez exactement : ${name}`,
  act: 'Supprimer définitivement',
  deleted: (name: string) => `${name} est supprimée.`,
};

export const powers: Translated<typeof powersEnglish> = {
  title: 'Ce que permet chaque rôle',
  owner: 'Tout : réglages, équipe, clés, imports, et suppression de la newsletter.',
  editor:
    'Rédige et envoie des e‑mails, voit et modifie les abonnés, les flux et les étiquettes. Ne peut que lire les réglages.',
  writer:
    'Rédige des brouillons et voit des aperçus avec des abonnés inventés, mais aucune adresse. Ce qu’il envoie attend l’approbation d’un propriétaire ou d’un éditeur.',
  viewer: 'Lit les e‑mails, les rapports et les réglages. Ne voit aucune adresse et ne modifie rien.',
  installation: 'Propriétaire de l’installation',
  installation_detail:
    'Est propriétaire de toutes les newsletters d’ici, et veille sur les sauvegardes et le système.',
};
