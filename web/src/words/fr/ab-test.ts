import type { abTest as english } from '../ab-test.ts';
import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'personne', 'personnes');
const percent = (share: number) => `${number(Math.round(share * 1000) / 10)} %`;
type Measure = 'clicks' | 'opens';
const letter = (variant: number) => 'ABCD'[variant - 1] ?? String(variant);

export const abTest: Translated<typeof english> = {
  hint: 'Une partie de vos destinataires reçoit un autre objet, expéditeur ou texte. Le reste reçoit ce qui marche le mieux.',
  with_reader_time: 'Un e‑mail à l’heure du lecteur ne peut pas avoir de test.',
  subject: (variant: number) => `Objet ${letter(variant)}`,
  from_name: (variant: number) => `Nom de l’expéditeur ${letter(variant)}`,
  from_name_hint: 'Vide : comme d’habitude',
  write: (variant: number) => `Écrire un autre texte pour ${letter(variant)}`,
  edit: (variant: number) => `Modifier le texte de ${letter(variant)}`,
  variant_of: (variant: number) => `Variante ${letter(variant)}`,
  text: 'Texte',
  text_hint: 'Il part du texte de l’e‑mail. Si vous le videz, cette variante reprend ce texte.',
  add: 'Autre variante',
  remove: (variant: number) => `Retirer ${letter(variant)}`,
  share: 'Pourcentage des destinataires qui participent',
  measure: 'Ce qui compte',
  measures: { clicks: 'Les clics', opens: 'Les ouvertures' },
  opens_hint:
    'Seulement parmi les personnes dont les ouvertures se voient : elles ont ouvert un e‑mail précédent, et aucun programme n’ouvre tout à leur place. Pour comparer des textes, préférez les clics.',
  decide_after: 'Heures avant la décision',
  undecided: 'Sans variante gagnante, le reste reçoit',
  choices: { first: 'La vôtre (A)', split: 'Chacune' },
  title: 'Test A/B',
  plan: (each: number, count: number, rest: number, hours: number, measure: Measure) => {
    const asked = `Chacune des ${number(count)} variantes part à ${people(each)}${measure === 'opens' ? ' dont les ouvertures se voient' : ''}.`;
    const later = counted(hours, 'heure', 'heures');
    const most = measure === 'opens' ? 'ouverte' : 'cliquée';
    return rest === 0
      ? asked
      : `${asked} ${later} plus tard, la variante la plus ${most} part à ${people(rest)}.`;
  },
  uncounted: (count: number) =>
    `${counted(count, 'personne participe', 'personnes participent')} aussi sans compter : leurs ouvertures ne se voient pas.`,
  shows: (difference: number | null, usual: number | null, measure: Measure) => {
    const usually = usual === null ? 'si 2 % cliquent' : `si ${percent(usual)} cliquent, comme d’habitude`;
    const at = measure === 'opens' ? 'si la moitié l’ouvre' : usually;
    return difference === null
      ? `Avec si peu de personnes, aucun écart ne se verrait, même grand, ${at}.`
      : `Avec ce nombre de personnes, seuls les écarts de plus de ${counted(Math.round(difference * 1000) / 10, 'point', 'points')} se voient, ${at}.`;
  },
  advise:
    'Avec moins de 250 personnes par variante, le hasard décide. Prenez une plus grande part, ou voyez le résultat comme une supposition.',
  states: {
    none: '',
    planned: '',
    running: 'Le test dure jusqu’au',
    undecided: 'Aucune variante n’a été meilleure à 95 %.',
    by_hand: 'Décidé à la main.',
    winner: 'La variante gagnante est',
  },
  rest_gets: (winner: number | null) =>
    winner === null
      ? 'Chaque variante est partie à une partie du reste.'
      : `Le reste reçoit ${letter(winner)}.`,
  honest: (variants: number) =>
    `Parmi ${variants === 2 ? 'deux' : variants === 3 ? 'trois' : 'quatre'} variantes équivalentes, un test désigne un gagnant dans un cas sur ${variants === 2 ? 10 : variants === 3 ? 40 : 100}.`,
  variant: 'Variante',
  letter,
  named: (one: { variant: number; subject: string; from_name: string | null; has_own_body: boolean }) => {
    const other = [one.from_name, one.has_own_body && 'autre texte'].filter(Boolean).join(', ');
    return `${letter(one.variant)} : ${one.subject}${other && ` (${other})`}`;
  },
  acted: { clicks: 'Cliqué', opens: 'Ouvert' },
  between: 'Entre',
  best: 'Meilleure',
  rest: 'Reste',
  farewells: 'Partis',
  complaints: 'Spam',
  percent,
  range: (low: number, high: number) => `${percent(low)} – ${percent(high)}`,
  part: (some: number, all: number) => percent(Math.min(1, some / all)),
  of: (some: number, all: number) => `${number(some)} sur ${number(all)}`,
  decide: (variant: number) => `Envoyer ${letter(variant)} au reste`,
  decide_split: 'Envoyer chacune à une partie',
  final: (rest: number) =>
    `${counted(rest, 'personne la reçoit', 'personnes la reçoivent')} maintenant. Cette action est irréversible.`,
  confirm: 'Envoyer',
};
