import type { feeds as english } from '../../../../../src/platform/sentences/feeds.ts';
import type { Translated } from '../../translated.ts';

export const feeds: Translated<typeof english> = {
  page_gone: 'die Seite gibt es endgültig nicht mehr (410). Eine andere Adresse verwenden.',
  try_later_lower: 'der Server bittet, es später zu versuchen.',
  no_answer_within: 'Der Feed hat binnen {seconds} Sekunden nicht geantwortet.',
  not_processed: 'Der Feed ließ sich nicht verarbeiten. Den Grund nennt das Protokoll.',
  gone: 'Den Feed gibt es endgültig nicht mehr (410).',
  set_another: '{error:sentence} Eine andere url setzen, oder den Status active, um es erneut zu versuchen.',
  hub_answered: 'Der Hub hat {status} geantwortet.',
  hub_redirects: 'Der Hub leitet mehr als {most}-mal weiter.',
  hub_refused: 'Der Hub hat abgelehnt: {reason}',
  try_later: 'Der Server bittet, es später zu versuchen.',
  returned: 'Vom Server kam: {fault:sentence}.',
  not_conditional: 'Der Server hat {answer} geantwortet, obwohl die Anfrage keine Bedingung hatte.',
  part_only:
    'Der Server hat {answer} geantwortet: Er sandte {bytes} Bytes, obwohl der ganze Feed verlangt war.',
  needs_password:
    'Der Server hat {answer} geantwortet. Braucht der Feed ein Passwort, gehört es in die Adresse: https://user:password@….',
  answered: 'Der Server hat {answer} geantwortet.',
  not_read: 'Das Dokument von {size} ließ sich nicht lesen: {reason}.',
  busy_until: 'Der Server bittet um Ruhe bis {date:time}.',
  busy: 'Der Server bittet, nicht so oft gefragt zu werden.',
  of: 'Der Feed {url}: {reason:sentence}',
};
