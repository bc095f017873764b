import { decimal } from '../counted.ts';
import type { gmail as english } from '../gmail.ts';
import type { Translated } from '../translated.ts';

const percent = (share: number | null) =>
  share === null ? '–' : `${share === 0 ? 0 : decimal(100 * share, share < 0.01 ? 2 : 1)} %`;

export const gmail: Translated<typeof english> = {
  title: 'Comment Gmail voit vos e‑mails',
  note: (source: string) =>
    `D’après les Postmaster Tools de Gmail, pour ${source}. Gmail publie avec un jour de retard.`,
  off: 'Gmail ne dit à personne qui signale un spam, mais il compte. Un propriétaire de l’installation peut connecter ses Postmaster Tools ; les chiffres quotidiens paraissent alors ici.',
  nothing:
    'Gmail n’a encore rien dit. Il le fait après un ou deux jours, et seulement pour les jours avec assez d’e‑mails.',
  percent,
  columns: {
    day: 'Jour',
    spam: 'Spam',
    own: 'Spam, cette newsletter',
    dkim: 'DKIM',
    spf: 'SPF',
    dmarc: 'DMARC',
    errors: 'Non acceptés',
  },
  table: 'Chiffres de Gmail par jour',
  spam_note:
    'Spam : parmi les e‑mails en boîte de réception, la part signalée. Restez sous 0,1 % ; à partir de 0,2 %, les e‑mails vers Gmail partent lentement.',
  emails: 'Les plus signalés',
  worst: (share: number | null) => `${percent(share)} le pire jour`,
  demands: 'Ce que Gmail exige',
  met: 'Rempli',
  unmet: 'Non rempli',
  requirements: {
    SPF: 'SPF',
    DKIM: 'DKIM',
    SPF_AND_DKIM: 'SPF et DKIM',
    DMARC_POLICY: 'Une politique DMARC',
    DMARC_ALIGNMENT: 'L’expéditeur concorde avec DKIM ou SPF',
    MESSAGE_FORMATTING: 'Des messages bien formés',
    DNS_RECORDS: 'Les enregistrements DNS du serveur de messagerie, dans les deux sens',
    ENCRYPTION: 'Des connexions chiffrées',
    USER_REPORTED_SPAM_RATE: 'Peu de signalements de spam',
    ONE_CLICK_UNSUBSCRIBE: 'Le désabonnement en un clic',
    HONOR_UNSUBSCRIBE: 'Un désabonnement suivi d’effet',
  },
  connect: 'Connecter Gmail…',
  connect_title: 'Connecter les Postmaster Tools de Gmail',
  connect_act: 'Connecter',
  connect_hint:
    'Dans la console Google Cloud, activez la Gmail Postmaster Tools API, créez un compte de service, puis une clé de type JSON. Sur postmaster.google.com, donnez à l’adresse du compte de service l’accès à votre domaine.',
  key: 'Le fichier de clé',
  key_hint: 'Collez tout le fichier. Il est conservé chiffré.',
  connected: 'Connecté. Les chiffres sont lus dans la minute.',
  disconnect: 'Déconnecter…',
  disconnect_title: 'Déconnecter les Postmaster Tools de Gmail ?',
  disconnect_detail:
    'La clé et tous les chiffres sont supprimés, pour toutes les newsletters de cette installation.',
  disconnect_act: 'Déconnecter',
  disconnected: 'Déconnecté.',
};
