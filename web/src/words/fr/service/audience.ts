import type { audience as english } from '../../../../../src/platform/sentences/audience.ts';
import type { Translated } from '../../translated.ts';

export const audience: Translated<typeof english> = {
  search_slow:
    'filters: la recherche dure plus de {seconds} secondes. Réduisez-la avec une étiquette, cherchez un texte plus long, remontez sur moins d’e‑mails, ou utilisez moins de conditions sur les ouvertures, les clics et les taux.',
  order_slow:
    'ordering: un tri par open_rate ou click_rate lit tous les envois de la newsletter, ce qui dure plus de {seconds} secondes. Triez plutôt par last_open_date ou last_click_date.',
  deliveries_dropped:
    'filters: les envois de l’e‑mail « {email} » ne sont plus conservés (delivery_months de la newsletter) ; on ne sait donc plus qui l’a reçu, ouvert ou cliqué. Retirez cette condition.',
  too_many_conditions:
    'filters: avec les conditions des segments utilisés, il y a {all} conditions, et le maximum est {most}. Utilisez des segments moins nombreux ou plus petits.',
  no_email_in_filter:
    'filters: aucun e‑mail n’a l’id « {id} ». Utilisez l’id d’un e‑mail de cette newsletter.',
  no_tag_in_filter:
    'filters: aucune étiquette n’a l’id ou le nom « {word} ». Créez-la d’abord, ou retirez la condition.',
  no_segment_in_filter:
    'filters: aucun segment n’a l’id ou le nom « {word} ». Créez-le sur /v1/segments, ou retirez la condition.',
  tags_and_filters:
    '{field}: les filtres décident déjà des destinataires, et des étiquettes seules pourraient en atteindre plus. Envoyez plutôt filters.',
  filters_contradict:
    'filters: ils contredisent {field}. Envoyez l’un des deux seulement, ou les mêmes étiquettes dans les deux.',
  grant_ends_first:
    'end_date: doit être après le début. Utilisez un moment ultérieur, ou null pour un accès sans fin.',
  form_slug_taken: 'slug: un autre formulaire a le slug {slug}. Choisissez-en un autre.',
  too_many_notes: 'Il y a {most} notes sur cet abonné. Supprimez-en d’abord.',
  too_many_grants:
    'Cet abonné a {most} accès. Donnez-en un avec une fin plus lointaine plutôt que beaucoup de courts.',
  grant_reference_taken:
    'reference: l’accès avec cette source et cette référence appartient à un autre abonné. Utilisez une autre référence, ou révoquez cet accès.',
  button_hidden:
    'body: le texte cache le bouton en dessous. Fermez chaque bloc de code, commentaire et élément HTML qu’il ouvre.',
  not_unactivated:
    'Cet abonné n’est pas dans l’état unactivated. Seuls les abonnés dans cet état peuvent être relancés pour confirmation.',
  reminder_too_soon:
    'Cet abonné a été relancé ces dernières 24 heures. Une seule relance par jour est permise ; réessayez demain.',
  may_not_sign_in: 'Cet abonné ne reçoit rien et ne paie rien ; il ne peut donc pas se connecter.',
  too_many_answers: 'Cette réponse a été modifiée trop souvent. Réessayez dans une heure.',
  comment_on_what:
    'email_id: envoyez l’id de l’e‑mail, ou dans parent_id celui du commentaire auquel celui-ci répond.',
  comment_on_another:
    'parent_id: ce commentaire est sur un autre e‑mail. Omettez email_id, ou nommez un commentaire de cet e‑mail.',
  too_many_replies:
    'Trop de messages sont venus de cette adresse, ou d’inconnus, en une heure. Réessayez plus tard.',
  no_bounces:
    'bounce_domain: cette installation ne reçoit pas d’e‑mails. Définissez d’abord BOUNCE_DOMAIN, ou laissez vide.',
  no_inbox:
    'replies: cette installation ne reçoit pas d’e‑mails. Définissez d’abord BOUNCE_DOMAIN, ou choisissez mailbox.',
  automatic_reply:
    'Un programme a écrit ceci, et répondrait par un autre message automatique. Si une personne l’a écrit, mettez d’abord is_automatic à false.',
  reply_from_nobody: 'Ce message n’a aucune adresse à laquelle répondre.',
  comments_off: 'Personne ne peut commenter cet e‑mail. Mettez d’abord son commenting_mode à enabled.',
  survey_closed: 'Ce sondage est fermé et ne prend plus de réponses. Rouvrez-le d’abord.',
  no_such_answer:
    'answer: donnez la place d’une réponse dans la liste du sondage, qui a {most:réponse|réponses} ; la première est 0. Un sondage de texte demande du texte.',
  too_many_letters: 'Trop de demandes d’e‑mails depuis votre réseau. Réessayez dans une heure.',
  segment_in_use:
    '{emails:e‑mail non envoyé|e‑mails non envoyés} et {automations:automatisation|automatisations} utilisent ce segment et ne peuvent pas être envoyés sans lui. Modifiez-les ou supprimez-les d’abord.',
  segment_taken:
    'name: un segment nommé {name} existe déjà (sans tenir compte des majuscules). Choisissez un autre nom, ou modifiez ce segment.',
  no_such_newsletter: 'Aucune newsletter ne porte ce nom.',
  already_subscriber:
    'email_address: {email_address} figure déjà parmi les abonnés. Modifiez cet abonné, ou envoyez X-Buttondown-Collision-Behavior: add ou overwrite.',
  suppressed:
    'email_address: {email_address} est {type}, et le créer de nouveau n’y change rien. Modifiez l’abonné avec PATCH si vous avez un nouveau consentement.',
  joined_in_future:
    'creation_date: ne doit pas être à venir. Utilisez le moment de l’arrivée de l’abonné, ou omettez le champ.',
  address_of_other:
    'email_address: {email_address} appartient à un autre abonné. Utilisez une autre adresse, ou supprimez d’abord cet abonné.',
  type_of_service: 'type: seul le service peut donner le type {type} ; utilisez l’un de {types}.',
  complainer_returns: 'type: cette personne a signalé un e‑mail comme spam ; elle seule peut se réinscrire.',
  tag_taken:
    'name: une étiquette nommée {name} existe déjà (sans tenir compte des majuscules). Choisissez un autre nom, ou modifiez cette étiquette.',
  no_tag:
    '{field}: aucune étiquette n’a l’id ou le nom « {word} ». Créez-la d’abord, ou retirez-la de la liste.',
  no_tag_name:
    'tags: « {word} » n’est pas une étiquette et ne peut pas devenir le nom d’une étiquette : {reason:sentence}.',
  filters_json: 'filters: utilisez du JSON, comme dans le corps de POST /v1/subscribers/search.',
  left_self: 'Cette personne s’est désabonnée. Elle seule peut se réinscrire.',
  complained_self: 'Cette personne a signalé un e‑mail comme spam. Elle seule peut se réinscrire.',
  removed_elsewhere:
    'Un service précédent a retiré cette personne de la liste. Elle seule peut se réinscrire.',
  tag_in_use:
    '{emails:e‑mail non envoyé|e‑mails non envoyés}, {automations:automatisation|automatisations} et {segments:segment|segments} utilisent cette étiquette et toucheraient d’autres personnes sans elle. Modifiez-les ou supprimez-les d’abord.',
  nobody_named:
    'subscribers: personne n’a l’id ou l’adresse « {word} ». Retirez-le, ou créez d’abord l’abonné.',
  type_became: 'Nouveau type : {standing}.',
};
