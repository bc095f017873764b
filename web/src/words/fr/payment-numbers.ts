import { counted, decimal } from '../counted.ts';
import type { payment_numbers as english } from '../payment-numbers.ts';
import type { Translated } from '../translated.ts';

export const payment_numbers: Translated<typeof english> = {
  title: 'Argent',
  all: 'Tous les chiffres',
  period: 'Période',
  periods: { '30': '30 jours', '90': '90 jours', '365': 'Un an' },
  none: 'Personne n’a encore payé.',
  each_month: 'par mois',
  from: (people: number) => `de ${counted(people, 'abonné payant', 'abonnés payants')}`,
  revenue_of: (amount: string, days: number) => `${amount} de recettes en ${counted(days, 'jour', 'jours')}`,
  at_risk: (amount: string, people: number) =>
    `Dont ${amount}, de ${counted(people, 'abonné payant', 'abonnés payants')}, bientôt perdus peut-être : la fin est prévue, ou un paiement est dû.`,
  chart: 'Ce qui rentre chaque mois, au fil du temps ; le tableau des jours donne les mêmes chiffres',
  change: 'Évolution',
  people: 'Payants',
  amount: 'Par mois',
  kinds: [
    ['new', 'Nouveaux'],
    ['return', 'Revenus'],
    ['expansion', 'Paient plus'],
    ['contraction', 'Paient moins'],
    ['churn', 'Partis'],
  ],
  paid: 'Payé',
  invoices: (count: number) => counted(count, 'facture', 'factures'),
  refunded: 'Remboursé',
  revenue: 'Recettes',
  people_churn: 'Part des abonnés payants partis',
  money_churn: 'Part de l’argent perdue',
  unknown: 'personne ne payait au début',
  percent: (share: number) => `${decimal(100 * share)} %`,
  table: 'Jour par jour',
  day: 'Jour',
  emails: 'E‑mails suivis de paiements',
  email: 'E‑mail',
  untitled: 'Sans objet',
  checkouts: 'Paiement commencé',
  bought: 'Payé',
  emails_note: 'Le dernier e‑mail où un lecteur a cliqué dans la semaine précédente.',
  save: 'Enregistrer en CSV',
  meaning:
    'Ce qui rentre chaque mois : les abonnements payés ou en retard de paiement, une année comptant pour un douzième, moins les coupons récurrents ; sans les taxes, les essais, les abonnements en pause ni les paiements uniques. Payé et Remboursé sont des montants entiers, taxes comprises. Tout compte à partir de la connexion.',
};
