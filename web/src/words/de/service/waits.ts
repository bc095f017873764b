import type { waits as english } from '../../../../../src/platform/sentences/waits.ts';
import type { Translated } from '../../translated.ts';

export const waits: Translated<typeof english> = {
  slow_server: 'Der Mailserver braucht für manche Nachrichten lange. Andere gehen inzwischen weiter.',
  rate_used: 'Der Newsletter hat seine Senderate vorerst ausgeschöpft. Es geht von selbst weiter.',
  silent: 'Der Mailserver antwortet seit {seconds:Sekunde|Sekunden} nicht. Wartende Nachrichten: {count}.',
  warm_up_left:
    'Wartet auf den Aufwärmplan: {left:Mail steht|Mails stehen} noch aus. Die nächsten gehen hinaus: {next}.',
  mail_server:
    'Der Mailserver nimmt gerade keine Mails an. Postrider versucht es weiter, bis er sie annimmt.',
  for_domain:
    '{count:Person wartet|Personen warten} bei {domain}, weil nur eine begrenzte Zahl von Nachrichten pro Sekunde an eine Domain gehen darf.',
  refused:
    '{count:Person wartet|Personen warten} bei {domain}; die Domain hat abgelehnt, um Aufschub gebeten oder warten lassen. Sie bekommt nur wenige Nachrichten auf einmal.',
  refused_because:
    '{count:Person wartet|Personen warten} bei {domain}; die Domain hat abgelehnt, um Aufschub gebeten oder warten lassen („{reply}“). Sie bekommt nur wenige Nachrichten auf einmal.',
  for_plan: '{count:Person wartet|Personen warten} auf den Aufwärmplan, der heute keine Mails mehr erlaubt.',
  for_plan_at:
    '{count:Person wartet|Personen warten} bei {domain} auf den Aufwärmplan, der heute keine Mails mehr an diese Domain erlaubt.',
  again:
    '{count:Person wartet|Personen warten} auf einen weiteren Versuch, weil ihr Mailserver die Nachricht beim ersten Mal nicht annehmen konnte.',
  wave: '{count:Person bekommt|Personen bekommen} sie später, wenn es dort so weit ist.',
  test: '{count:Person wartet|Personen warten} auf die Entscheidung des A/B-Tests.',
  stalled: '{words:sentence} Nachrichten, die so warten: {count}. Andere gehen weiter.',
};
