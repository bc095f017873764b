import type { feeds as english } from '../../../../../src/platform/sentences/feeds.ts';
import type { Translated } from '../../translated.ts';

export const feeds: Translated<typeof english> = {
  page_gone: 'la page a définitivement disparu (410). Utilisez une autre adresse.',
  try_later_lower: 'le serveur demande de réessayer plus tard.',
  no_answer_within: 'Le flux n’a pas répondu en {seconds} secondes.',
  not_processed: 'Le flux n’a pas pu être traité. La raison est dans le journal.',
  gone: 'Le flux a définitivement disparu (410).',
  set_another: '{error:sentence} Définissez une autre url, ou mettez status à active pour réessayer.',
  hub_answered: 'Le hub a répondu {status}.',
  hub_redirects: 'Le hub redirige plus de {most} fois.',
  hub_refused: 'Le hub a refusé : {reason}',
  try_later: 'Le serveur demande de réessayer plus tard.',
  returned: 'Le serveur a renvoyé {fault:sentence}.',
  not_conditional: 'Le serveur a répondu {answer}, alors que la requête n’était pas conditionnelle.',
  part_only:
    'Le serveur a répondu {answer} : il a envoyé {bytes} octets, alors que tout le flux était demandé.',
  needs_password:
    'Le serveur a répondu {answer}. Si le flux demande un mot de passe, mettez-le dans l’adresse : https://user:password@….',
  answered: 'Le serveur a répondu {answer}.',
  not_read: 'Le document de {size} n’a pas pu être lu : {reason}.',
  busy_until: 'Le serveur demande de ne pas être contacté jusqu’au {date:time}.',
  busy: 'Le serveur demande à être contacté moins souvent.',
  of: 'Le flux {url} : {reason:sentence}',
};
