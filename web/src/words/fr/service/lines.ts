import type { lines as english } from '../../../../../src/platform/sentences/lines.ts';
import type { Translated } from '../../translated.ts';

export const lines: Translated<typeof english> = {
  address_empty: '« {column} » est vide. Écrivez une adresse e‑mail.',
  issue_cut_off: 'Il est trop long, et sa fin a été coupée.',
  more_pictures:
    '{count:autre image n’a pas pu être copiée|autres images n’ont pas pu être copiées} non plus.',
  html_too_complicated: 'Son HTML est trop compliqué à lire. Créez-le ici à la main.',
  erased_here: 'La personne a été effacée ici et ne revient pas. Elle peut se réinscrire elle-même.',
  there_already: 'La personne est déjà abonnée, et cet import ne modifie pas les abonnés (existing=skip).',
  signed_up_after: 'La personne s’est inscrite ici après son départ de là-bas, et reste.',
  unsubscribed_here:
    'La personne s’est désabonnée ici. Choisissez de la ramener (revive=unsubscribed) si le fichier a un consentement plus récent.',
  bounced_here:
    'Un e‑mail à cette adresse a été rejeté ici. Choisissez de la ramener (revive=undeliverable) si le fichier a un consentement plus récent.',
  complained_here: 'La personne a signalé ici un e‑mail comme spam. Elle seule peut se réinscrire.',
  blocked_here: 'La personne est bloquée ici.',
  removed_here: 'La personne a été retirée ici.',
  no_address: 'email_address: est vide.',
  bad_address: 'email_address: {text} n’est pas une adresse e‑mail. Corrigez-la, ou retirez la ligne.',
  too_many_tags:
    'tags: le fichier a plus de 10000 étiquettes différentes. Choisissez une autre colonne pour les étiquettes.',
  too_many_tags_each: 'tags: utilisez-en au plus {most:number} par personne.',
  metadata_too_long: 'metadata: dépasse {most:number} caractères. Laissez des colonnes de côté.',
  metadata_unreadable:
    'metadata: contient un caractère non valide (NUL, ou la moitié d’une paire surrogate).',
  field_too_long: '{field}: utilisez au plus {most:number} caractères.',
  field_nul: '{field}: contient un caractère NUL. Retirez-le.',
  html_nul: 'html: contient un caractère NUL. Retirez-le.',
  imported_earlier: 'Le numéro a été importé auparavant.',
  tag_stays: 'L’étiquette « {name} », créée par l’import, est utilisée et reste. Supprimez-la vous-même.',
  issue_changed: 'Le numéro « {subject} » a été modifié depuis.',
  quote_continues:
    'Une cellule entre guillemets continue après son guillemet fermant. Doublez les guillemets dans les cellules, comme dans "the ""best"" one".',
  quote_open:
    'Un guillemet ouvre une cellule et n’est jamais fermé. Fermez-le, ou doublez-le s’il fait partie du texte.',
  line_too_long: 'La ligne dépasse {most:number} caractères. Raccourcissez-la.',
  line_nul:
    'La ligne contient un caractère NUL ; elle est donc abîmée ou n’est pas du texte. Retirez ce caractère.',
  too_many_cells: 'La ligne a {count} cellules, et au plus {most} sont lues. Retirez les colonnes inutiles.',
  json_nul: 'La ligne contient un caractère NUL. Retirez ce caractère.',
  cells_differ:
    'La ligne a {count} cellules, et la première ligne du fichier en a {width}. Mettez entre guillemets les cellules qui contiennent le séparateur.',
  beehiiv_status: 'Le statut « {status} » de beehiiv est inconnu. Corrigez-le dans le fichier.',
  markdown_missing: 'emails/{name}.md manque ; il n’y a donc pas de texte.',
  ghost_deleted: 'Ghost a supprimé ce membre.',
  ghost_no_html:
    'L’article « {title} » n’a pas de HTML dans le fichier. Publiez-le dans Ghost et exportez de nouveau, ou créez-le ici à la main.',
  kit_status: 'Le statut « {status} » de Kit est inconnu. Corrigez-le dans le fichier.',
  listmonk_status:
    'Le statut « {status} » de listmonk est inconnu. Utilisez enabled, disabled ou blocklisted.',
  mailchimp_customer:
    'Mailchimp donne cette personne comme non-subscribed : elle a acheté quelque chose, et n’a jamais demandé la newsletter.',
  mailerlite_status: 'Le statut « {status} » de MailerLite est inconnu. Corrigez-le dans le fichier.',
  post_too_large: 'L’article dépasse {limit}. Raccourcissez-le, ou créez-le ici à la main.',
  post_missing:
    '{name} manque dans le dossier posts ; il n’y a donc pas de texte. Créez l’article ici à la main.',
  website_account:
    'Ce sont les comptes d’un site web. Importez-les seulement s’ils ont demandé votre newsletter.',
  post_large: 'L’article « {title} » est trop grand. Raccourcissez-le.',
  post_private:
    'L’article « {title} » est privé, et serait public ici. Publiez-le là-bas, ou créez-le ici à la main.',
  post_protected:
    'L’article « {title} » est protégé par un mot de passe, et serait public ici. Publiez-le là-bas, ou créez-le ici à la main.',
  same_person: 'La même personne qu’à la ligne {line}. Les lignes comptent pour une.',
  same_person_of: 'La même personne qu’à la ligne {line} de « {file} ». Les lignes comptent pour une.',
  same_person_state:
    'La même personne qu’à la ligne {line}. Les lignes se contredisent, et l’état le plus strict compte : {state}.',
  same_person_of_state:
    'La même personne qu’à la ligne {line} de « {file} ». Les lignes se contredisent, et l’état le plus strict compte : {state}.',
  same_person_earlier: 'La même personne qu’à une ligne précédente. Les lignes comptent pour une.',
  same_person_earlier_state:
    'La même personne qu’à une ligne précédente. Les lignes se contredisent, et l’état le plus strict compte : {state}.',
  stricter_here:
    'La personne est {present} ici et {new} dans le fichier. L’état le plus strict compte : {state}.',
  no_object: 'La ligne n’est pas un objet JSON. Écrivez un objet par ligne, comme {example}.',
  unknown_status:
    '« {column} » : « {text} » n’est pas un statut connu. Utilisez active, unconfirmed, unsubscribed, bounced, complained, suppressed, paid, gifted ou trial, ou laissez cette colonne de côté.',
  cell_no_object:
    '« {column} » : « {text} » n’est pas un objet JSON. Laissez cette colonne de côté, ou gardez-la comme texte.',
  read_since: 'La personne a ouvert un e‑mail ou cliqué depuis.',
  changed_since: 'La personne a été modifiée depuis, ou a modifié quelque chose.',
};
