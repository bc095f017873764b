import { counted, number } from '../counted.ts';
import type { ownSentences as english } from '../sentences-own.ts';
import type { Sentences } from '../sentences-type.ts';

/** A name within a sentence. */
export const quoted = (text: string): string => `« ${text} »`;

export const ownSentences: Pick<Sentences, keyof typeof english> = {
  'automations.inactive_not_fetched': () =>
    'Les flux d’une automatisation inactive ne sont pas lus. Activez-la d’abord.',
  'automations.inactive_not_run': () => 'Une automatisation inactive ne s’exécute pas. Activez-la d’abord.',
  'delivery.due_while_down': ({ date, hours }, { time }) =>
    `L’e‑mail devait partir le ${time(date)}, mais le service était arrêté, et c’était il y a plus de ${counted(hours, 'heure', 'heures')}. Envoyez-le maintenant s’il doit encore partir.`,
  'delivery.interrupted': ({ hours }) =>
    `L’envoi a été interrompu pendant plus de ${counted(hours, 'heure', 'heures')}. Continuez si les destinataires restants doivent encore le recevoir.`,
  'delivery.too_large_for_server': ({ reply }) =>
    `L’e‑mail est trop lourd pour le serveur de messagerie. ${reply} Allégez-le, par exemple avec des liens au lieu de pièces jointes, ou relevez la limite du serveur. Puis renvoyez-le.`,
  'delivery.failed_for': ({ minutes, trouble }, { say }) =>
    `L’envoi échoue depuis ${counted(minutes, 'minute', 'minutes')} : ${say(trouble)} Vérifiez le serveur de messagerie, puis renvoyez-le.`,
  'delivery.no_copy': () => 'Aucune copie de cet e‑mail n’a été envoyée à cet abonné.',
  'domains.inbox_only': () =>
    'Les e‑mails restent dans la boîte intégrée, car aucun serveur de messagerie ne les prend. Un propriétaire peut en ajouter un sous Envoi → Serveur de messagerie.',
  'domains.unsigned': () =>
    'Les e‑mails ne sont pas signés : cette newsletter n’a pas de clés DKIM pour son domaine. Créez-les et publiez les enregistrements, sauf si votre serveur de messagerie signe.',
  'emails.all_need_approval': () => 'Tous vos e‑mails demandent une approbation.',
  'emails.approval_needed': ({ total, why }, { say }) =>
    `Cet e‑mail partirait à ${counted(total, 'destinataire', 'destinataires')}. ${say(why)} Demandez l’approbation d’un autre propriétaire ou éditeur.`,
  'emails.counts_remain': ({ date }) =>
    `La liste de ceux qui ont reçu cet e‑mail n’est plus conservée : elle a été supprimée le ${date}, comme le veulent les réglages de la newsletter. Son rapport garde les totaux.`,
  'emails.date_in_future': () => 'Cet e‑mail a une date à venir. Programmez-le, ou retirez la date.',
  'emails.date_past': () =>
    'Ce moment est passé. Choisissez-en un ultérieur, ou envoyez l’e‑mail maintenant.',
  'emails.drafts_only': () =>
    'Vous pouvez seulement écrire des brouillons. Demandez à un propriétaire ou éditeur de la newsletter de l’envoyer.',
  'emails.no_request': () =>
    'Personne n’a demandé d’approbation pour cet e‑mail, ou quelqu’un a déjà répondu.',
  'emails.no_snippet': ({ word, example }) =>
    `Il n’y a pas de fragment « ${word} ». Créez-le dans les réglages, ou retirez ${example}.`,
  'emails.own_request': () => 'Cette demande est la vôtre. Retirez-la plutôt.',
  'emails.threshold': ({ count }) =>
    `Au-delà de ${counted(count, 'destinataire', 'destinataires')}, il faut une approbation.`,
  'emails.too_many_recipients': ({ total, most }) =>
    `L’e‑mail partirait à ${counted(total, 'destinataire', 'destinataires')}, mais vous pouvez en atteindre au plus ${number(most)} par envoi. Réduisez les destinataires.`,
  'emails.was_sending': () =>
    'Il était en cours d’envoi quand sa newsletter a été exportée. Assurez-vous d’abord que l’envoi est arrêté là-bas ; envoyez-le ensuite d’ici à ceux qui ne l’ont pas reçu.',
  'findings.paywall_open': () =>
    'Cet e‑mail n’est pas réservé aux abonnés payants ; ses lecteurs voient donc aussi la suite payante. Choisissez « Abonnés payants » dans ses réglages, ou retirez la suite payante.',
  'holds.sent_after_backup': () =>
    'Il a peut-être été envoyé après la sauvegarde dont cette base de données est issue. Envoyez-le s’il doit partir.',
  'liquid.no_filter': ({ name }) => `il n’y a pas de filtre « ${name} »`,
  'liquid.no_tag': ({ name }) => `il n’y a pas de balise « ${name} »`,
  'liquid.append_arguments': () => 'append demande une valeur, comme dans {{ name | append: "!" }}',
  'liquid.prepend_arguments': () => 'prepend demande une valeur, comme dans {{ name | prepend: "Dear " }}',
  'liquid.else_twice': () => 'il y a deux else dans un bloc',
  'liquid.elsif_after_else': () => 'elsif est placé après else',
  'liquid.memory': () => 'le modèle produit des listes ou des textes trop longs',
  'moving.not_empty': ({ username, found }) =>
    `La newsletter ${username} contient ${found}. Une newsletter entière ne peut être importée que dans une newsletter vide. Créez-en d’abord une.`,
  'moving.username_differs': ({ username, wanted }) =>
    `Son identifiant est ${username}, car une autre newsletter s’appelle ici ${wanted}. Vous pouvez le changer dans les réglages. Les adresses de ses pages commencent par lui.`,
  'newsletters.contrast_moved': ({ used }) =>
    `Les lecteurs voient ${used} à sa place. Choisissez une couleur plus contrastée, ou laissez ainsi.`,
  'people.app_missing': () =>
    'Aucune application d’authentification n’est configurée ; il n’y a donc pas de codes de secours. Configurez-en d’abord une.',
  'people.app_not_begun': () =>
    'Aucune application d’authentification n’est en cours de configuration. Recommencez.',
  'people.credential_first': () =>
    'D’autres peuvent atteindre ce service ; choisissez donc d’abord un mot de passe ou ajoutez une clé d’accès.',
  'people.works_here': ({ address }) =>
    `Quelqu’un avec l’adresse ${address} travaille déjà sur cette newsletter. Changez plutôt son rôle.`,
  'people.works_here_unproved': ({ address }) =>
    `Quelqu’un avec l’adresse ${address} travaille déjà sur cette newsletter. Personne n’a encore prouvé que l’adresse est la sienne ; assurez-vous donc de qui il s’agit, puis changez le rôle.`,
  'sequences.approval_needed': () =>
    'Vos envois demandent une approbation. Demandez à un propriétaire ou éditeur de la newsletter d’approuver cette séquence telle quelle, puis réessayez.',
  'sequences.inactive': () => 'La séquence est désactivée. Activez-la d’abord.',
  'sequences.moves_people': () =>
    'Cela déplace des personnes qui s’y trouvent. Regardez d’abord qui passe où.',
  'sequences.other_edit': () =>
    'La séquence a changé depuis que vous avez regardé qui passe où. Regardez de nouveau.',
  'sequences.no_attempt': () => 'Cet abonné n’a pas de telle étape dans une séquence.',
  'audience.no_segment_in_filter': ({ word }) =>
    `Il n’y a pas de segment « ${word} ». Créez-le, ou retirez la condition.`,
  'audience.suppressed': ({ email_address, type }) =>
    `${email_address} est dans l’état « ${type} », et ajouter de nouveau l’adresse n’y change rien. Ouvrez la personne si vous avez un nouveau consentement.`,
  'audience.already_subscriber': ({ email_address }) => `${email_address} figure déjà parmi les abonnés.`,
  'delivery.not_mailed': ({ status }) => `Cet e‑mail est dans l’état « ${status} » et n’a pas été envoyé.`,
  'delivery.preview_tags': () =>
    'Vous pouvez écrire seulement aux personnes qui ont certaines étiquettes. Choisissez des personnes qui ont l’une d’elles.',
  'emails.approval_impossible': () =>
    'Vos e‑mails demandent une approbation, ce qui n’est pas possible pour celui-ci. Demandez à un propriétaire ou éditeur de la newsletter de l’envoyer.',
  'emails.tags_lacking': ({ tags, count }) =>
    `Vous pouvez écrire seulement aux personnes qui ont certaines étiquettes (${tags}), et parmi ces personnes, ${count} n’en ont aucune. Choisissez d’autres personnes.`,
  'emails.tags_needed': ({ tags }) =>
    `Vous pouvez écrire seulement aux personnes qui ont certaines étiquettes (${tags}). Choisissez des destinataires qui ont l’une d’elles.`,
  'emails.too_many_today': ({ count, left }) =>
    `L’e‑mail partirait à ${counted(count, 'destinataire', 'destinataires')}, mais vous pouvez en atteindre encore ${number(left)} seulement dans ces 24 heures. Réduisez les destinataires, ou attendez.`,
  'files.no_attachment': () =>
    'L’une des pièces jointes n’existe plus. Retirez-la, ou téléversez-la de nouveau.',
  'holds.not_waiting': () =>
    'L’un des e‑mails n’attend plus d’être envoyé. Regardez de nouveau, puis décidez.',
  'people.approval_needed': ({ why }, { say }) =>
    `Vos modifications demandent une approbation avant que les lecteurs les voient, et ${say(why)}. Demandez à un propriétaire ou éditeur de la newsletter de le faire.`,
  'people.bounded_key': ({ why }, { say }) =>
    `Vous pouvez modifier seulement ce que vous envoyez vous-même, et ${say(why)}. Demandez à un propriétaire ou éditeur de la newsletter de le faire.`,
  'people.drafts_only_key': ({ why }, { say }) =>
    `Vous pouvez seulement écrire des brouillons, et ${say(why)}. Demandez à un propriétaire ou éditeur de la newsletter de le faire.`,
  'webhooks.on_hold': () => 'L’installation est en attente ; rien n’est donc envoyé aux webhooks.',
};
