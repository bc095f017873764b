import type { emails as english } from '../../../../../src/platform/sentences/emails.ts';
import type { Translated } from '../../translated.ts';

export const emails: Translated<typeof english> = {
  never_sent: 'status: un e‑mail {status} n’est jamais envoyé ; il n’a donc pas besoin d’approbation.',
  changed_since:
    'modification_date: l’e‑mail a été modifié le {date:time}. Vérifiez-le de nouveau, puis approuvez-le.',
  cannot_approve:
    'Vos propres envois demandent une approbation ; vous ne pouvez donc pas en approuver d’autres. Demandez à un propriétaire ou éditeur de la newsletter.',
  not_your_request:
    'Vous ne pouvez retirer que vos propres demandes. Demandez à un propriétaire ou éditeur de la newsletter.',
  no_request:
    'approval: personne n’a demandé d’approbation pour cet e‑mail, ou elle a déjà reçu une réponse. GET /v1/emails/{id} montre son état.',
  own_request: 'Cette demande est la vôtre. Retirez-la (DELETE /v1/emails/{id}/approval).',
  cannot_decline:
    'Vos propres envois demandent une approbation ; vous ne pouvez donc pas en refuser d’autres. Demandez à un propriétaire ou éditeur de la newsletter.',
  number_taken: 'secondary_id: un autre e‑mail de cette newsletter a ce numéro. Utilisez-en un autre.',
  audience_misnamed:
    '{field}: les e‑mails n’ont pas ce champ, et sans destinataires un e‑mail part à tout le monde. Utilisez included_tags ou filters ; pour écrire à une seule personne, utilisez {address}.',
  slug_taken: 'slug: {slug} est déjà pris. Choisissez-en un autre, ou omettez-le.',
  ab_test_in_waves:
    'ab_test: un e‑mail avec reader_time ne peut pas avoir de test, car il est lu à des moments différents. Mettez l’un des deux à null.',
  ab_test_untracked:
    'ab_test: la newsletter ne compte pas les clics ; un test ne décide donc rien. Activez track_clicks de la newsletter, ou mettez ab_test à null.',
  ab_test_opens_untracked:
    'ab_test: la newsletter ne compte pas les ouvertures ; un test qui les mesure ne décide donc rien. Activez track_opens de la newsletter, ou mettez measure à clicks.',
  variant_invalid: 'ab_test.variants: le numéro {number} est inutilisable : {why:sentence}',
  second_try_made:
    'Cet e‑mail a eu son second essai. Modifiez celui-là (second_try_of), ou supprimez-le d’abord.',
  not_first_status:
    'status: un e‑mail ne peut pas être créé avec le statut {status} ; utilisez l’un de {statuses}.',
  date_in_future:
    'status: about_to_send signifie maintenant, mais publish_date est à venir. Utilisez scheduled, ou omettez publish_date.',
  duplicate:
    'Un e‑mail avec le même objet, texte, étiquettes et type a été envoyé ou le sera. Modifiez celui-ci, ou gardez-le comme brouillon.',
  date_missing: 'publish_date: un e‑mail programmé demande une date. Envoyez un horodatage à venir.',
  date_past:
    'publish_date: {date} est passé. Envoyez un horodatage à venir, ou le status about_to_send pour envoyer maintenant.',
  approval_impossible:
    'Vos envois demandent une approbation (bounds.needs_approval), ce qui n’est pas possible pour celui-ci. Demandez à un propriétaire ou éditeur de la newsletter de l’envoyer.',
  drafts_only:
    'Cette clé peut seulement écrire des brouillons (bounds.drafts_only). Envoyez l’e‑mail avec une autre clé.',
  tags_needed:
    'included_tags: cette clé écrit seulement aux personnes qui ont certaines étiquettes (bounds.tags : {tags}). Incluez l’une d’elles, ou utilisez des filtres qui en exigent une.',
  tags_lacking:
    'Cette clé écrit seulement aux personnes qui ont certaines étiquettes (bounds.tags : {tags}), et parmi ces personnes, {count} n’en ont aucune. Choisissez d’autres personnes.',
  too_many_recipients:
    'L’e‑mail partirait à {total:destinataire|destinataires}, mais la clé peut en atteindre au plus {most:number} par envoi (bounds.most_recipients). Réduisez les destinataires, ou utilisez une autre clé.',
  too_many_today:
    'L’e‑mail partirait à {count:destinataire|destinataires}, mais la clé, avec celles dont elle vient ou qu’elle a créées, peut en atteindre encore {left:number} seulement dans ces 24 heures (bounds.most_recipients_a_day). Réduisez les destinataires, attendez, ou utilisez une autre clé.',
  no_related:
    'related_email_ids: cette newsletter n’a pas d’e‑mail avec l’id {id}. Retirez-le, ou créez d’abord cet e‑mail.',
  template_name_taken: 'name: il y a déjà un modèle « {name} ». Choisissez un autre nom.',
  identifier_taken: 'identifier: {identifier} est déjà pris. Choisissez-en un autre.',
  snippets_too_long:
    'body: avec ses fragments, le texte dépasse {most:number} caractères. Utilisez moins de fragments.',
  snippet_unreadable:
    'body: {text} est illisible. Écrivez les fragments comme {example}, sans filtres et pas dans un autre fragment.',
  subject_renders_empty: 'subject: l’objet obtenu est vide. Écrivez quelque chose que chaque lecteur voit.',
  field_closed:
    '{field}: ce champ ne peut plus changer, car l’e‑mail est {status}. Omettez-le ; ceux-ci le peuvent : {open}.',
  not_in_approved: 'Certains ne sont pas parmi les destinataires approuvés.',
  voided: 'Son contenu ou ses destinataires ont changé depuis l’approbation, ou elle a été retirée.',
  all_need_approval: 'Tous vos envois demandent une approbation.',
  approval_needed:
    'Cet e‑mail partirait à {total:destinataire|destinataires}. {why:sentence} Demandez à une autre personne de l’approuver, ou à un programme avec une autre clé (POST /v1/emails/{id}/approval), puis répétez la requête.',
  was_sending:
    'Il était en cours d’envoi quand sa newsletter a été exportée. Mettez status à about_to_send pour l’envoyer d’ici à ceux qui ne l’ont pas reçu ; assurez-vous d’abord que l’envoi est arrêté là d’où il vient.',
  paused_by: 'Mis en pause par {by}. {reason:sentence}',
  no_snippet: 'il n’y a pas de fragment « {word} ». Créez-le sur /v1/snippets, ou retirez {example}.',
  answers_invalid: 'answers: {why:sentence}',
  no_survey: 'il n’y a pas de sondage « {word} ». Créez-le sur /v1/surveys, ou retirez {example}.',
  survey_answered:
    'answers: {count:lecteur a|lecteurs ont} déjà répondu à ce sondage ; ses réponses, son type et sa cadence restent donc. Créez-en un autre.',
  changed_elsewhere:
    'If-Match: l’e‑mail, ou un élément dont il est fait, a changé depuis que vous l’avez lu. Comparez `current` avec votre requête, puis répétez-la avec le nouvel ETag.',
  most_approved: 'Au plus {count:destinataire est approuvé|destinataires sont approuvés}.',
  changed_since_approval: 'Son contenu ou ses destinataires ont changé depuis l’approbation.',
  parts_changed: 'Son contenu ou ses destinataires ont changé depuis l’approbation ({parts}).',
  parts_changed_more:
    'Son contenu ou ses destinataires ont changé depuis l’approbation ({parts} et {more:number} de plus).',
  threshold: 'Au-delà de {count:destinataire|destinataires}, il faut une approbation (approval_threshold).',
  you_changed_email:
    'Vous avez demandé l’envoi ou modifié l’e‑mail en dernier, ou la clé qui a créé la vôtre l’a fait ; vous ne pouvez donc pas l’approuver. Une autre personne, ou un programme avec une autre clé, doit l’approuver.',
  you_changed_part:
    'Vous avez modifié {part} en dernier, et personne n’a demandé d’approbation de l’e‑mail depuis ; vous ne pouvez donc pas l’approuver. Une autre personne, ou un programme avec une autre clé, doit l’approuver. Ou demandez à son auteur de redemander l’approbation.',
  counts_remain:
    'Les envois de cet e‑mail ne sont plus conservés : ils ont été supprimés le {date}, comme le veut delivery_months de la newsletter. Ses totaux sont dans GET /v1/emails/{id}/analytics.',
  nobody_added:
    'Les envois de cet e‑mail ne sont plus conservés : ils ont été supprimés le {date}, comme le veut delivery_months de la newsletter. Aucun destinataire ne peut être ajouté, car on ne sait plus qui l’a reçu. Créez un nouvel e‑mail avec le même contenu.',
  newsletter_sending:
    'Un e‑mail de cette newsletter est {status}. Attendez la fin de l’envoi, puis supprimez la newsletter.',
  newsletter_sends:
    'Un e‑mail de cette newsletter est {status}. Supprimez-le ou remettez-le en brouillon, puis supprimez la newsletter.',
  cannot_become: 'status: un e‑mail {status} ne peut pas devenir {to}. Il peut devenir {possible}.',
  cannot_become_mailed:
    'status: un e‑mail {status} ne peut pas devenir {to}, car certains destinataires l’ont déjà reçu. Il peut devenir {possible}.',
  never_again:
    'status: un e‑mail {status} ne peut pas devenir {to}. Créez un autre e‑mail à partir de son texte.',
  never_again_mailed:
    'status: un e‑mail {status} ne peut pas devenir {to}, car certains destinataires l’ont déjà reçu. Créez un autre e‑mail à partir de son texte.',
  in_sequences:
    'status: {sequences:séquence envoie cet e‑mail et sauterait|séquences envoient cet e‑mail et sauteraient} cette étape. Retirez-l’en d’abord, ou supprimez-les.',
  one_uncertain:
    '1 copie est incertaine : la remise a été interrompue, et le serveur l’a peut-être, ou non. Acceptez-le, ou renvoyez-la.',
  some_uncertain:
    '{count:number} copies sont incertaines : la remise a été interrompue, et le serveur les a peut-être, ou non. Acceptez-le, ou renvoyez-les.',
  sender_refused:
    '{count:copie refusée|copies refusées} à cause de l’expéditeur, pas du destinataire : {reason}',
  server_trouble:
    'Le serveur de messagerie n’accepte rien pour le moment. Postrider réessaie jusqu’à ce qu’il accepte. {trouble:sentence}',
  send_needs_approval: 'L’envoi demande une approbation.',
  preview_fewer: 'Envoyez le test à moins de personnes.',
};
