import { counted, number } from '../counted.ts';
import type { list as english, Usual } from '../list.ts';
import type { Translated } from '../translated.ts';

const share = (value: number) => `${Math.round(100 * value)} %`;

export const list: Translated<typeof english> = {
  calendar: 'Calendrier',
  filter: 'Filtrer…',
  filter_title: 'Quels e‑mails afficher',
  clear: (what: string) => `Retirer le filtre « ${what} »`,
  clear_all: 'Tout effacer',
  source: 'Rédigés',
  any: 'Peu importe',
  sources: {
    app: 'Dans le tableau de bord',
    api: 'Par un programme',
    automation: 'Par une automatisation',
    import: 'Importés',
  },
  automation: 'De l’automatisation',
  tag: 'Pour les abonnés avec l’étiquette',
  from: 'Envoyés ou prévus à partir du',
  to: 'Jusqu’au',
  since: (day: string) => `À partir du ${day}`,
  until: (day: string) => `Jusqu’au ${day}`,
  found: (text: string) => `Objet : ${text}`,
  tagged: (tag: string) => `Étiquette : ${tag}`,
  gone: 'N’existe plus',
  done: 'Terminé',
  audiences: {
    public: 'Tout le monde',
    private: 'Tout le monde, pas sur le web',
    premium: 'Abonnés payants',
    free: 'Abonnés qui ne paient pas',
    churned: 'Anciens abonnés payants',
    archival: 'Seulement sur le web',
  },
  teased: 'Abonnés payants, un extrait aux autres',
  with: (tags: string[]) => `avec ${tags.join(' et ')}`,
  without: (tags: string[]) => `sans ${tags.join(' ni ')}`,
  filtered: 'choisis par un filtre',
  delivered: (count: number) => counted(count, 'abonné', 'abonnés'),
  opened: 'Ouverts',
  clicked: 'Cliqués',
  bars: (opens: number, clicks: number) => `${share(opens)} ouverts, ${share(clicks)} cliqués`,
  reach: (figures: { deliveries: number; opens: number; clicks: number }, usual: Usual) => {
    const { deliveries, opens, clicks } = figures;
    const line = (name: string, value: number, rate: number | null) =>
      `${name} : ${number(value)} sur ${number(deliveries)}, soit ${share(value / Math.max(1, deliveries))}${rate === null ? '' : `, d’habitude ${share(rate)}`}`;
    const both = [line('Ouverts', opens, usual.open_rate), line('Cliqués', clicks, usual.click_rate)];
    const of =
      usual.issues > 0
        ? [
            `D’habitude : la médiane ${usual.issues < 2 ? 'de votre dernier numéro' : `de vos ${number(usual.issues)} derniers numéros`}`,
          ]
        : [];
    return [...both, ...of].join('\n');
  },
  select: (subject: string) => `Sélectionner « ${subject} »`,
  choose: 'Sélectionner',
  unchoose: 'Désélectionner',
  chosen: (count: number) => counted(count, 'sélectionné', 'sélectionnés'),
  none_chosen: 'Effacer',
};
