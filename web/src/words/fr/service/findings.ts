import type { findings as english } from '../../../../../src/platform/sentences/findings.ts';
import type { Translated } from '../../translated.ts';

export const findings: Translated<typeof english> = {
  subject_empty: 'L’objet est vide pour ce lecteur. Donnez à ses variables une valeur par défaut.',
  subject_long:
    'L’objet a {length} caractères, mais les téléphones n’en montrent qu’environ {shown}. Mettez les mots importants au début, ou raccourcissez-le.',
  size: 'Le HTML pèse {size}. Gmail le coupe à 102 ko et cache le lien de désabonnement. Raccourcissez le texte ou mettez un lien vers la suite.',
  only_images:
    'Le texte ne contient que des images, que beaucoup de lecteurs ne chargent pas et dont les filtres antispam se méfient. Ajoutez du texte.',
  text_missing: 'L’e‑mail n’a pas de texte. Écrivez quelque chose.',
  placeholder_left: '« {word} » est encore dans le message. Remplacez ce texte provisoire.',
  description_missing:
    'L’e‑mail n’a pas de description ; les boîtes de réception montrent donc les premiers mots du texte. Écrivez une ligne sur le numéro.',
  paywall_open:
    'L’e‑mail n’est pas premium ; ses lecteurs voient donc aussi la suite payante. Passez-le en premium, ou retirez la suite payante.',
  address_unfilled:
    'Un lien ou une image n’a pas d’adresse pour ce lecteur, car une valeur manque. Donnez à cette valeur un défaut.',
  subject_markup:
    'L’objet contient du HTML, que les logiciels de messagerie montrent tel quel. Un objet est du texte simple : retirez les balises.',
  subject_capitals: 'L’objet est en majuscules, comme un spam. Écrivez-le comme à un ami.',
  subject_exclaims: 'L’objet a beaucoup de points d’exclamation, comme un spam. Écrivez-le comme à un ami.',
  subject_money: 'L’objet a une suite de symboles monétaires, comme un spam. Écrivez-le comme à un ami.',
  image_webp:
    'L’image {image} est un fichier WebP, dont Outlook pour Windows ne montre rien. Utilisez plutôt JPEG ou PNG.',
  image_avif:
    'L’image {image} est un fichier AVIF, dont Outlook pour Windows et d’autres logiciels ne montrent rien. Utilisez plutôt JPEG ou PNG.',
  alt_file_name:
    'L’image {image} n’a que son nom de fichier comme texte alternatif. Décrivez ce qu’elle montre, car beaucoup de lecteurs ne la voient pas.',
  alt_missing:
    'L’image {image} n’a pas de texte alternatif. Décrivez ce qu’elle montre, car beaucoup de lecteurs ne la voient pas.',
  unknown_field:
    '{part}, ligne {line}, colonne {column} : {name} n’existe pas et reste vide. Utilisez l’un de {fields}.',
  unknown_variable:
    '{part}, ligne {line}, colonne {column} : {name} n’existe pas et reste vide. Vos propres données sur un abonné sont dans subscriber.metadata.',
  too_large_for_relay:
    'Avec ses pièces jointes, le message pèse {bytes:number} octets, mais le serveur de messagerie ({names}) accepte au plus {limit}. Utilisez des liens au lieu de pièces jointes, ou relevez la limite du serveur.',
  address_unsupported:
    '{count:destinataire a une adresse|destinataires ont une adresse} avec des lettres non ASCII avant le @, que le serveur de messagerie ({names}) n’accepte pas (pas de SMTPUTF8). Ils ne recevront pas cet e‑mail.',
  value_missing_some:
    'Certains destinataires n’ont pas de « {key} » et voient ici un vide. Ajoutez une valeur par défaut : | default: "…".',
  value_missing_all:
    'Aucun destinataire n’a de « {key} » ; tous voient donc ici un vide. Ajoutez une valeur par défaut : | default: "…".',
  value_missing_one:
    '1 destinataire sur {audience:number} n’a pas de « {key} » et voit ici un vide. Ajoutez une valeur par défaut : | default: "…".',
  value_missing:
    '{lacking:number} destinataires sur {audience:number} n’ont pas de « {key} » et voient ici un vide. Ajoutez une valeur par défaut : | default: "…".',
  text_dropped:
    '{share:number} % du texte est dans des éléments HTML que les logiciels de messagerie ne montrent pas, et est laissé de côté : « {words} ». Mettez-le dans des paragraphes ; pour montrer une balise elle-même, écrivez-la comme du code.',
  text_dropped_here:
    '{share:number} % du texte est dans des éléments HTML que les logiciels de messagerie ne montrent pas, et est laissé de côté : « {words} ».',
  link_empty: 'Le lien « {url} » n’a pas d’adresse. Remplissez-la.',
  link_anchor: 'Le lien « {url} » mène à une ancre qui n’existe pas dans le texte. Corrigez-le.',
  link_invalid: 'Le lien « {url} » n’est pas une adresse valide. Corrigez-le.',
  link_placeholder: 'Le lien « {url} » est une adresse provisoire. Mettez la vraie.',
  link_relative:
    'Le lien « {url} » est relatif, ce qui ne marche pas dans un e‑mail. Utilisez une adresse qui commence par https://.',
  image_empty: 'L’image « {url} » n’a pas d’adresse. Remplissez-la.',
  image_anchor: 'L’image « {url} » mène à une ancre qui n’existe pas dans le texte. Corrigez-la.',
  image_invalid: 'L’image « {url} » n’est pas une adresse valide. Corrigez-la.',
  image_placeholder: 'L’image « {url} » est une adresse provisoire. Mettez la vraie.',
  image_relative:
    'L’image « {url} » est relative, ce qui ne marche pas dans un e‑mail. Utilisez une adresse qui commence par https://.',
};
