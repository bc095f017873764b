import { counted, number } from '../counted.ts';
import type {
  recipient as recipientEnglish,
  recipients as recipientsEnglish,
  report as reportEnglish,
} from '../reports.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'personne', 'personnes');

export const report: Translated<typeof reportEnglish> = {
  title: 'Résultats',
  picture: (parts: string[], all: number) => `Sur ${people(all)} : ${parts.join(', ')}.`,
  dots: (each: number) =>
    each === 1
      ? 'Chaque point est une personne.'
      : `Chaque point représente environ ${number(each)} personnes.`,
  states: {
    opened: 'Ouvert',
    received: 'Remis',
    unopened: 'Non ouvert',
    planned: 'En attente',
    refused: 'Refusé',
    bounced: 'Revenu',
    uncertain: 'Incertain',
  },
  opened: 'Ont ouvert',
  clicked: 'Ont cliqué',
  unsubscribed: 'Désabonnés',
  complained: 'L’ont signalé comme spam',
  share: (count: number, of: number) => (of === 0 ? '' : `${number(Math.round((1000 * count) / of) / 10)} %`),
  off: 'non enregistré',
  raw: (count: number, machines: number) =>
    `${counted(count, 'enregistré', 'enregistrés')}${machines > 0 ? `, dont ${number(machines)} par des machines` : ''}`,
  meaning: 'Ce que signifient ces chiffres',
  meanings: [
    [
      'Personnes',
      'Chacune compte une fois, même si elle ouvre souvent. La part porte sur celles dont le serveur a accepté l’e‑mail sans le renvoyer.',
    ],
    [
      'Non comptées',
      'Les personnes dont le logiciel n’affiche pas les images ont pu le lire sans être comptées.',
    ],
    ['Enregistrés', 'Chaque ouverture et chaque clic, répétitions et actes de programmes compris.'],
    [
      'Machines',
      'Scanners de sécurité, vérificateurs de liens et autres programmes, reconnus à leur comportement. Elles ne comptent pas comme des personnes.',
    ],
    [
      'Chargés par Apple',
      (count: number) =>
        `Apple Mail peut charger les images avant toute lecture. ${counted(count, 'ouverture enregistrée est de ce genre et compte comme telle', 'ouvertures enregistrées sont de ce genre et comptent comme telles')}, car rien ne les distingue d’une lecture.`,
    ],
  ],
  curve: 'Personnes qui avaient ouvert et cliqué, heure par heure',
  curve_days: 'Personnes qui avaient ouvert et cliqué, jour par jour',
  as_table: 'En tableau',
  hour: 'À partir de',
  all_opens: 'Ouvertures enregistrées',
  all_clicks: 'Clics enregistrés',
  map: 'Où l’on a cliqué',
  map_note:
    'L’e‑mail tel qu’il a été envoyé. Chaque lien montre combien de personnes l’ont suivi, et leur part parmi celles qui ont cliqué quelque part. Si une adresse apparaît plusieurs fois, ses liens comptent ensemble.',
  map_now: 'Cet e‑mail a été envoyé avant que des copies soient conservées ; voici donc son texte actuel.',
  map_of: (subject: string) => `L’e‑mail « ${subject} » avec les clics sur ses liens`,
  badge: (count: number, of: number) =>
    of === 0 ? number(count) : `${number(count)} · ${Math.round((100 * count) / of)} %`,
  followed: (count: number) => `${counted(count, 'personne a suivi', 'personnes ont suivi')} ce lien`,
  variant: 'Afficher l’e‑mail des',
  variants: { full: 'Abonnés payants', teaser: 'Autres abonnés' },
  find: (url: string) => `Montrer le lien vers ${url} dans l’e‑mail`,
  find_short: 'Montrer',
  link: 'Adresse',
  people: 'Personnes',
  clicks: 'Clics',
  machines: 'Machines',
  domains: 'Domaines',
  domain: 'Domaine',
  erased: 'effacés',
  clients: 'Programmes',
  client: 'Programme',
  refusals: 'Qui ne l’a pas reçu, et pourquoi',
  refused: (count: number, reason: string) => `${people(count)} : ${reason}`,
  words: 'Ce que les gens ont écrit en partant',
  wordless: (count: number) =>
    `${counted(count, 'personne est partie', 'personnes sont parties')} sans donner de motif.`,
  show_all: (count: number) => `Tout afficher (${number(count)})`,
  recipients: 'Qui l’a reçu, personne par personne',
};

