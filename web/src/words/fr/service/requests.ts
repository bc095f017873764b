import type { requests as english } from '../../../../../src/platform/sentences/requests.ts';
import type { Translated } from '../../translated.ts';

export const requests: Translated<typeof english> = {
  key_in_progress:
    'Une requête avec cette Idempotency-Key est encore en cours. Réessayez quand elle est terminée.',
  key_reused:
    'Cette Idempotency-Key a servi à une autre requête. Utilisez une nouvelle clé pour chaque nouvelle requête.',
  key_too_long: 'Idempotency-Key: envoyez cet en-tête une seule fois, avec au plus 200 caractères.',
  no_page: 'Cette page n’existe pas.',
  page_with_emails: 'page_size: utilisez au plus {most} avec expand=email.',
  not_found: 'Introuvable dans cette newsletter : {what} avec cet identifiant.',
  not_utf8: 'Le corps n’est pas de l’UTF-8 valide (RFC 8259 §8.1). Encodez-le en UTF-8.',
  nested_too_deeply: 'Le corps est imbriqué sur plus de {most} niveaux. Utilisez moins de niveaux.',
  not_json: 'Le corps n’est pas du JSON valide : {reason}. {remedy:sentence}',
  json_cut_off: 'Il s’arrête trop tôt : envoyez-le en entier, avec son Content-Length.',
  json_line_break: 'Dans un texte, écrivez un saut de ligne comme \\n et une tabulation comme \\t.',
  json_backslash: 'Dans un texte, écrivez une barre oblique inverse comme \\\\.',
  json_last_comma: 'Retirez la virgule après la dernière entrée.',
  json_quotes: 'Écrivez noms et textes entre guillemets doubles droits (").',
  json_not_form: 'Cela ressemble à un formulaire : écrivez les champs comme dans un objet JavaScript.',
  json_library: 'Laissez une bibliothèque JSON l’écrire.',
  body_encoded_twice:
    'Le corps est un texte qui contient du JSON : il a été encodé deux fois. Envoyez l’objet lui-même.',
  get_with_body: 'Un GET ne prend pas de corps : mettez les filtres dans l’adresse, comme {example}.',
  not_an_id:
    'Introuvable dans cette newsletter : {what} avec l’identifiant {given}. Les ids ressemblent à {example}. Prenez-le dans le champ id d’une liste.',
  not_found_with_key:
    'Introuvable dans cette newsletter : {what} avec cet identifiant. Votre clé d’API appartient à la newsletter {username} ; utilisez la clé de celle qui le contient.',
  header_values: '{header}: utilisez {values}.',
  if_match_wrong:
    'If-Match: envoyez l’ETag de l’objet entre ses guillemets doubles, plusieurs séparés par des virgules, ou *.',
  internal_error: 'Une erreur interne s’est produite. Le journal a les détails sous la requête {id}.',
  under_v1:
    'Il n’y a rien pour les programmes à {path} : toutes les adresses de l’API commencent par /v1. Utilisez {meant}.',
  body_too_large:
    'Le corps de la requête est plus gros que ce serveur ne l’accepte. Envoyez-en moins à la fois, ou demandez à l’opérateur d’augmenter BODY_LIMIT_BYTES.',
  json_needed:
    'Le corps doit être envoyé en application/json (reçu : {given}). Envoyez du JSON, avec l’en-tête « Content-Type: application/json ».',
  form_unreadable: 'Le formulaire n’est pas du multipart/form-data valide (RFC 7578).',
  database_away: 'La base de données est injoignable.',
  migrations_missing:
    'Il manque à la base de données les migrations {migrations}. Lancez : npx postrider migrate',
  ordering_unknown: 'ordering: utilisez l’un de {orders}, ou l’un d’eux précédé de -.',
  range_beyond: 'Range: le fichier a {size} octets. Demandez des octets avant sa fin.',
  rate_limited: 'Limite dépassée : au plus {max:requête|requêtes} par minute. Réessayez dans {after}.',
  nothing_there: 'Il n’y a rien à {path}. Consultez la référence sur /docs.',
  nothing_there_meant:
    'Il n’y a rien à {path}. Vouliez-vous dire {meant} ? Consultez la référence sur /docs.',
  method_unsupported: 'Cette adresse ne prend pas en charge {method}. Utilisez {methods}.',
  nul_parameter: 'Un paramètre contient %00, qui ne peut pas être enregistré. Retirez-le.',
  host_missing: 'L’en-tête Host manque (RFC 9112 §3.2).',
  host_twice: 'L’en-tête Host a été envoyé deux fois (RFC 9112 §3.2). Envoyez-le une fois.',
  filter_unsupported:
    '{name}: ce filtre n’est pas pris en charge ici, et l’ignorer renverrait plus que demandé. Retirez-le.',
  disk_read_only:
    'Le disque des fichiers est en lecture seule ; rien ne peut être stocké. Vérifiez le disque et remontez-le en écriture.',
  disk_full: '{what:sentence} ; rien ne peut être stocké. Libérez de la place, puis réessayez.',
  try_again: '{what:sentence} Rien n’a été stocké. Réessayez dans un instant.',
  data_disk_full: 'Le disque de DATA_DIR est plein',
  too_slow:
    'La requête est arrivée trop lentement. Renvoyez-la par une connexion plus rapide, ou en parties plus petites.',
  database_disk_full: 'Le disque de la base de données est plein',
  files_disk_full: 'Le disque des fichiers est plein',
  no_connection:
    'La base de données n’a plus de connexion libre. Baissez DATABASE_POOL ou augmentez max_connections.',
  database_starting: 'La base de données démarre ou s’arrête.',
  no_connection_in_time:
    'Aucune connexion à la base de données ne s’est libérée à temps. Augmentez DATABASE_POOL si cela arrive souvent.',
  process_leaving: 'Ce processus est sur le point de s’arrêter. Envoyez les requêtes à un autre.',
  database_read_only: 'Le serveur de base de données n’accepte aucune écriture pour le moment.',
  connection_broke:
    'La connexion à la base de données s’est rompue ; on ne sait donc pas si quelque chose a été stocké. Vérifiez avant de répéter la requête, ou répétez-la avec la même Idempotency-Key.',
  body_wrong: 'Le corps de la requête : {reason:sentence}',
  bad_address:
    'L’adresse n’est pas valide : un % n’est pas suivi de deux chiffres hexadécimaux, ou leur sens n’est pas de l’UTF-8. Encodez-la de nouveau.',
  no_parameters: '{name}: paramètre inconnu. Cette liste n’en prend aucun : retirez-le.',
  unknown_parameter: '{name}: paramètre inconnu. Tous les paramètres sont énumérés sur /docs.',
  unknown_parameter_meant:
    '{name}: paramètre inconnu. Vouliez-vous dire {meant} ? Tous les paramètres sont énumérés sur /docs.',
  header_too_large: 'L’en-tête de la requête est trop grand.',
  no_http: 'Ce n’est pas une requête HTTP valide.',
};
