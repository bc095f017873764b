import type { waits as english } from '../../../../../src/platform/sentences/waits.ts';
import type { Translated } from '../../translated.ts';

export const waits: Translated<typeof english> = {
  slow_server:
    'Le serveur de messagerie tarde à répondre pour certains messages. D’autres continuent entre-temps.',
  rate_used: 'La newsletter a épuisé son débit d’envoi pour l’instant. L’envoi continue de lui-même.',
  silent:
    'Le serveur de messagerie n’a pas répondu depuis {seconds:seconde|secondes}. Messages en attente : {count}.',
  warm_up_left:
    'Attend le plan de montée en charge : il reste {left:copie|copies}. Prochain départ : {next}.',
  mail_server:
    'Le serveur de messagerie n’accepte rien pour le moment. Postrider réessaie jusqu’à ce qu’il accepte.',
  for_domain:
    '{count:personne attend|personnes attendent} chez {domain}, car un domaine ne reçoit qu’un certain nombre de messages par seconde.',
  refused:
    '{count:personne attend|personnes attendent} chez {domain}, qui nous a refusés, priés de ralentir ou fait attendre. Il reçoit quelques messages à la fois.',
  refused_because:
    '{count:personne attend|personnes attendent} chez {domain}, qui nous a refusés, priés de ralentir ou fait attendre (« {reply} »). Il reçoit quelques messages à la fois.',
  for_plan:
    '{count:personne attend|personnes attendent} le plan de montée en charge, qui ne permet plus de copies aujourd’hui.',
  for_plan_at:
    '{count:personne attend|personnes attendent} chez {domain} le plan de montée en charge, qui ne permet plus de copies vers ce domaine aujourd’hui.',
  again:
    '{count:personne attend|personnes attendent} une nouvelle tentative, car leur serveur n’a pas pu prendre le message la première fois.',
  wave: '{count:personne le reçoit|personnes le reçoivent} plus tard, quand il sera cette heure chez elles.',
  test: '{count:personne attend|personnes attendent} la décision du test A/B.',
  stalled: '{words:sentence} Messages en attente de cette façon : {count}. Les autres continuent.',
};
