import type { people as english } from '../../../../../src/platform/sentences/people.ts';
import type { Translated } from '../../translated.ts';

export const people: Translated<typeof english> = {
  session_ended_meanwhile:
    'Votre session a pris fin pendant l’envoi de la requête. Reconnectez-vous sur /dashboard, puis répétez-la.',
  newsletter_not_named:
    'La requête ne nomme pas de newsletter. Envoyez son id dans l’en-tête Postrider-Newsletter (GET /v1/newsletters donne la liste des vôtres), ou utilisez une clé d’API.',
  person_needed:
    'Cette adresse est pour une personne connectée et n’accepte pas de clés d’API. Connectez-vous avec un navigateur.',
  access_lost: 'L’accès à cette réponse a été perdu pendant son envoi.',
  key_missing: 'Envoyez votre clé d’API dans l’en-tête « Authorization: Token <key> ».',
  key_in_address:
    'Une clé d’API dans l’adresse n’est pas lue, et les journaux la gardent. Envoyez-la dans l’en-tête « Authorization: Token <key> », et remplacez-la par une nouvelle.',
  key_in_header:
    'L’en-tête {header} n’est pas lu. Envoyez votre clé d’API dans l’en-tête « Authorization: Token <key> ».',
  key_mistyped:
    'Cette clé d’API est inconnue, et contient {character}. Envoyez la clé elle-même, sans guillemets, crochets ni nom de variable.',
  scheme_missing:
    'L’en-tête Authorization ne nomme pas le schéma d’une clé d’API. Envoyez « Authorization: Token <key> », ou « Bearer <key> ».',
  key_unknown:
    'Cette clé d’API est inconnue, révoquée ou expirée. Créez-en une nouvelle avec : postrider key create',
  username_taken: 'username: {username} est déjà pris. Choisissez-en un autre.',
  other_site:
    'Cette requête vient d’un autre site ({site}). Utilisez /dashboard sur ce site, ou envoyez une clé d’API.',
  owner_creates:
    'Seul un propriétaire de l’installation peut créer une newsletter. Demandez à l’un d’eux de la créer et de vous y inviter.',
  you_last_owner: 'Vous êtes le dernier propriétaire de l’installation. Nommez-en d’abord un autre.',
  rights_lost:
    'Vous avez perdu des droits depuis le début de cette requête. Vérifiez ce que vous pouvez encore faire, puis renvoyez-la.',
  keys_not_kept:
    'keep_keys: vous ne pouvez pas garder les clés d’une newsletter que vous quittez. Demandez à un autre propriétaire de vous retirer et de les garder.',
  address_taken: 'email_address: un autre compte utilise déjà cette adresse. Utilisez-en une autre.',
  app_there:
    'Une application d’authentification est déjà configurée. Supprimez-la d’abord pour en utiliser une autre.',
  code_alone:
    'Un code s’ajoute à un mot de passe ou à un lien reçu. Définissez d’abord un mot de passe ou une adresse.',
  app_not_begun:
    'Aucune application d’authentification n’est en cours de configuration. Commencez avec POST /v1/me/totp.',
  app_code_wrong: 'code: ce n’est pas le code qu’affiche l’application. Vérifiez l’heure du téléphone.',
  app_missing:
    'Aucune application d’authentification n’est configurée ; il n’y a donc pas de codes de secours. Configurez-en une avec POST /v1/me/totp.',
  owner_everywhere:
    'Un propriétaire de l’installation appartient à toutes les newsletters. Mettez d’abord installation à false.',
  no_role_within: 'permissions: tous les rôles en ont plus. Donnez au moins {needed}.',
  last_of_newsletter:
    'Cette personne est le dernier propriétaire de la newsletter. Nommez-en d’abord un autre.',
  last_of_installation:
    'Cette personne est le dernier propriétaire de l’installation. Nommez-en d’abord un autre.',
  too_many_passkeys: 'Vous avez {count} clés d’accès. Supprimez-en d’abord une.',
  passkey_known: 'response: cette clé d’accès a déjà été ajoutée. Utilisez-la, ou créez-en une autre.',
  passkey_mismatch:
    'response: elle ne correspond pas au défi, ou le défi a expiré. Demandez de nouvelles options et réessayez.',
  passkey_unknown:
    'Cette clé d’accès est inconnue ici, ou le défi a expiré. Réessayez, ou demandez un lien de connexion par e‑mail.',
  too_many_sign_ins: 'Trop de personnes se connectent. Réessayez dans une minute.',
  sign_in_recently:
    'Changer votre façon de vous connecter demande une connexion récente. Reconnectez-vous, puis répétez la requête.',
  session_ended: 'Votre session est terminée. Reconnectez-vous sur /dashboard.',
  credential_first:
    'D’autres peuvent atteindre ce service ; vous devez donc d’abord définir un mot de passe (PATCH /v1/me) ou ajouter une clé d’accès.',
  not_your_newsletter:
    'Postrider-Newsletter: aucune de vos newsletters n’a cet id. GET /v1/newsletters en donne la liste.',
  password_wrong:
    'L’adresse ou le mot de passe est faux. Réessayez, ou demandez un lien de connexion par e‑mail.',
  no_sign_in_waits: 'Aucune connexion n’attend de code. Commencez par le mot de passe.',
  code_wrong:
    'Le code est faux. Utilisez celui que l’application affiche maintenant, ou un code de secours non utilisé.',
  sign_in_first: 'L’adresse {email_address} a déjà un compte ici. Connectez-vous avec, puis rouvrez le lien.',
  sign_in_changed: 'La façon de se connecter à ce compte vient de changer. Réessayez.',
  role_from_group:
    'role: le groupe {group} donne à cette personne le rôle {role} à chaque connexion. Retirez-la d’abord du groupe, ou choisissez un rôle plus élevé.',
  sign_on_only:
    'Ici, on se connecte avec {name}, et pas autrement. La personne qui gère l’installation peut afficher un lien : npx postrider sign-in',
  sign_on_off:
    'Il n’y a pas d’authentification unique ici. Connectez-vous avec un mot de passe, une clé d’accès ou un lien.',
  sign_on_first: 'Connectez-vous d’abord avec {name}, comme {email_address}. Cela accepte l’invitation.',
  sign_on_away:
    '{name} est injoignable. {reason:sentence} Réessayez dans quelques minutes. La personne qui gère l’installation peut afficher un lien qui fonctionne entre-temps : npx postrider sign-in',
  provider_status: 'Le fournisseur répond avec le statut {status}.',
  sign_on_expired:
    'Cette connexion a pris plus de dix minutes, a déjà servi, ou a commencé dans un autre navigateur. Recommencez.',
  sign_on_refused:
    '{name} ne vous a pas connecté ({error}). Réessayez, ou demandez à la personne qui y gère votre compte.',
  sign_on_misconfigured:
    '{name} refuse cette installation ({error}). La personne qui la gère doit vérifier OIDC_CLIENT_ID, OIDC_CLIENT_SECRET et l’adresse de redirection.',
  sign_on_untrusted:
    'La réponse de {name} n’est pas digne de confiance ({error}). Réessayez. Si cela persiste, prévenez la personne qui gère l’installation.',
  sign_on_stale:
    '{name} ne dit pas que vous vous y êtes connecté depuis 15 minutes. Connectez-vous ici autrement, ou avec un lien affiché : npx postrider sign-in',
  address_unproved_elsewhere:
    '{name} ne dit pas que l’adresse {email_address} est prouvée comme la vôtre. Prouvez-la là-bas, ou connectez-vous ici autrement et associez {name} dans votre profil.',
  address_missing_elsewhere:
    'Aucune adresse e‑mail ne vient de {name}, et la première connexion en demande une. La personne qui gère l’installation doit demander le scope email, ou définir AUTH_EMAIL_HEADER.',
  no_account:
    'Personne ici n’a l’adresse {email_address}. Demandez à un propriétaire de la newsletter une invitation à cette adresse.',
  other_identity:
    'Un autre compte {name} est associé à l’adresse {email_address}. Un propriétaire de l’installation peut le dissocier sous Équipe.',
  identity_taken: 'Votre compte {name} est associé ici à quelqu’un d’autre. Dissociez-le d’abord de là.',
  header_missing: 'Le proxy ne dit pas qui vous êtes. Connectez-vous-y, puis réessayez.',
  link_over:
    'Ce lien a servi ou a expiré. Demandez-en un nouveau, ou adressez-vous à la personne qui vous a invité.',
  permission_missing:
    'Ceci demande le droit {area}:{needed}, mais vous avez {area}:{present}. Utilisez une clé qui l’a, ou demandez à un propriétaire de la newsletter.',
  inbox_closed:
    'Connectez-vous sur /dashboard, ouvrez la boîte avec le lien que Postrider a affiché à son démarrage (npx postrider inbox l’affiche de nouveau), ou envoyez une clé d’API dans l’en-tête « Authorization: Token <key> ».',
  approval_needed:
    'Vos modifications demandent une approbation (bounds.needs_approval) avant que les lecteurs les voient, et {why:sentence}. Demandez à un propriétaire ou éditeur de la newsletter de le faire.',
  drafts_only_key:
    'Cette clé peut seulement écrire des brouillons (bounds.drafts_only), et {why:sentence}. Utilisez une autre clé.',
  bounded_key:
    'Une clé avec des limites ne peut modifier que ce qu’elle envoie elle-même, et {why:sentence}. Utilisez une clé sans limites.',
  grant_exceeds:
    'permissions: cette clé a {area}:{own} et ne peut donc pas accorder {area}:{level}. Utilisez une clé qui a ce droit, ou lancez : postrider key create',
  bound_exceeds:
    'bounds.{bound}: une clé ne peut pas dépasser les limites de la clé qui la crée, qui a {value}. Omettez la limite, ou utilisez-en une plus stricte.',
  key_outlives:
    'expiry_date: une clé ne peut pas durer plus que la clé qui la crée, qui expire le {date:time}. Utilisez cette date ou une date antérieure.',
  why_field_shown: 'les e‑mails et les pages contiennent {field}',
  why_threshold: 'approval_threshold décide de ce qui demande une approbation',
  why_deletion: 'une suppression met fin aux pages de la newsletter',
  too_many_attempts_link:
    'Trop de tentatives de connexion. Attendez une heure, ou demandez un lien de connexion par e‑mail.',
  too_many_links:
    'Trop de liens de connexion ont été demandés. Regardez vos e‑mails, ou réessayez dans une heure.',
  too_many_attempts: 'Trop de tentatives de connexion. Réessayez dans une heure.',
  why_form: 'tout le monde peut voir un formulaire',
  why_answer: 'une réponse part au nom de la newsletter',
  why_comment: 'tout le monde peut lire les commentaires, et les autres participants reçoivent un e‑mail',
  why_gift: 'un cadeau est annoncé par e‑mail avec les mots de qui l’offre',
  why_segment: 'une automatisation ou un e‑mail programmé utilise ce segment',
  why_topic: 'les lecteurs voient une étiquette qu’ils peuvent choisir (subscriber_editable)',
  why_file:
    'un fragment, un réglage, une automatisation ou un e‑mail qui n’est plus un brouillon utilise ce fichier',
  why_email: 'cet e‑mail n’est plus un brouillon',
  why_survey: 'une automatisation, un e‑mail qui part ou une page pose ce sondage',
  why_snippet: 'une automatisation, un e‑mail qui part ou une page utilise ce fragment',
  why_bundle: 'une archive contient des pages et des réglages',
  why_issues: 'l’import a des numéros publiés',
  why_copy: 'une copie contient des pages et des réglages',
  works_here:
    'email_address: un compte avec l’adresse {address} travaille déjà sur cette newsletter. Changez plutôt son rôle : PATCH /v1/people/{id}',
  works_here_unproved:
    'email_address: un compte avec l’adresse {address} travaille déjà sur cette newsletter. Personne n’a encore prouvé que l’adresse est la sienne ; assurez-vous donc de qui il s’agit, puis changez le rôle : PATCH /v1/people/{id}',
};
