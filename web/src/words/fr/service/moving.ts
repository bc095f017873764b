import type { moving as english } from '../../../../../src/platform/sentences/moving.ts';
import type { Translated } from '../../translated.ts';

export const moving: Translated<typeof english> = {
  export_not_ready: 'L’export est {status}. Attendez que son statut soit ready, puis téléchargez-le.',
  no_options: 'L’import d’une newsletter entière n’a pas d’options. Exécutez-le, ou supprimez-le.',
  options_closed:
    'L’import est {status}. Ses options se modifient après la vérification et avant l’exécution. Téléversez de nouveau le fichier.',
  not_validated: 'L’import est {status}. Seul un import vérifié (validated) peut être exécuté.',
  newsletter_not_undone:
    'L’import d’une newsletter entière ne peut pas être annulé. Supprimez plutôt la newsletter.',
  undo_too_late:
    'Un import peut être annulé pendant {days} jours, et celui-ci est plus ancien. Corrigez ce qu’il a importé par une action groupée.',
  nothing_imported: 'Seule la vérification a eu lieu ; il n’y a rien à annuler.',
  nothing_to_undo: 'L’import est {status} ; il n’y a rien à annuler.',
  not_empty:
    'La newsletter {username} contient {found}. Une archive ne peut être importée que dans une newsletter vide. Créez-en une avec POST /v1/newsletters, puis importez avec sa clé.',
  copied_deleted: 'La newsletter copiée a été supprimée entre-temps.',
  newsletter_deleted: 'La newsletter a été supprimée.',
  import_deleted: 'L’import a été supprimé, ou est en cours d’annulation.',
  option_not_json: '{name}: utilisez un objet JSON comme {example}.',
  import_gone: 'L’import a été supprimé.',
  file_too_large:
    'Le fichier dépasse {limit}, le maximum de ce serveur. Divisez-le, ou demandez à l’opérateur d’augmenter IMPORT_LIMIT_BYTES.',
  file_empty: 'Le fichier est vide. Vérifiez-le, puis téléversez-le de nouveau.',
  file_missing: 'file: il faut un fichier dans la partie « file » du formulaire.',
  export_failed:
    'Postrider a échoué {times} fois de suite ({reason}). Consultez le journal, puis exportez de nouveau.',
  no_column: 'columns: le fichier n’a pas de colonne « {column} ». Ses colonnes sont {columns}.',
  column_unusable:
    'columns: « {column} » ne peut pas être importée comme « {target} ». Utilisez {targets}, metadata.NAME, ou "" pour rien.',
  no_address_column:
    'aucune colonne n’a d’adresses e‑mail. Dites dans columns laquelle est email_address ; les colonnes sont {columns}.',
  two_address_columns: 'columns: {columns} ne peuvent pas toutes deux être email_address. Choisissez-en une.',
  lines_not_copied: '{part} : {count} lignes n’ont pas été copiées',
  copied_drafts:
    'Les e‑mails qui étaient programmés sont des brouillons avec leurs dates. Programmez ceux que vous voulez envoyer.',
  copied_automations:
    'Les automatisations sont inactives. Activez celles qui doivent suivre leurs flux pour cette newsletter aussi.',
  copied_setup:
    'Les clés d’API, les webhooks, l’équipe, les clés DKIM et le captcha de {name} n’ont pas été copiés. Configurez ce qu’il vous faut.',
  username_differs:
    'Son identifiant est {username}, car une autre newsletter s’appelle ici {wanted}. Changez-le avec PATCH /v1/newsletters/{id}. Les adresses de ses pages commencent par lui.',
  username_now: 'Son identifiant est désormais {username} au lieu de {before}.',
  not_in_bundle:
    'Les clés d’API, les comptes, les clés DKIM et le captcha ne sont pas dans l’archive. Configurez-les ici.',
  too_many_people: 'il a plus de {most:number} personnes. Divisez-le en plusieurs fichiers.',
  tag_called: 'L’étiquette {word} s’appelle ici « {name} ».',
  refused_listed:
    'Le rapport contient les {most:number} premières lignes refusées. {more:number} de plus ont été refusées.',
  lines_contradict:
    '{who} plusieurs lignes qui se contredisent, comme abonné et désabonné. L’état le plus strict l’emporte ; le rapport nomme les lignes.',
  dates_ambiguous:
    '« {column} » : {dates} comme {example} se lisent de deux façons et sont laissées de côté. Choisissez si le jour ou le mois vient en premier (date_orders).',
  exists_here:
    '{what} : {which} existe déjà dans cette installation. Une installation ne peut pas avoir deux fois la même newsletter. Supprimez l’autre, attendez que ses lignes aient disparu, puis importez de nouveau.',
  two_lines_contradict: 'deux lignes se contredisent ({constraint}).',
  value_not_stored: 'une valeur ne peut pas être enregistrée ({reason}).',
  import_failed:
    'Postrider a échoué {times} fois de suite ({reason}). Consultez le journal, puis importez de nouveau.',
  line_nested: 'ligne {line} : son JSON est trop imbriqué.',
  line_not_json: 'ligne {line} : ce n’est pas du JSON.',
  entry_too_large: 'ligne {line} : une entrée dépasse {most:number} caractères.',
  end_missing: 'sa fin manque. Exportez-le de nouveau.',
  no_rows: 'il n’a aucune ligne.',
  too_many_columns: 'il a {count} colonnes, et au plus {most} sont lues.',
  no_csv: 'il ne contient aucun fichier CSV. Envoyez un fichier CSV, ou un zip de tels fichiers.',
  ghost_no_posts: '{file} : il n’a aucun article. Envoyez le fichier que Ghost exporte.',
  ghost_url:
    'Ghost écrit __GHOST_URL__ pour sa propre adresse. Remplissez l’ancienne adresse des numéros (site_url), sinon les images et liens des articles qui en ont besoin sont perdus.',
  xml_nested: 'son XML est trop imbriqué. Exportez-le de nouveau.',
  line_not_utf8: 'ligne {line} : ce n’est pas de l’UTF-8.',
  line_longer: 'ligne {line} : elle dépasse {limit}.',
  not_recognised:
    'Aucune liste de personnes n’a été reconnue dans le fichier ({names}). Envoyez un CSV avec une ligne d’en-tête, des JSON lines avec une adresse e‑mail dans chacune, ou un fichier exporté par un autre service ; ou nommez son format.',
  none_recognised:
    'Aucune liste de personnes n’a été reconnue dans les fichiers du zip ({names}). Envoyez un CSV avec une ligne d’en-tête, des JSON lines avec une adresse e‑mail dans chacune, ou un fichier exporté par un autre service ; ou nommez son format.',
  cannot_import: 'Le fichier ne peut pas être importé : {reason:sentence}',
  cannot_import_part: 'Le fichier ne peut pas être importé : {part} : {reason:sentence}',
  images_stay:
    '{count:image copiée est affichée|images copiées sont affichées} ailleurs ici, sans être supprimées.',
  not_utf8:
    '{count:ligne n’est pas en UTF-8 et a été lue|lignes ne sont pas en UTF-8 et ont été lues} comme Windows-1252. Si des noms paraissent faux, enregistrez le fichier en UTF-8 et importez-le.',
  read_as: 'Il a été lu comme {charset}.',
  dates_left_out:
    '« {column} » : {count:cellule n’est pas une date et a été laissée|cellules ne sont pas des dates et ont été laissées} de côté, comme « {example} ». Écrivez les dates comme 2026-11-20.',
  drafts_dated:
    '{count:brouillon a une publish_date|brouillons ont une publish_date}. S’il était programmé, programmez-le de nouveau.',
  emails_errored:
    '{count:e‑mail est en échec|e‑mails sont en échec}. Lisez sa status_reason avant d’envoyer le reste.',
  automations_inactive:
    '{count:automatisation est inactive|automatisations sont inactives}. Désactivez-les dans l’ancienne installation, puis activez-les ici.',
  webhooks_disabled:
    '{count:webhook est désactivé et a une nouvelle clé de signature|webhooks sont désactivés et ont de nouvelles clés de signature}. Donnez les clés aux destinataires, puis activez les webhooks.',
};
