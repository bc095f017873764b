import type { delivery as english } from '../../../../../src/platform/sentences/delivery.ts';
import type { Translated } from '../../translated.ts';

export const delivery: Translated<typeof english> = {
  too_many_relays:
    'une installation a au plus {most:number} relais ; supprimez-en un dont vous n’avez pas besoin',
  relay_of_settings: '{name} vient de SMTP_URL et se modifie là',
  relay_password_sealed:
    'Le mot de passe du relais est illisible, car la clé qui le chiffre manque. Saisissez de nouveau le mot de passe, ou remettez la clé.',
  topic_not_waiting: 'Amazon ne demande pas de confirmation de ce sujet. Créez-y de nouveau l’abonnement.',
  topic_refused:
    'Amazon n’a pas accepté la confirmation. Il en accepte une pendant trois jours : faites-le redemander en y recréant l’abonnement.',
  relay_signature_wrong:
    'La signature manque ou ne correspond pas aux réglages de ce relais pour {source}. Comparez-les avec ceux du service (docs/bounces.md).',
  google_key:
    'key: collez tout le fichier d’un compte de service, tel que Google le propose au téléchargement (JSON avec client_email et private_key)',
  google_key_refused:
    'Google n’accepte plus la clé du compte de service (réponse {status}). Créez-y une nouvelle clé, et connectez de nouveau.',
  google_api_off:
    'Le projet du compte de service n’a pas le droit d’utiliser la Gmail Postmaster Tools API. Activez-la pour lui dans la console Google Cloud.',
  google_no_access:
    'Le compte de service n’a pas le droit de voir ce domaine. Ajoutez le domaine sur postmaster.google.com, et donnez-y accès à l’adresse du compte de service.',
  google_answered: 'Google a répondu {status}. Nouvel essai plus tard.',
  google_unreachable: 'Google n’a pas pu être joint : {reason:sentence} Nouvel essai plus tard.',
  google_unreadable: 'La réponse de Google est illisible. Nouvel essai plus tard.',
  gmail_week:
    'Gmail signale que, le pire jour de la semaine passée, {percent} % de vos e‑mails y ont été marqués comme spam.',
  gmail_demands: 'Parmi ce que Gmail exige des expéditeurs, ceci n’est pas rempli : {names}.',
  message_too_large: 'Le message dépasse {limit}.',
  signature_wrong:
    'La signature manque ou ne correspond pas aux réglages {source} de cette installation. Comparez-les avec ceux du service (docs/bounces.md).',
  key_without_address:
    'send_mail: une clé n’a pas d’adresse. Connectez-vous au tableau de bord pour recevoir l’e‑mail, ou omettez ce champ.',
  profile_without_address:
    'send_mail: votre profil n’a pas d’adresse. Saisissez-en une, ou omettez ce champ.',
  too_many_tests: 'Au plus {most} tests par heure. Réessayez plus tard.',
  email_or_fields: 'email_id: envoyez soit l’id d’un e‑mail, soit les champs d’un e‑mail, pas les deux.',
  not_unsent:
    'email_id: l’e‑mail est {status}, et seuls les destinataires d’un e‑mail non envoyé peuvent être expliqués. Pour une seule personne, utilisez GET /v1/emails/{id}/explain?subscriber=',
  not_mailed:
    'Cet e‑mail est {status} et n’a pas été envoyé. POST /v1/emails/preview montre à quoi il ressemblerait.',
  no_copy:
    'Aucune copie de cet e‑mail n’a été envoyée à cet abonné. GET /v1/emails/{id}/deliveries dit qui l’a reçu.',
  not_in_flight: 'L’e‑mail est {status} ; seul un e‑mail en cours d’envoi peut être mis en pause et repris.',
  no_preview:
    'status: seul un brouillon ou un e‑mail programmé a un aperçu, et celui-ci est {status}. Pour en avoir un, créez un brouillon avec son texte.',
  preview_tags:
    'recipients: cette clé écrit seulement aux personnes qui ont certaines étiquettes (bounds.tags). Nommez des abonnés qui ont l’une d’elles.',
  preview_stranger:
    'recipients: vos envois demandent une approbation ; vous ne pouvez donc envoyer des tests qu’aux personnes qui travaillent sur cette newsletter, et {address} n’en fait pas partie.',
  preview_no_subscriber:
    'subscribers: aucun abonné n’a l’id « {id} » ; personne n’a donc reçu d’e‑mail. GET /v1/subscribers en donne la liste.',
  preview_no_address: 'recipients: « {text} » n’est pas une adresse e‑mail. Personne n’a reçu d’e‑mail.',
  no_reader:
    'subscriber: aucun abonné n’a l’id ou l’adresse « {id} ». GET /v1/subscribers en donne la liste.',
  no_resend: 'L’e‑mail est {status} ; seul un e‑mail envoyé ou en cours d’envoi peut être renvoyé.',
  no_ab_test: 'L’e‑mail n’a pas de test commencé. Définissez ab_test avant son envoi.',
  no_such_variant: 'variant: utilisez un nombre de 1 à {count}, ou "split"',
  ab_test_decided: 'Le test a déjà été tranché.',
  second_try_unsent: 'L’e‑mail est {status} ; seul un e‑mail envoyé peut avoir un second essai.',
  second_try_late:
    'Cet e‑mail a plus de {days:jour|jours}, et les ouvertures et clics isolés ne sont pas gardés plus longtemps (HIT_DAYS) ; personne ne sait donc qui l’a manqué.',
  second_try_again: 'Cet e‑mail est lui-même un second essai. Personne n’en reçoit un troisième.',
  no_open_measured:
    'to: aucune ouverture de cet e‑mail n’a été mesurée ; personne ne sait donc qui l’a manqué. Utilisez unclicked, ou suivez les ouvertures (track_opens de la newsletter).',
  no_click_measured:
    'to: aucun clic de cet e‑mail n’a été mesuré ; personne ne sait donc qui a suivi un lien. Utilisez unopened, ou suivez les clics (track_clicks de la newsletter).',
  has_copy: 'Cet abonné a déjà l’e‑mail ou va le recevoir.',
  gets_no_mail:
    'Cet abonné est {type} et ne reçoit pas d’e‑mails. Changez d’abord le type, s’il est d’accord.',
  not_sendable:
    'email_id: l’e‑mail est {status} ; seul un brouillon, ou un e‑mail envoyé ou en cours d’envoi, peut être envoyé à des personnes choisies.',
  too_many_dkim_keys:
    'Cette newsletter a déjà {count} clés DKIM. Supprimez une clé retirée dont tous les e‑mails sont arrivés.',
  under_way_at_export:
    'La remise était en cours quand la newsletter a été exportée ; le serveur a peut-être le message.',
  sent_after_backup: 'Il a peut-être été envoyé après la sauvegarde dont cette base de données est issue.',
  many_refused:
    '{refused:number} sur {messages:message récent|messages récents} ont été refusés par politique (BREAKER_POLICY_PERCENT).',
  many_complained:
    '{complaints:number} sur {delivered:destinataire|destinataires} se sont plaints (BREAKER_COMPLAINTS_PERCENT).',
  left_audience: 'N’était plus parmi les destinataires avant son tour.',
  not_made: 'Le message n’a pas pu être créé : {reason}',
  paused_before: 'L’e‑mail a été mis en pause avant leur tour.',
  entitlement_ended: 'Leur droit à cet e‑mail a pris fin avant leur tour.',
  proved:
    'L’empreinte enregistrée prouve que c’est la copie remise, octet par octet, sauf la Date et la signature.',
  parts_not_kept:
    'Recréée, non prouvée : l’e‑mail a été envoyé avant que les parties des copies soient conservées. Cette copie vient de l’e‑mail, de la newsletter et de l’abonné actuels, sans suivi.',
  no_hash:
    'Recréée, non prouvée : aucune empreinte de la copie d’origine n’est enregistrée, car la remise a été interrompue ou a eu lieu avant que les empreintes soient conservées.',
  attachments_gone:
    'Recréée, non prouvée : elle diffère de la copie remise, car des pièces jointes ont été supprimées depuis : {names}.',
  something_gone:
    'Recréée, non prouvée : elle diffère de la copie remise, car un élément dont elle était faite a disparu, comme le secret qui signait ses liens.',
  due_while_down:
    'L’e‑mail devait partir le {date:time}, mais le service était arrêté, et c’était il y a plus de {hours:heure|heures} (late_schedule_hours). Mettez status à about_to_send s’il doit encore partir.',
  interrupted:
    'L’envoi a été interrompu pendant plus de {hours:heure|heures} (late_schedule_hours). Mettez status à about_to_send si les destinataires restants doivent encore le recevoir.',
  too_large_for_server:
    'L’e‑mail est trop lourd pour le serveur de messagerie. {reply} Allégez-le, par exemple avec des liens au lieu de pièces jointes, ou relevez la limite du serveur ; mettez ensuite status à about_to_send.',
  failed_for:
    'L’envoi échoue depuis {minutes:minute|minutes} : {trouble:sentence} Vérifiez le serveur de messagerie et les réglages du relais, puis mettez status à about_to_send.',
  cut_off: 'La remise a été coupée ; le serveur a peut-être le message.',
  proved_later: 'La remise a été interrompue ; un rapport ultérieur prouve l’arrivée.',
};
