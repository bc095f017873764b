import { counted, decimal, number, plural } from '../counted.ts';
import type { overview as english } from '../overview.ts';
import type { Translated } from '../translated.ts';

const percent = (value: number) => {
  const share = 100 * value;
  return `${share > 0 && share < 1 ? decimal(share) : Math.round(share)} %`;
};

export const overview: Translated<typeof english> = {
  title: 'Accueil',
  readers: (count: number) => plural(count, 'abonné reçoit', 'abonnés reçoivent'),
  your_mail: 'vos e‑mails',
  change: (net: number, days: number) =>
    net === 0
      ? `autant qu’il y a ${counted(days, 'jour', 'jours')}`
      : `${number(Math.abs(net))} de ${net > 0 ? 'plus' : 'moins'} qu’il y a ${counted(days, 'jour', 'jours')}`,
  unconfirmed: (count: number) => `${counted(count, 'personne n’a', 'personnes n’ont')} pas encore confirmé`,
  needs: 'À faire',
  nothing: 'Rien à faire pour l’instant.',
  kinds: {
    errored: 'L’envoi a échoué',
    uncertain: 'Copies incertaines',
    trouble: 'Le serveur de messagerie n’accepte rien',
    relay: 'Un serveur de messagerie ne prend rien',
    paused: 'L’envoi est en pause',
    approval: 'En attente d’approbation',
    feed_failing: 'Un flux est illisible',
    automation_stopped: 'Une automatisation a été arrêtée',
    items_held: 'Des articles attendent votre décision',
    comments: 'Des commentaires attendent l’approbation',
    replies: 'Des réponses ne sont pas lues',
    webhook: 'Un webhook a été mis en pause',
    runs_late: 'Des étapes en retard attendent votre décision',
    runs_held: 'Des personnes attendent dans une séquence',
    complaints: 'Signalé trop souvent comme spam',
    domain: 'Le domaine ne fonctionne pas',
    sender: 'L’expéditeur',
    backup: 'Les sauvegardes',
  },
  asked: 'Demandé le',
  failing: 'Depuis le',
  last_backup: 'La dernière bonne date du',
  to_domain: 'Ce qui ne va pas, et que faire',
  to_webhooks: 'Webhooks',
  to_backups: 'Sauvegardes de cette installation',
  drafts: 'Continuer à écrire',
  edited: 'Modifié le',
  all_drafts: (count: number) => `Tous les brouillons (${number(count)})`,
  sender: 'L’expéditeur',
  sender_states: {
    checking: 'Vérification des enregistrements DNS de l’expéditeur…',
    good: 'Les enregistrements DNS et les serveurs de messagerie sont en ordre.',
    unknown: 'Certaines vérifications de l’expéditeur n’ont pas abouti à l’instant.',
    failed: 'L’expéditeur n’a pas pu être vérifié à l’instant.',
  },
  faults: (count: number, first: string) =>
    count > 1 ? `${first} Et ${counted(count - 1, 'autre', 'autres')}.` : first,
  upcoming: 'Les 14 prochains jours',
  calendar: 'Calendrier',
  day: (day: string, count: number) =>
    `${day} : ${count === 0 ? 'rien de prévu' : counted(count, 'entrée', 'entrées')}`,
  nothing_planned: 'Rien n’est prévu.',
  plan: 'Programmez un e‑mail à la relecture, et il paraît ici.',
  more_planned: (count: number) => `et ${counted(count, 'autre', 'autres')}`,
  run: 'cherche de nouveaux articles',
  last: 'Le dernier numéro',
  no_issue:
    'Aucun numéro n’a encore été envoyé. Après le premier, celui-ci est comparé à vos taux habituels.',
  sent: 'Envoyé le',
  sent_to: (count: number) => `à ${counted(count, 'abonné', 'abonnés')}`,
  rates: { opens: 'Ouvert', clicks: 'Cliqué', unsubscriptions: 'Désabonnés' },
  percent,
  usually: (rate: number) => `d’habitude ${percent(rate)}`,
  off: 'non enregistré',
  against: (issues: number) =>
    issues === 0
      ? 'Un repère pour votre taux habituel paraît après le deuxième numéro.'
      : `Le repère est votre taux habituel : ${issues < 2 ? 'celui du numéro précédent' : `la médiane des ${number(issues)} numéros précédents`}. Ouvert et Cliqué comptent des personnes, pas des machines ; les parts portent sur les copies acceptées par les serveurs.`,
  growth: 'Croissance',
  periods: { '30': '30 jours', '90': '90 jours', '365': 'Un an' },
  period: 'Période',
  curve:
    'Abonnés au fil du temps, avec les arrivées et les départs en dessous ; le tableau donne les mêmes chiffres',
  came: (count: number) => counted(count, 'arrivée', 'arrivées'),
  went: (count: number) => counted(count, 'départ', 'départs'),
  day_tip: (when: string, readers: number, came: string[], went: string[]) =>
    [
      `${when} : ${counted(readers, 'abonné', 'abonnés')}`,
      ...(came.length > 0 ? [`Arrivées : ${came.join(', ')}`] : []),
      ...(went.length > 0 ? [`Départs : ${went.join(', ')}`] : []),
    ].join('\n'),
  part: (count: number, name: string) => `${name.toLowerCase()} (${number(count)})`,
  week_to: (day: string) => `Semaine jusqu’au ${day}`,
  why: 'Pourquoi ils arrivent et partent',
  reason: 'Motif',
  people: 'Personnes',
  meaning: 'Signification',
  reasons: {
    signed_up: 'Inscription',
    imported: 'Import',
    added: 'Ajout',
    returned: 'Retour',
    unsubscribed: 'Désabonnement',
    bounced: 'Rejet',
    complained: 'Spam signalé',
    blocked: 'Blocage',
    paused: 'Pause',
    deleted: 'Suppression',
    other: 'Autre',
  },
  meanings: {
    signed_up: 'Inscription confirmée, ou sans confirmation demandée',
    imported: 'Importés d’un fichier',
    added: 'Ajoutés dans le tableau de bord ou par l’API, déjà confirmés',
    returned: 'Reçoivent de nouveau vos e‑mails après une pause, un désabonnement ou un rejet',
    unsubscribed: 'Se sont désabonnés, ou l’ont été ici',
    bounced: 'Leur boîte refuse définitivement les e‑mails',
    complained: 'Ont signalé un e‑mail comme spam',
    blocked: 'Bloqués ici',
    paused: 'Ont mis leur abonnement en pause',
    deleted: 'Supprimés alors qu’ils recevaient vos e‑mails',
    other: 'Ne reçoivent plus rien pour un autre motif, comme un paiement refusé',
  },
  table: 'Jour par jour',
  table_day: 'Jour',
  table_readers: 'Abonnés',
  table_came: 'Arrivées',
  table_went: 'Départs',
  definition:
    'Seules comptent les personnes qui reçoivent vos e‑mails : confirmées, et ni désabonnées, ni en pause, ni injoignables.',
  welcome: 'Votre newsletter est prête',
  welcome_detail:
    'Trois étapes, dans l’ordre de votre choix. Cette page montre ensuite ce qui vous attend, la suite, et votre croissance.',
  steps: {
    readers: 'Amenez vos abonnés',
    readers_detail:
      'Ajoutez-en un vous-même, importez un fichier, ou partagez votre page publique, qui a un formulaire.',
    write: 'Rédigez votre premier e‑mail',
    write_detail: 'Il reste un brouillon jusqu’à votre relecture.',
    sender: 'Vérifiez l’expéditeur',
    sender_detail: 'Le nom et l’adresse que voient les abonnés, et l’adresse postale que la loi exige.',
    done: 'Terminé',
  },
};
