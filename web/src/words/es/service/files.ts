import type { files as english } from '../../../../../src/platform/sentences/files.ts';
import type { Translated } from '../../translated.ts';

export const files: Translated<typeof english> = {
  form_needed: 'Envía el archivo como multipart/form-data (RFC 7578).',
  part_missing: '{part}: el formulario necesita un archivo en la parte «{part}».',
  empty: '{part}: el archivo está vacío.',
  too_large:
    '{part}: el archivo es más grande de lo que acepta este servidor. Envía uno más pequeño, o pide a quien lo gestiona que suba UPLOAD_LIMIT_BYTES.',
  one_at_a_time: '{part}: envía un archivo cada vez.',
  form_unreadable: '{part}: no se puede leer el formulario: {reason}.',
  quota_exceeded:
    'Los archivos del boletín ocupan {present}, y este de {size} superaría su cuota de {quota}. Elimina adjuntos o imágenes que ya no hagan falta, o sube UPLOAD_QUOTA_BYTES.',
  no_attachment: 'attachments: no hay ningún adjunto con el id «{id}». Súbelo antes a /v1/attachments.',
  not_a_picture:
    'image: esta no es una imagen PNG, JPEG, GIF, WebP o AVIF. Conviértela a uno de estos formatos.',
  picture_damaged:
    'image: este archivo {format} está dañado: {reason}. Ábrelo en un programa de imágenes, guárdalo otra vez y súbelo.',
  picture_too_large:
    'image: esta imagen tiene {width} × {height} píxeles ({megapixels} megapíxeles), y se aceptan 50 megapíxeles como mucho. Hazla más pequeña: ningún correo ni página muestra más de 2400 píxeles por lado.',
  in_use:
    '{count:correo que aún no se ha enviado del todo usa|correos que aún no se han enviado del todo usan} este adjunto. Quítalo allí, elimina los correos que no deban enviarse, o espera a que se envíen todos.',
};
