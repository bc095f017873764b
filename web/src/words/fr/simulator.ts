import { counted, number, plural } from '../counted.ts';
import type { simulator as english } from '../simulator.ts';
import type { Translated } from '../translated.ts';
import { monthdayName, weekdays } from './monthdays.ts';

/** "Environ un par semaine.", "Environ un toutes les 2 semaines." */
function pace(between: number, one: string, several: (count: string) => string): string {
  const whole = Math.round(between);
  return `Environ un ${whole <= 1 ? one : several(number(whole))}.`;
}

export const simulator: Translated<typeof english> = {
  title_new: 'Suivre un flux',
  title_edit: (name: string) => `Modifier « ${name} »`,
  back: 'Flux',
  address: 'Adresse d’un site ou d’un flux',
  address_hint: 'Par exemple lowwater.example. Postrider trouve le flux.',
  find: 'Trouver le flux',
  found: (count: number) => `Ce site a ${number(count)} flux. Lequel ?`,
  posts: (count: number | null) => (count === null ? 'un grand flux' : counted(count, 'article', 'articles')),
  latest: 'dernier :',
  choose: 'Choisir',
  start: 'Commencer',
  started: 'Vous suivez désormais ce flux.',
  changed: 'Enregistré. Les nouveaux réglages valent dès le prochain e‑mail.',
  feed: 'Le flux',
  other_feed: 'En choisir un autre',
  what: 'Rythme',
  cadence: 'Fréquence',
  cadences: {
    every: 'Chaque article',
    daily: 'Quotidienne',
    weekly: 'Hebdomadaire',
    monthly: 'Mensuelle',
  },
  weekday: 'Le',
  weekdays,
  monthday: 'Le',
  monthdays: [
    ...Array.from({ length: 31 }, (_, index) => String(index + 1)),
    'lastday',
    ...Object.keys(weekdays),
  ],
  monthday_name: monthdayName,
  time: 'À',
  time_hint: (city: string) => `Heure de ${city}.`,
  hold: 'Attendre avant l’envoi',
  hold_hint: 'D’ici là, vous pouvez encore corriger ou retirer l’article de votre site.',
  holds: { '0': 'Pas du tout', '10': '10 minutes', '60': 'Une heure', '1440': 'Un jour' },
  minutes: (count: number) => counted(count, 'minute', 'minutes'),
  behavior: 'Ensuite',
  behaviors: { draft: 'Créer un brouillon', emails: 'L’envoyer' },
  behavior_hint: {
    draft: 'Vous relisez chaque e‑mail et l’envoyez vous-même.',
    emails: 'Il part sans relecture.',
  },
  audience: 'Qui le reçoit',
  audience_hint: 'Sans étiquette choisie, il part à tous ceux qui reçoivent vos e‑mails.',
  posts_section: 'Quels articles',
  filters: {
    include: {
      categories: 'Seulement ces catégories',
      titles: 'Seulement les titres avec',
      authors: 'Seulement de',
    },
    exclude: { categories: 'Pas ces catégories', titles: 'Aucun titre avec', authors: 'Pas de' },
  },
  filters_hint: 'Un par ligne. Les majuscules ne comptent pas.',
  filters_more: 'Filtrer par catégorie, titre ou auteur',
  old: 'Envoyer aussi les articles déjà dans le flux',
  old_hint: 'Sinon, seuls les articles publiés désormais sont envoyés.',
  at_start: (mails: number, held: number) =>
    mails === 0
      ? 'Au début, rien n’est envoyé.'
      : `Au début, ${counted(mails, 'e‑mail part', 'e‑mails partent')} aussitôt${held > 0 ? `, et ${counted(held, 'article attend', 'articles attendent')} votre décision` : ''}.`,
  template: 'L’e‑mail',
  presets: { full: 'Articles entiers', summary: 'Résumés', titles: 'Titres seuls' },
  preset: 'Partir de',
  subject: 'Objet',
  body: 'Texte',
  body_hint: 'Tapez {{ pour insérer un élément du flux.',
  name: 'Nom',
  name_hint: 'Vous seul le voyez. Sans nom, le titre du flux est utilisé.',
  simulation: 'Les 90 derniers jours, en e‑mails',
  count: (count: number) => plural(count, 'e‑mail', 'e‑mails'),
  summary: (count: number) => `${counted(count, 'e‑mail', 'e‑mails')} en 90 jours ↓`,
  in_days: (days: number) => `ces ${number(days)} derniers jours`,
  pace: (count: number, days: number) => {
    if (count === 0) return 'Rien n’aurait été envoyé.';
    const between = days / count;
    if (between >= 25) return pace(between / 30, 'par mois', months => `tous les ${months} mois`);
    if (between >= 6) return pace(between / 7, 'par semaine', weeks => `toutes les ${weeks} semaines`);
    return between > 0.8
      ? pace(between, 'par jour', ofDays => `tous les ${ofDays} jours`)
      : `Environ ${number(Math.round(1 / between))} par jour.`;
  },
  strip: (count: number) => `${counted(count, 'e‑mail', 'e‑mails')} sur les 90 derniers jours, par date`,
  today: 'aujourd’hui',
  and_more: (count: number) => `et ${counted(count, 'autre', 'autres')}`,
  posts_in: (count: number) => counted(count, 'article', 'articles'),
  show_all: (count: number) => `Tout afficher (${number(count)})`,
  not_mailed: (count: number) => counted(count, 'article non envoyé', 'articles non envoyés'),
  next: 'Les dix prochains',
  next_every: 'Chaque nouvel article, dans les minutes qui suivent sa lecture. Rien n’est prévu d’avance.',
  none: 'Le flux n’a rien eu de nouveau ces 90 jours',
  none_detail: 'Voici à quoi ressemblerait un e‑mail tiré de ses derniers articles.',
  empty_feed: 'Le flux est vide. Les e‑mails paraissent ici dès qu’il a des articles.',
  not_shown: 'Seuls les 50 premiers e‑mails sont affichés en entier.',
  working: 'Lecture des 90 derniers jours…',
  preview: (subject: string) => `Aperçu de « ${subject} »`,
};
