import { counted, number, plural } from '../counted.ts';
import { language } from '../page.ts';
import type { reputation as reputationEnglish, warm_up as warmUpEnglish } from '../reputation.ts';
import type { Translated } from '../translated.ts';

const copies = (count: number) => counted(count, 'copie', 'copies');
const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
const share = (rate: number | null) => (rate === null ? '–' : percent.format(rate));

export const reputation: Translated<typeof reputationEnglish> = {
  title: 'Réputation',
  period: 'Période',
  periods: { '7': '7 jours', '30': '30 jours', '90': '90 jours' },
  counted: 'Compté le',
  uncounted: (count: number) => `${copies(count)} de plus depuis`,
  empty: 'Rien n’a été envoyé sur cette période',
  empty_detail:
    'Après vos premiers e‑mails, cette page montre ce que chaque domaine destinataire en a fait : accepté, différé, refusé, rejeté ou signalé comme spam. Le décompte prend une ou deux minutes.',
  answered: copies,
  all: 'Tous les domaines',
  erased: 'Personnes effacées',
  receivers: { gmail: 'Gmail', yahoo: 'Yahoo', microsoft: 'Outlook.com', apple: 'iCloud' },
  names: {
    accepted: 'Acceptés',
    deferred: 'Différés',
    refused_hard: 'Refusés, boîte inexistante',
    refused_soft: 'Refusés, autres motifs',
    bounced_hard: 'Rejetés, boîte inexistante',
    bounced_soft: 'Rejetés, autres motifs',
    complaints: 'Signalés comme spam',
  },
  figure: (count: number, rate: number | null) => (count === 0 ? '0' : `${number(count)} · ${share(rate)}`),
  not_told: 'non signalé',
  slowed: (words: string) =>
    `Il freine en ce moment et reçoit donc peu de messages pendant un temps : « ${words} »`,
  see: 'Refus, rejets et signalements',
  others: (count: number) =>
    `${counted(count, 'copie est partie', 'copies sont parties')} vers d’autres domaines.`,
  meaning: 'Ce que signifient les chiffres',
  meanings: [
    ['Acceptés', 'Votre serveur de messagerie a pris la copie.'],
    [
      'Différés',
      'La dernière réponse demandait de réessayer plus tard. Postrider essaie pendant trois jours.',
    ],
    [
      'Refusés',
      'Le serveur a dit non d’emblée : la boîte n’existe pas, ou il a un autre motif, comme sa politique.',
    ],
    ['Rejetés', 'La copie a été acceptée, puis est revenue.'],
    [
      'Signalés comme spam',
      'Quelqu’un a appuyé sur le bouton spam, et le service l’a signalé. Gmail et iCloud ne signalent jamais les personnes ; Google Postmaster Tools montre votre part chez Gmail.',
    ],
  ],
  limits: (near: number, most: number) =>
    `Gmail et Yahoo demandent de garder les signalements de spam sous ${share(most)}, et Gmail conseille de rester sous ${share(near)}. Chaque part porte sur les copies acceptées par le domaine. En dessous de trois signalements, on ne peut rien en conclure.`,
  source: { gmail: 'Règles de Gmail', yahoo: 'Règles de Yahoo', tools: 'Google Postmaster Tools' },
};

export const warm_up: Translated<typeof warmUpEnglish> = {
  title: 'Montée en charge',
  explain:
    'Les services de messagerie se méfient d’un domaine ou d’un serveur qui envoie soudain beaucoup. Un plan de montée en charge commence par peu de copies par jour, puis croît. Ceux qui dépassent le nombre d’un jour reçoivent l’e‑mail le lendemain.',
  proposed: 'Un plan pour votre liste',
  proposal: ({ subscribers, domain, first_day, days }) =>
    `Votre plus grand domaine destinataire est ${domain}, avec ${counted(subscribers, 'abonné', 'abonnés')}. Commencez par ${copies(first_day)} par jour et par domaine, et moitié plus chaque jour : dès le jour ${number(days)}, tout le monde peut recevoir un numéro le même jour. Si vous écrivez à cette liste d’ici depuis un certain temps, aucun plan n’est nécessaire.`,
  needless: 'Votre liste n’a pas besoin de montée en charge',
  needless_detail:
    'Elle est assez petite pour que les services acceptent un numéro à tout le monde. Si vous pensez qu’elle va vite grandir, vous pouvez quand même commencer un plan.',
  begin: 'Commencer un plan…',
  begin_title: 'Commencer un plan de montée en charge',
  change: 'Modifier…',
  change_title: 'Modifier le plan',
  save: 'Commencer',
  save_change: 'Modifier',
  begun: 'Le plan s’applique désormais.',
  start: 'Premier jour',
  first: 'Copies le premier jour',
  growth: 'Croissance quotidienne',
  growth_hint: 'Chaque jour permet autant de fois le nombre de la veille. 1,5 est habituel ; 2 est rapide.',
  ceiling: 'Nombre maximal',
  ceiling_hint: 'Il reste la limite quotidienne jusqu’à ce que vous mettiez fin au plan.',
  per: 'À quoi s’appliquent les nombres',
  pers: { domain: 'À chaque domaine', newsletter: 'À tous les domaines ensemble' },
  reaches: (days: number) => `Il atteint le nombre maximal le jour ${number(days)}.`,
  today: 'Aujourd’hui',
  sent_of: (allowed: number) => `sur ${copies(allowed)} envoyées aujourd’hui`,
  sent_each: (sent: number, allowed: number) =>
    `${plural(sent, 'copie envoyée', 'copies envoyées')} aujourd’hui ; chaque domaine peut en recevoir ${number(allowed)}`,
  of: (sent: number, allowed: number) => `${number(sent)} sur ${number(allowed)}`,
  waiting: (count: number, moment: string) =>
    `${counted(count, 'personne attend', 'personnes attendent')}. Prochain départ de copies : ${moment}.`,
  starts: (day: string) => `Le plan commence le ${day}. D’ici là, rien n’est limité.`,
  paused: (day: string) => `En pause depuis le ${day} : le nombre reste le même jusqu’à la reprise.`,
  domain: 'Domaine',
  sent: 'Envoyées aujourd’hui',
  waits: 'En attente',
  days: 'Jour par jour',
  table: 'En tableau',
  is_today: (day: string) => `${day} (aujourd’hui)`,
  days_note:
    'Le plan suit le calendrier. Si vous n’envoyez rien pendant quelques jours, suspendez la croissance : les services regardent ce que vous envoyez vraiment.',
  day: 'Jour',
  allowed: 'Permises',
  sent_that_day: 'Envoyées',
  chart: (day: string, allowed: string) => `${day} : ${allowed}`,
  pause: 'Suspendre la croissance',
  resume: 'Reprendre la croissance',
  end: 'Terminer…',
  end_title: 'Terminer le plan de montée en charge ?',
  end_detail: (waiting: number) =>
    waiting === 0
      ? 'Plus rien n’est limité. Vous pouvez commencer un nouveau plan à tout moment.'
      : `Plus rien n’est limité : ${counted(waiting, 'personne qui attend reçoit', 'personnes qui attendent reçoivent')} l’e‑mail maintenant.`,
  end_act: 'Terminer le plan',
  ended: 'Le plan est terminé.',
};
