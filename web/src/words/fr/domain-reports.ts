import { counted, number, plural } from '../counted.ts';
import type { domainReports as english } from '../domain-reports.ts';
import type { Translated } from '../translated.ts';

const messages = (count: number) => counted(count, 'message', 'messages');

export const domainReports: Translated<typeof english> = {
  title: 'Qui envoie en votre nom',
  summary: (domain: string, { messages: all, passed }: { messages: number; passed: number }) =>
    `Ces 30 derniers jours, les destinataires ont signalé ${messages(all)} au nom de ${domain}. ${passed === all ? 'Tous ont passé' : counted(passed, 'a passé', 'ont passé')} DKIM ou SPF.`,
  reports: (count: number) => counted(count, 'rapport', 'rapports'),
  last: 'le dernier pour le',
  empty:
    'Aucun rapport ces 30 derniers jours. Les destinataires signalent une fois par jour qui envoie des e‑mails au nom de votre domaine, si son enregistrement DMARC le leur demande. Les premiers rapports arrivent un ou deux jours après sa publication.',
  no_mailbox:
    'Les destinataires peuvent signaler qui envoie des e‑mails au nom de votre domaine, mais il leur faut une boîte que Postrider lit. Définissez BOUNCE_DOMAIN, et la vérification propose les enregistrements.',
  passed: (passed: number, all: number) =>
    `${number(passed)} sur ${messages(all)} ${plural(all, 'accepté', 'acceptés')}`,
  standings: {
    ours: 'Envoyés d’ici',
    forwarded: 'Transférés d’ici',
    allowed: 'Peut envoyer',
    stranger: 'Non authentifié',
  },
  through: (service: string) => `par ${service}`,
  key: (selector: string) => `clé ${selector}`,
  as: (domains: string[]) => `en tant que ${domains.join(', ')}`,
  rejected: (count: number) => counted(count, 'refusé', 'refusés'),
  quarantined: (count: number) => `${number(count)} en spam`,
  since: 'depuis le',
  until: 'jusqu’au',
  told: (organisations: string[]) => `signalé par ${organisations.join(', ')}`,
  others: (count: number) => `${counted(count, 'autre source', 'autres sources')} avec moins de messages.`,
  tls: 'Chiffrement des e‑mails vers vous',
  tls_note: (failed: number, sessions: number) =>
    failed === 0
      ? `${counted(sessions, 'connexion signalée, chiffrée', 'connexions signalées, toutes chiffrées')}.`
      : `${number(failed)} sur ${counted(sessions, 'connexion', 'connexions')} sans chiffrement possible.`,
  connections: (count: number) => counted(count, 'connexion', 'connexions'),
  reporters: 'Qui signale',
  reporters_note:
    'N’importe qui peut envoyer un rapport, sous le nom de son choix. Postrider se contente donc de les afficher, sans jamais agir.',
  by: (sender: string) => (sender === '' ? 'expéditeur inconnu' : `de ${sender}`),
};