export const recipients: Translated<typeof recipientsEnglish> = {
  title: 'Destinataires',
  back: 'Rapport',
  of: (subject: string) => `de « ${subject} »`,
  list: (count: number) => counted(count, 'destinataire', 'destinataires'),
  search: 'Chercher une adresse',
  filter: 'Afficher',
  order: 'Ordre',
  orders: {
    '': 'Ordre d’envoi',
    email_address: 'Adresse',
    '-status_date': 'Plus récents d’abord',
    '-open_date': 'Dernière ouverture d’abord',
    open_date: 'Première ouverture d’abord',
    '-click_date': 'Dernier clic d’abord',
    '-attempts': 'Plus de tentatives d’abord',
  },
  export: 'Exporter en CSV',
  exported: 'Le fichier est dans vos téléchargements.',
  statuses: {
    accepted: 'Remis',
    planned: 'En attente',
    temporary: 'Différé',
    permanent: 'Refusé',
    uncertain: 'Incertain',
    skipped: 'Parti avant',
    bounced: 'Revenu',
    complained: 'Signalé comme spam',
  },
  reactions: {
    opened: 'Ouvert',
    unopened: 'Non ouvert',
    clicked: 'Cliqué',
    unsubscribed: 'Désabonné',
  },
  resendable: 'Peut être renvoyé',
  erased: 'Effacé',
  none: 'Aucun destinataire ne correspond',
  none_detail: 'Essayez un autre filtre, ou une autre partie de l’adresse.',
  none_of_many: 'Tapez plus de lettres de l’adresse pour trouver les abonnés qui ne l’ont pas reçu.',
  missed: (count: number) =>
    counted(count, 'abonné correspond et n’a rien reçu', 'abonnés correspondent et n’ont rien reçu'),
  show_all: 'Afficher tous les destinataires',
  why_not: (word: string) => `Pourquoi ${word} ne l’a pas reçu ?`,
};

export const recipient: Translated<typeof recipientEnglish> = {
  unknown: 'Cette adresse n’est pas parmi vos abonnés.',
  about: (subject: string) => `À propos de « ${subject} »`,
  everything: 'Tout sur cette personne',
  facts: {
    attempts: 'Tentatives',
    reply: 'Réponse du serveur',
    retry_date: 'Prochaine tentative',
    open_date: 'Ouvert',
    click_date: 'Cliqué',
    unsubscription_date: 'Désabonnement',
    complaint_date: 'Signalé comme spam',
  },
  rules: 'Comment les règles de cet e‑mail s’appliquent aujourd’hui à cette personne',
  rule: (detail: string, passes: boolean) =>
    `${passes ? 'N’est pas exclue' : 'Est exclue'} : abonnés qui ${detail}`,
  changes: 'Ce qui a changé depuis',
  change: (event: string) =>
    ({
      'subscriber.type.changed': 'son type',
      'subscriber.tags.changed': 'ses étiquettes',
      'subscriber.updated': 'ses données',
      'subscriber.changed_email': 'son adresse',
      'subscriber.deleted': 'effacé',
    })[event] ?? event,
  mail: 'L’e‑mail reçu',
  mail_of: (address: string) => `L’e‑mail reçu par ${address}`,
  proved: 'Prouvé :',
  view: 'Afficher',
  views: { mail: 'E‑mail', text: 'Texte', source: 'Source' },
  source: 'Source du message',
  inert: 'Les liens sont désactivés ici, et rien n’est compté.',
  subject: 'Objet',
  from: 'De',
  to: 'À',
  download: 'Télécharger (.eml)',
};
