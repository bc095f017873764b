import type { needs as english } from '../../../../../src/platform/sentences/needs.ts';
import type { Translated } from '../../translated.ts';

export const needs: Translated<typeof english> = {
  uncertain:
    '{count:copie peut-être arrivée, ou non|copies peut-être arrivées, ou non}, car la remise a été interrompue. Acceptez-le, ou renvoyez.',
  approval:
    '{who} demande l’envoi à {count:abonné|abonnés}. Un autre propriétaire ou éditeur doit l’approuver.',
  relay:
    '{name} n’accepte aucun e‑mail : {trouble:sentence} Ses e‑mails attendent, ou passent par les autres relais.',
  webhook: 'Le webhook vers {host} est désactivé et ne reçoit aucun événement. {reason:sentence}',
  sender: '{fault:sentence} Et {more:number} de plus.',
  domain_failing:
    'Les lecteurs n’atteignent pas {domain}. Si cela dure trois jours, les liens mènent de nouveau à l’adresse habituelle. {fault}',
  domain_unused:
    'Les lecteurs n’atteignent pas {domain} ; les liens mènent donc à l’adresse habituelle. {fault}',
  held: '{count:article attend|articles attendent} votre décision.',
  held_because: '{count:article attend|articles attendent} votre décision. {reason:sentence}',
  complaints_near:
    '{count:number} sur {accepted:number} copies ont été signalées comme spam ({percent} %). C’est près de la limite de 0,3 % que fixent les grands services de messagerie ; ils conseillent de rester sous 0,1 %. Écrivez à moins de personnes qui n’ouvrent jamais, et vérifiez où elles se sont inscrites.',
  complaints_above:
    '{count:number} sur {accepted:number} copies ont été signalées comme spam ({percent} %). C’est au-dessus de la limite de 0,3 % que fixent les grands services de messagerie ; ils conseillent de rester sous 0,1 %. Écrivez à moins de personnes qui n’ouvrent jamais, et vérifiez où elles se sont inscrites.',
  complaints_near_at:
    '{count:number} sur {accepted:number} copies chez {domain} ont été signalées comme spam ({percent} %). C’est près de la limite de 0,3 % que fixent les grands services de messagerie ; ils conseillent de rester sous 0,1 %. Écrivez à moins de personnes qui n’ouvrent jamais, et vérifiez où elles se sont inscrites.',
  complaints_above_at:
    '{count:number} sur {accepted:number} copies chez {domain} ont été signalées comme spam ({percent} %). C’est au-dessus de la limite de 0,3 % que fixent les grands services de messagerie ; ils conseillent de rester sous 0,1 %. Écrivez à moins de personnes qui n’ouvrent jamais, et vérifiez où elles se sont inscrites.',
  replies: '{count:réponse non lue|réponses non lues}.',
  slowed_for_complaints:
    '{percent} % des copies sur {days:jour|jours} ont été signalées comme spam. Les e‑mails y partent donc lentement : autant de copies prennent {hours:heure|heures}. À partir de 0,3 %, les grands services retiennent les e‑mails.',
  slowed_for_gmail:
    'Gmail signale que {percent} % de vos e‑mails sur {days:jour|jours} ont été marqués comme spam. Les e‑mails y partent donc lentement : autant de copies prennent {hours:heure|heures}. À partir de 0,3 %, les grands services retiennent les e‑mails.',
  comments:
    '{count:commentaire attend|commentaires attendent} votre approbation. D’ici là, les lecteurs ne les voient pas.',
  runs_late:
    '{count:personne attend|personnes attendent} dans « {name} » : leur prochaine étape est en retard. Envoyez-la, décalez tout, sautez-la, ou terminez.',
  runs_unapproved:
    '{count:personne attend|personnes attendent} dans « {name} » : elle écrit à plus de personnes par jour que permis sans approbation, ou a changé depuis son approbation.',
  runs_held: '{count:personne attend|personnes attendent} dans « {name} » : {why}.',
};
