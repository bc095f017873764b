import type { reports as english } from '../../../../../src/platform/sentences/reports.ts';
import type { Translated } from '../../translated.ts';

export const reports: Translated<typeof english> = {
  sender_refused:
    'Le serveur de messagerie refuse l’expéditeur, pas les destinataires. Regardez la vérification de l’expéditeur, corrigez ce que nomme la réponse, puis renvoyez.',
  addresses_gone:
    'Ces adresses n’existent plus. Elles ne reçoivent plus d’e‑mails, et il n’y a rien à faire.',
  content_refused:
    'Le destinataire refuse l’expéditeur ou le contenu, ce qui ne dit rien des abonnés. Regardez la vérification de l’expéditeur et les liens de l’e‑mail ; si un seul domaine refuse, adressez-vous à son postmaster.',
  temporary:
    'Un problème temporaire, comme une boîte pleine ou un serveur occupé. Rien à faire : ils reçoivent le prochain e‑mail comme d’habitude, et une adresse qui échoue toujours est exclue.',
};
