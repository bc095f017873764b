import type { files as english } from '../../../../../src/platform/sentences/files.ts';
import type { Translated } from '../../translated.ts';

export const files: Translated<typeof english> = {
  form_needed: 'Envoyez le fichier en multipart/form-data (RFC 7578).',
  part_missing: '{part}: il faut un fichier dans la partie « {part} » du formulaire.',
  empty: '{part}: le fichier est vide.',
  too_large:
    '{part}: le fichier est plus gros que ce serveur ne l’accepte. Envoyez-en un plus petit, ou demandez à son opérateur d’augmenter UPLOAD_LIMIT_BYTES.',
  one_at_a_time: '{part}: envoyez un fichier à la fois.',
  form_unreadable: '{part}: le formulaire est illisible : {reason}.',
  quota_exceeded:
    'Les fichiers de la newsletter prennent {present}, et celui-ci de {size} dépasserait son quota de {quota}. Supprimez des pièces jointes ou des images devenues inutiles, ou augmentez UPLOAD_QUOTA_BYTES.',
  no_attachment:
    'attachments: aucune pièce jointe n’a l’id « {id} ». Téléversez-la d’abord sur /v1/attachments.',
  not_a_picture:
    'image: ce n’est pas une image PNG, JPEG, GIF, WebP ou AVIF. Convertissez-la dans l’un de ces formats.',
  picture_damaged:
    'image: ce fichier {format} est abîmé : {reason}. Ouvrez-le dans un programme d’images, enregistrez-le de nouveau, et téléversez le résultat.',
  picture_too_large:
    'image: cette image a {width} × {height} pixels ({megapixels} mégapixels), et au plus 50 mégapixels sont acceptés. Réduisez-la : aucun e‑mail ni aucune page ne montre plus de 2 400 pixels de côté.',
  in_use:
    '{count:e‑mail pas encore entièrement envoyé utilise|e‑mails pas encore entièrement envoyés utilisent} cette pièce jointe. Retirez-la de là, supprimez les e‑mails à ne pas envoyer, ou attendez la fin des envois.',
};
