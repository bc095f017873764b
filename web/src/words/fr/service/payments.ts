import type { payments as english } from '../../../../../src/platform/sentences/payments.ts';
import type { Translated } from '../../translated.ts';

export const payments: Translated<typeof english> = {
  currency: 'utilisez les trois lettres d’une devise en minuscules, comme usd',
  key_form:
    'utilisez une clé restreinte de votre compte Stripe, qui commence par rk_live_ ou rk_test_ : Développeurs, Clés API, Créer une clé restreinte',
  choose_mode:
    'La newsletter n’est pas encore connectée à Stripe. Envoyez key avec une clé restreinte de votre compte, ou mode avec la valeur practice pour tout essayer sans compte.',
  practice_has_no_key:
    'key: un entraînement n’a pas de compte, donc pas de clé. Omettez key, ou omettez mode.',
  rights_missing:
    'Il manque des droits à la clé. Modifiez-la dans le tableau de bord Stripe et ajoutez : {rights}.',
  refused: 'Stripe refuse : {reason}',
  away: 'Stripe ne répond pas : {reason} Rien n’a changé. Réessayez dans quelques minutes.',
  no_page: 'Stripe n’a donné aucune page pour ce paiement. Réessayez dans quelques minutes.',
  running:
    'Des abonnements sont en cours chez Stripe ({count}), et plus personne ne saurait si leurs lecteurs paient. Mettez-y d’abord fin dans le tableau de bord Stripe. Une nouvelle clé du même compte ne demande rien de cela.',
  test_over: 'Cela venait de l’entraînement ou du mode test.',
  not_connected:
    'Cette newsletter n’est pas connectée à Stripe. PUT /v1/payments la connecte avec une clé, ou avec le mode practice sans compte.',
  amount_missing: 'amount: un tarif qui n’est pas pay-what-you-want demande un montant supérieur à 0.',
  cadence_refused:
    'cadence: les tarifs par e‑mail ne sont pas proposés ici. Utilisez year, month, week ou one-time.',
  style_refused: 'style: les tarifs à l’usage ne sont pas proposés ici. Utilisez fixed ou pay-what-you-want.',
  choice_is_one_time:
    'cadence: chez Stripe, les lecteurs ne choisissent un montant que pour un paiement unique. Utilisez one-time.',
  maximum_too_high: 'maximum_amount: utilisez au plus 99999999.',
  minimum_not_less: 'minimum_amount: doit être inférieur à maximum_amount.',
  suggestion_out_of_range: 'suggested_amount: doit être entre minimum_amount et maximum_amount.',
  product_gone: 'product_id: le compte Stripe n’a pas ce produit actif.',
  default_price:
    'C’est le tarif par défaut de son produit. Choisissez d’abord un autre défaut dans le tableau de bord Stripe.',
  on_hold: 'L’installation est en attente ; rien n’est donc changé chez Stripe. GET /v1/hold dit pourquoi.',
};
