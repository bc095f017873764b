import type { feeds as english } from '../../../../../src/platform/sentences/feeds.ts';
import type { Translated } from '../../translated.ts';

export const feeds: Translated<typeof english> = {
  page_gone: 'la página ya no existe (410). Usa otra dirección.',
  try_later_lower: 'el servidor pide que se intente más tarde.',
  no_answer_within: 'El feed no respondió en {seconds} segundos.',
  not_processed: 'No se pudo procesar el feed. El motivo está en el registro.',
  gone: 'El feed ya no existe (410).',
  set_another: '{error:sentence} Pon otra url, o pon status en active para intentarlo otra vez.',
  hub_answered: 'El hub respondió {status}.',
  hub_redirects: 'El hub redirige más de {most} veces.',
  hub_refused: 'El hub rechazó: {reason}',
  try_later: 'El servidor pide que se intente más tarde.',
  returned: 'El servidor devolvió {fault:sentence}.',
  not_conditional: 'El servidor respondió {answer}, aunque la petición no era condicional.',
  part_only: 'El servidor respondió {answer}: envió {bytes} bytes, aunque se pidió el feed entero.',
  needs_password:
    'El servidor respondió {answer}. Si el feed necesita una contraseña, ponla en la dirección: https://usuario:contraseña@….',
  answered: 'El servidor respondió {answer}.',
  not_read: 'No se pudo leer el documento de {size}: {reason}.',
  busy_until: 'El servidor pide que no se le pregunte hasta el {date:time}.',
  busy: 'El servidor pide que no se le pregunte tan a menudo.',
  of: 'El feed {url}: {reason:sentence}',
};
