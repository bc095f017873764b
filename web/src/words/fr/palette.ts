import type { palette as english } from '../palette.ts';
import type { Translated } from '../translated.ts';

export const palette: Translated<typeof english> = {
  title: 'Recherche et commandes',
  placeholder: 'Chercher ou lancer une commande',
  current: 'Actuelle',
  pages: 'Aller à',
  emails: 'E‑mails',
  subscribers: 'Abonnés',
  actions: 'Actions',
  settings: 'Réglages',
  team: 'Équipe',
  you: 'Vous',
  newsletters: 'Newsletters',
  nothing: (query: string) => `Rien trouvé pour « ${query} ».`,
};
