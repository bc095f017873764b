import { counted, number, plural } from '../counted.ts';
import type { payments as english } from '../payments.ts';
import type { Translated } from '../translated.ts';

export const payments: Translated<typeof english> = {
  title: 'Paiements',
  owners: 'Seuls les propriétaires voient les paiements',
  owners_detail:
    'Demandez à un propriétaire de la newsletter, qui peut aussi permettre aux éditeurs de les voir.',

  begin: 'Vos lecteurs peuvent payer votre newsletter',
  begin_detail:
    'Ils paient par votre propre compte Stripe, et Postrider ne prend aucune part. Les numéros payants et les pages réservées de vos archives s’ouvrent alors pour eux automatiquement.',
  practise: 'Essayer sans compte',
  practise_detail:
    'Un entraînement a deux tarifs et une page de paiement où vous jouez le lecteur. Rien n’est débité, et tous les accès qui en viennent prennent fin quand vous connectez Stripe. Entraînez-vous avant que la newsletter ait des numéros payants : sinon, ceux qui trouvent les formules peuvent en prendre une.',
  practise_act: 'Commencer un entraînement',
  practised: 'L’entraînement est prêt. Ouvrez les formules et achetez-en une.',
  with_key: 'Connecter votre compte Stripe',
  replace_key: 'Connecter avec une autre clé',
  steps: [
    'Si vous n’avez pas encore de compte Stripe, créez-en un sur stripe.com. Stripe y demande votre compte bancaire.',
    'Ouvrez ci-dessous la page de Stripe pour une nouvelle clé. Le nom et les droits sont déjà remplis ; comparez-les à la liste, puis créez la clé.',
    'Copiez la clé, qui commence par rk_live_ ou rk_test_, et collez-la ici.',
  ],
  new_key: 'Créer la clé chez Stripe',
  new_test_key: 'ou une clé du mode test',
  rights: 'Les droits de la clé',
  right_has: 'présent',
  right_missing: 'manquant',

  key: 'Clé restreinte',
  key_hint:
    'Elle est chiffrée dans la base de données et jamais affichée de nouveau. Une clé du mode test ne débite personne.',
  check: 'Vérifier la clé',
  key_missing: (count: number) =>
    `Il manque ${counted(count, 'droit', 'droits')} à la clé. Modifiez-la dans le tableau de bord Stripe, sous Développeurs et Clés API, puis vérifiez-la de nouveau.`,
  key_good: (mode: 'practice' | 'test' | 'live', account: string | null) =>
    `La clé a tous les droits. Elle est du mode ${mode === 'live' ? 'réel' : 'test'}${account ? ` et du compte ${account}` : ''}.`,
  connect: 'Connecter',
  connected: 'La newsletter est connectée à Stripe.',

  modes: { none: '', practice: 'Entraînement', test: 'Mode test', live: 'Réel' },
  mode_says: {
    none: '',
    practice: 'C’est un entraînement : rien n’est débité.',
    test: 'C’est le mode test de Stripe : rien n’est débité.',
    live: 'Les lecteurs versent du vrai argent sur votre compte.',
  },
  account: (id: string) => `Compte ${id}`,
  answered: 'Stripe a répondu le',
  pushed: 'Les changements sont connus en quelques secondes.',
  polled: 'Les changements sont connus en moins de cinq minutes.',
  failing: 'Stripe ne répond plus depuis le',
  failing_detail:
    'Personne ne perd rien pendant les trois jours qui suivent la fin connue. Postrider continue d’essayer ; voici la réponse :',

  plans: 'Ce que les lecteurs peuvent acheter',
  plans_note:
    'Mettez un lien vers cette page où vous voulez. Les extraits et les pages payantes de vos archives y mènent d’eux-mêmes.',
  copy_address: 'Copier l’adresse des formules',
  no_plans: 'Il n’y a encore rien à acheter. Créez d’abord un tarif.',
  new_price: 'Nouveau tarif…',
  price_title: 'Nouveau tarif',
  price_act: 'Créer le tarif',
  price_made: 'Les lecteurs peuvent l’acheter.',
  cadences: { month: 'par mois', year: 'par an', week: 'par semaine', 'one-time': 'une fois' },
  cadence: 'Paiement',
  cadence_choices: {
    month: 'Chaque mois',
    year: 'Chaque année',
    week: 'Chaque semaine',
    'one-time': 'Une fois',
  },
  style: 'Qui fixe le montant',
  styles: { fixed: 'Vous', 'pay-what-you-want': 'Les lecteurs' },
  style_hint: 'Stripe ne propose un montant libre que pour les paiements uniques.',
  amount: 'Montant',
  amount_wrong: 'Écrivez un montant comme 5 ou 4.50.',
  currency: 'Devise',
  minimum: 'Au moins',
  suggested: 'Suggéré',
  description: 'Nom',
  description_hint:
    'Les lecteurs le voient au moment de choisir, par exemple « Soutien ». Il peut rester vide.',
  from: (amount: string) => `à partir de ${amount}`,
  chosen: 'montant libre',
  archive: 'Archiver…',
  archive_title: (price: string) => `Archiver ${price} ?`,
  archive_detail:
    'Plus personne ne peut l’acheter. Les lecteurs qui le paient le gardent et continuent à le payer.',
  archive_act: 'Archiver',
  archived: 'Plus personne ne peut l’acheter.',
  archive_one: (price: string) => `Archiver ${price}…`,
  coupons: 'Coupons',
  coupons_note:
    'Les coupons et leurs codes promotionnels se créent dans le tableau de bord Stripe, sous Catalogue de produits et Coupons. Les lecteurs saisissent un code sur la page de paiement.',
  no_coupons: 'Votre compte n’a aucun coupon.',
  percent_off: (percent: string) => `${percent} % de réduction`,
  amount_off: (amount: string) => `${amount} de réduction`,
  to_coupons: 'Coupons dans le tableau de bord Stripe',

  agrees: 'Tout concorde avec Stripe ?',
  agrees_note: 'Une fois par jour, Postrider compare chaque abonnement de Stripe avec ce qui est ici.',
  agree: (agreed: number, compared: number) =>
    compared === 0
      ? 'Stripe n’a encore aucun abonnement'
      : `${number(agreed)} sur ${number(compared)} ${plural(agreed, 'concorde', 'concordent')}`,
  never_compared: 'Pas encore comparé.',
  outside: (count: number) =>
    `${counted(count, 'abonnement du compte appartient à d’autres produits et n’est pas touché', 'abonnements du compte appartiennent à d’autres produits et ne sont pas touchés')}.`,
  compare: 'Comparer',
  compared: (agreed: number, compared: number) =>
    `${number(agreed)} sur ${number(compared)} ${plural(agreed, 'concorde', 'concordent')}.`,
  drifts: 'Ce qui diffère',
  drift_kinds: {
    differs: 'Différent ici et chez Stripe',
    unknown: 'Pas encore connu ici',
    vanished: 'N’est plus chez Stripe',
    two_running: 'Paie deux fois',
    without_subscriber: 'Paie, mais personne ici n’est connu comme ce client',
    foreign_fee: 'Un autre service prend une part de chaque paiement',
    other_currency: 'Dans une autre devise que la vôtre',
  },
  drift_acts: {
    differs: 'Vous n’avez rien à faire : la relecture est en cours.',
    unknown: 'Vous n’avez rien à faire : la lecture est en cours.',
    vanished: 'Vous n’avez rien à faire : la relecture est en cours.',
    two_running: 'Mettez fin à l’un des deux chez Stripe, et remboursez ce qui a été payé pour lui.',
    without_subscriber: 'Associez-le ci-dessous, sous « Abonnements commencés par un autre service ».',
    foreign_fee:
      'Demandez à ce service de retirer sa commission sans mettre fin à l’abonnement. Ne déconnectez pas Stripe dans ses réglages.',
    other_currency: 'Vous n’avez rien à faire si vous avez des tarifs en plusieurs devises.',
  },
  to_person: 'L’abonné',
  to_stripe: 'Chez Stripe',
  more_drifts: (count: number) => `et ${counted(count, 'autre', 'autres')}`,

  adopt: 'Abonnements commencés par un autre service',
  adopt_note:
    'Substack, Ghost, Buttondown et beehiiv remplissent votre compte Stripe. Importez d’abord les abonnés, puis associez-leur ce qu’ils paient. Rien ne change chez Stripe : personne n’est débité deux fois, et personne ne perd un jour.',
  adopt_open: 'Les chercher…',
  adopt_title: 'Abonnements commencés par un autre service',
  adopt_none: 'Stripe n’a aucun abonnement en cours qui ne soit pas associé.',
  adopt_found: (found: number, linked: number) =>
    `${counted(found, 'abonnement en cours', 'abonnements en cours')} ; ${counted(linked, 'est associé à un abonné ou le serait', 'sont associés à un abonné ou le seraient')}.`,
  adopt_matches: {
    linked: 'Déjà associé',
    customer: 'L’import a gardé l’id du client',
    address: 'Un abonné a la même adresse',
    none: 'Personne ici n’a cette adresse ou cet id de client',
  },
  adopt_does: {
    linked: '',
    customer: 'sera associé',
    address: 'sera associé si vous le choisissez ci-dessous',
    none: 'ne change pas : importez ou ajoutez d’abord l’abonné',
  },
  adopt_ends: 'prend fin avec sa période, comme prévu',
  adopt_fee: (percent: number) => `${percent} % de chaque paiement va encore à un autre service`,
  adopt_fees: (count: number) =>
    `${counted(count, 'abonnement verse', 'abonnements versent')} encore une part à l’ancien service. Demandez-lui de retirer sa commission sans mettre fin aux abonnements, et ne déconnectez pas Stripe dans ses réglages : cela peut y mettre fin et les rembourser.`,
  adopt_by_address: 'Associer aussi par adresse',
  adopt_by_address_hint: 'Regardez d’abord la liste : qui a l’adresse lit ce que le client paie.',
  adopt_act: 'Associer',
  adopted: (count: number) =>
    `${counted(count, 'abonnement est désormais associé', 'abonnements sont désormais associés')}.`,
  nobody: 'aucune adresse',

  settings: 'Réglages',
  products: 'Produits de cette newsletter',
  products_hint:
    'Seuls leurs tarifs sont proposés, et seuls leurs abonnements donnent accès. Le reste du compte n’est pas touché.',
  no_products: 'Le compte n’a aucun produit. Le premier tarif en crée un.',
  grace: 'Jours de grâce',
  grace_hint:
    'Combien de temps une personne dont le paiement échoue lit encore tout. Entre-temps, Stripe réessaie la carte.',
  trial: 'Jours d’essai',
  trial_hint: 'Combien de temps un nouvel abonnement est gratuit. 0 : pas d’essai.',
  unsubscribing: 'Quand un abonné payant se désabonne des e‑mails',
  unsubscribings: {
    end: 'l’abonnement cesse à l’échéance, peut être repris',
    keep: 'l’abonnement continue, lecture en se connectant',
  },
  tax: 'Taxes',
  taxes: {
    none: 'Je m’en occupe',
    stripe_tax: 'Stripe Tax les calcule',
    managed: 'Stripe est le vendeur et s’en occupe (Managed Payments)',
  },
  tax_hint: 'Stripe Tax et Managed Payments doivent d’abord être configurés dans le tableau de bord Stripe.',
  usual_currency: 'Devise habituelle',
  usual_currency_hint: 'Trois lettres, comme usd ou eur : celle des nouveaux tarifs.',

  disconnect: 'Déconnecter',
  disconnect_note: 'La connexion prend fin ici ; rien ne change chez Stripe.',
  disconnect_ask: 'Déconnecter…',
  disconnect_title: 'Déconnecter de Stripe ?',
  disconnect_practice:
    'Tous les accès qui en viennent prennent fin, comme s’ils n’avaient jamais existé. Personne n’a été débité.',
  disconnect_live:
    'C’est refusé tant que des abonnements sont en cours : plus personne ne saurait qui paie, et Stripe continuerait à débiter. Mettez-y d’abord fin chez Stripe ; ce qui est payé dure jusqu’à son terme. Pour changer seulement la clé, connectez-vous plutôt avec une autre.',
  disconnect_act: 'Déconnecter',
  disconnected: 'La newsletter n’est plus connectée.',
};
