import type { PersonStatus } from './line.ts';
import { squeeze } from './words.ts';

/** The words that services and people use for the status of somebody. */
const words: Record<PersonStatus, string> = {
  active: `active subscribed subscriber confirmed enabled enable regular free valid optin optedin yes true 1 live email aktiv
    angemeldet bestatigt abonniert ja actif active abonne inscrit oui suscrito activo si attivo iscritto ativo inscrito sim
    ingeschreven actief aktywny aktiivinen aktiv tilmeldt активен подписан freetier sending upcoming`,
  unconfirmed: `unconfirmed unactivated pending notconfirmed validating unverified unbestatigt ausstehend enattente
    pendiente inattesa pendente needsattention`,
  unsubscribed: `unsubscribed unsubscribe inactive optout optedout cancelled canceled removed no false 0 notsubscribed left nein
    abgemeldet abbestellt desabonne desinscrit non baja nosuscrito dadodebaja disiscritto cancellato descadastrado uitgeschreven
    wypisany disabledbyuser отписан`,
  bounced: `bounced bounce cleaned hardbounce hardbounced softbounced invalid undeliverable malformed unzustellbar rebote
    rebotado rejete`,
  complained: 'complained complaint spamcomplaint spam spammed reportedspam abuse junk',
  suppressed:
    'suppressed blocked blocklisted blacklisted banned spammy disabled gesperrt bloqueado bloque notsending',
  paid: 'paid premium paying paidtier churning monthly yearly annual annually founding lifetime pro bezahlt payant pago',
  gifted: 'gifted gift comp comped complimentary author',
  trial: 'trial trialed trialing freetrial',
  churned: 'churned expired former',
  past_due: 'pastdue',
  paused: 'paused pause snoozed unpaid',
};

const meanings = new Map(
  Object.entries(words).flatMap(([status, list]) =>
    list.split(/\s+/).map(word => [squeeze(word), status as PersonStatus] as const),
  ),
);

/** Reads a word of a status column; undefined if it is unknown. Empty means active. */
export function readStatus(text: string): PersonStatus | undefined {
  return text.trim() === '' ? 'active' : meanings.get(squeeze(text));
}
