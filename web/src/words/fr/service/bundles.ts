import type { bundles as english } from '../../../../../src/platform/sentences/bundles.ts';
import type { Translated } from '../../translated.ts';

export const bundles: Translated<typeof english> = {
  many_files: 'Il contient {count:number} fichiers. La limite est {most:number}.',
  directory_too_large: 'Son répertoire est trop grand.',
  directory_outside: 'Son répertoire est hors du fichier. Téléversez le fichier entier.',
  directory_missing: 'Son répertoire (zip64) est introuvable.',
  directory_damaged: 'Son répertoire est abîmé.',
  no_zip: 'Ce n’est pas un fichier zip, ou sa fin manque. Téléversez le fichier entier.',
  grows: 'Ses fichiers prendraient {size}, plus de {times} fois la taille du zip.',
  header_damaged: 'son en-tête est abîmé.',
  larger_than_said: 'il est plus grand que ne le dit le répertoire du zip.',
  truncated: 'il est tronqué.',
  damaged: 'il est abîmé (CRC-32).',
  not_decompressed: 'il ne peut pas être décompressé.',
  encrypted: 'il est chiffré. Créez le zip sans mot de passe.',
  method:
    'il est compressé avec la méthode {method}. Utilisez deflate, comme le font d’habitude les programmes zip.',
  leads_out: 'ce nom mène hors du zip.',
  twice: 'le zip le contient deux fois.',
  sizes_contradict: 'ses tailles se contredisent.',
  overlaps: 'il chevauche un autre fichier.',
  not_in_zip: 'il n’est pas dans le zip.',
  no_manifest: 'il n’a pas de {name}. Utilisez un fichier écrit par `postrider export` ou POST /v1/exports.',
  too_large: 'il est trop grand.',
  not_listed: 'le manifeste ne le nomme pas.',
  file_not_listed: 'le manifeste ne nomme pas {file}.',
  not_json: 'ce n’est pas du JSON valide.',
  field: 'champ {field} : {reason:sentence}.',
  other_version:
    'il a la version {version} du format, et ce Postrider lit la version {own}. Mettez à jour la plus ancienne des deux installations, puis exportez de nouveau.',
  missing: 'il manque. Téléversez le fichier entier.',
  missing_or_size: 'il manque, ou sa taille est fausse.',
  size_differs: 'sa taille diffère de celle du manifeste.',
  checksum_differs: 'sa somme de contrôle diffère de celle du manifeste. Le fichier a été modifié ou abîmé.',
  not_image: 'ce n’est pas une image de type {type}.',
  image_refused:
    '{reason:sentence} C’est l’image {id} : remplacez-la là d’où elle vient, et exportez de nouveau.',
  lines_refer:
    'lignes {first} à {last} : {count} d’entre elles renvoient à quelque chose qui n’est pas dans l’archive.',
  count_differs: 'il a {count} lignes, et le manifeste en annonce {said}.',
  line_field: 'ligne {line} : {field} : {reason:sentence}.',
  line: 'ligne {line} : {reason:sentence}.',
};
