import type {
  link as linkEnglish,
  newsletter as newsletterEnglish,
  nowhere as nowhereEnglish,
  setup as setupEnglish,
  sign_in as signInEnglish,
} from '../entry.ts';
import type { Translated } from '../translated.ts';

export const sign_in: Translated<typeof signInEnglish> = {
  title: 'Connexion',
  proof_title: 'Reconnectez-vous',
  proof:
    'Ceci change votre façon de vous connecter, et votre connexion date un peu. Reconnectez-vous pour continuer.',
  proof_missing:
    'Rien n’a changé, car vous ne vous êtes pas reconnecté. Réessayez, et connectez-vous quand on vous le demande.',
  over: 'Votre session est terminée. Connectez-vous pour continuer ; rien n’est perdu sur cette page.',
  address: 'Adresse e‑mail',
  password: 'Mot de passe',
  passkey: 'Utiliser une clé d’accès',
  mail: 'Recevoir un lien',
  mailed: (address: string) =>
    `Si ${address} a un compte, un lien de connexion est en route. Il sert une seule fois.`,
  terminal: 'Pour afficher un lien de connexion sur la machine qui exécute Postrider, tapez',
  code: 'Code',
  code_hint: 'Les six chiffres de votre application d’authentification, ou un code de secours.',
  go_on: 'Continuer',
  other_way: 'Se connecter autrement',
  no_passkey: 'Aucune clé d’accès utilisée. Réessayez, ou connectez-vous autrement.',
};

const roles: Readonly<Record<string, string>> = {
  owner: 'propriétaire',
  editor: 'éditeur',
  writer: 'rédacteur',
  viewer: 'observateur',
};

export const link: Translated<typeof linkEnglish> = {
  once: 'Ce lien vous connecte une seule fois.',
  invitation: (newsletter: string) => `Vous êtes invité à travailler sur ${newsletter}`,
  invited: (address: string, role: string) =>
    `L’invitation est destinée à ${address}. Votre rôle dans la newsletter : ${roles[role] ?? role}.`,
  accept: 'Accepter l’invitation',
};

export const nowhere: Translated<typeof nowhereEnglish> = {
  title: 'Il n’y a aucune newsletter ici',
  owner: 'Cette installation est à vous : vous pouvez en créer une.',
  title_member: 'Vous n’appartenez à aucune newsletter',
  member: (address: string) =>
    `Demandez à un propriétaire de la newsletter sur laquelle vous voulez travailler d’inviter ${address}. Ouvrez ensuite le lien de l’invitation.`,
  you: 'votre adresse',
};

export const newsletter: Translated<typeof newsletterEnglish> = {
  make: 'Nouvelle newsletter',
  make_it: 'Créer la newsletter',
  made: (name: string) => `${name} : tout est prêt`,
  key_once:
    'Voici sa première clé d’API, pour les programmes. Le tableau de bord n’en a pas besoin. Copiez-la maintenant si elle doit servir : elle ne s’affiche qu’une fois.',
  open: 'Ouvrir la newsletter',
};

export const setup: Translated<typeof setupEnglish> = {
  first: 'Étape 1 sur 2',
  second: 'Étape 2 sur 2',
  newsletter: 'Votre newsletter',
  you: 'Votre connexion',
  password: 'Mot de passe',
  name_hint: 'Vous pourrez tout changer plus tard.',
  from_hint: 'Les abonnés voient cette adresse comme expéditeur.',
  address_hint: 'Vous vous connectez avec cette adresse.',
  password_hint:
    'Au moins 12 caractères. Sans mot de passe, vous vous connectez par un lien reçu par e‑mail.',
  skip: 'Passer',
  finish: 'Terminer',
};
