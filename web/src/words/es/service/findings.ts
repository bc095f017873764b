import type { findings as english } from '../../../../../src/platform/sentences/findings.ts';
import type { Translated } from '../../translated.ts';

export const findings: Translated<typeof english> = {
  subject_empty: 'El asunto está vacío para este lector. Pon un valor predeterminado a sus variables.',
  subject_long:
    'El asunto tiene {length} caracteres, pero los teléfonos solo muestran unos {shown}. Pon primero las palabras más importantes, o acórtalo.',
  size: 'El HTML ocupa {size}. Gmail lo corta a los 102 kB y oculta el enlace de baja. Acorta el texto o enlaza el resto.',
  only_images:
    'El texto consta solo de imágenes, que muchos lectores no cargan y de las que desconfían los filtros de spam. Añade texto.',
  text_missing: 'El cuerpo no tiene texto. Escribe algo.',
  placeholder_left: '«{word}» sigue en el mensaje. Sustituye este texto de ejemplo.',
  description_missing:
    'El correo no tiene descripción, así que las bandejas muestran las primeras palabras del texto. Escribe una línea sobre el número.',
  paywall_open:
    'El correo no es premium, así que sus lectores ven también lo que está debajo del muro de pago. Hazlo premium o quita el muro de pago.',
  address_unfilled:
    'Un enlace o una imagen no tiene dirección para este lector, porque falta un valor. Pon un valor predeterminado.',
  subject_markup:
    'El asunto contiene HTML, que los programas de correo muestran tal cual. Un asunto es solo texto: quita las etiquetas.',
  subject_capitals: 'El asunto está en mayúsculas, como el spam. Escríbelo como a un amigo.',
  subject_exclaims: 'El asunto tiene muchos signos de exclamación, como el spam. Escríbelo como a un amigo.',
  subject_money: 'El asunto tiene varios signos de moneda seguidos, como el spam. Escríbelo como a un amigo.',
  image_webp:
    'La imagen {image} es un archivo WebP, del que Outlook para Windows no muestra nada. Usa JPEG o PNG.',
  image_avif:
    'La imagen {image} es un archivo AVIF, del que Outlook para Windows y otros programas de correo no muestran nada. Usa JPEG o PNG.',
  alt_file_name:
    'La imagen {image} solo tiene su nombre de archivo como texto alternativo. Describe qué muestra, porque muchos lectores no la ven.',
  alt_missing:
    'La imagen {image} no tiene texto alternativo. Describe qué muestra, porque muchos lectores no la ven.',
  unknown_field:
    '{part}, línea {line}, columna {column}: {name} no existe, así que queda vacío. Usa uno de {fields}.',
  unknown_variable:
    '{part}, línea {line}, columna {column}: {name} no existe, así que queda vacío. Tus propios datos sobre un suscriptor están en subscriber.metadata.',
  too_large_for_relay:
    'Con sus adjuntos, el mensaje tiene {bytes:number} bytes, pero el servidor de correo ({names}) acepta {limit} como mucho. Usa enlaces en lugar de adjuntos, o sube el límite del servidor de correo.',
  address_unsupported:
    '{count:destinatario tiene una dirección|destinatarios tienen direcciones} con letras no ASCII antes de la @, que el servidor de correo ({names}) no acepta (sin SMTPUTF8). No recibirán este correo.',
  value_missing_some:
    'Algunas de las personas que lo reciben no tienen «{key}» y ven aquí un hueco. Añade un valor predeterminado: | default: "…".',
  value_missing_all:
    'Nadie de quienes lo reciben tiene «{key}», así que todos ven aquí un hueco. Añade un valor predeterminado: | default: "…".',
  value_missing_one:
    '1 de las {audience:number} personas que lo reciben no tiene «{key}» y ve aquí un hueco. Añade un valor predeterminado: | default: "…".',
  value_missing:
    '{lacking:number} de las {audience:number} personas que lo reciben no tienen «{key}» y ven aquí un hueco. Añade un valor predeterminado: | default: "…".',
  text_dropped:
    'El {share:number}\u00a0% del texto está en elementos HTML que los programas de correo no muestran y se omite: «{words}». Ponlo en párrafos; para mostrar una etiqueta, escríbela como código.',
  text_dropped_here:
    'El {share:number}\u00a0% del texto está en elementos HTML que los programas de correo no muestran y se omite: «{words}».',
  link_empty: 'El enlace «{url}» no tiene dirección. Rellénala.',
  link_anchor: 'El enlace «{url}» apunta a un ancla que no existe en el texto. Corrígelo.',
  link_invalid: 'El enlace «{url}» no es una dirección válida. Corrígelo.',
  link_placeholder: 'El enlace «{url}» es una dirección de ejemplo. Pon la verdadera.',
  link_relative:
    'El enlace «{url}» es relativo, y eso no funciona en un correo. Usa una dirección que empiece por https://.',
  image_empty: 'La imagen «{url}» no tiene dirección. Rellénala.',
  image_anchor: 'La imagen «{url}» apunta a un ancla que no existe en el texto. Corrígela.',
  image_invalid: 'La imagen «{url}» no es una dirección válida. Corrígela.',
  image_placeholder: 'La imagen «{url}» es una dirección de ejemplo. Pon la verdadera.',
  image_relative:
    'La imagen «{url}» es relativa, y eso no funciona en un correo. Usa una dirección que empiece por https://.',
};
