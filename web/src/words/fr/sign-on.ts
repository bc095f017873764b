import type { signOn as english } from '../sign-on.ts';
import type { Translated } from '../translated.ts';

export const signOn: Translated<typeof english> = {
  provider: (name: string) => `Se connecter avec ${name}`,
  provider_going: (name: string) => `Vous êtes en route vers ${name}…`,
  provider_back: 'Connexion en cours…',
  provider_tab: (name: string) => `${name} s’ouvre dans un nouvel onglet. Cette page ne change pas.`,
  provider_done: 'Vous êtes connecté. Fermez cet onglet, et reprenez où vous en étiez.',
  start_again: 'Recommencer',
  or: 'ou',
  from_group: (group: string) => `rôle du groupe ${group.replace(/^groups:/, '')}`,
  back_with_group: (group: string) =>
    `Le groupe ${group.replace(/^groups:/, '')} donne à cette personne son rôle ; elle revient donc à sa prochaine connexion. Retirez-la d’abord du groupe.`,
  disconnect: 'Dissocier de l’authentification unique',
  disconnected: 'Dissocié. Les sessions ouvertes de là sont fermées.',
  accounts: 'Comptes ailleurs',
  accounts_note: (name: string | null) =>
    name === null ? 'Vous vous connectez avec ces comptes.' : `Connectez-vous avec votre compte ${name}.`,
  connect: (name: string) => `Associer ${name}`,
  disconnect_one: 'Dissocier',
  by_proxy: 'Désigné par le proxy',
};
