import { counted, number } from '../counted.ts';
import type { dkim as dkimEnglish, domain as domainEnglish, relay as relayEnglish } from '../delivery.ts';
import type { Translated } from '../translated.ts';

export const domain: Translated<typeof domainEnglish> = {
  title: 'Domaine',
  from: 'Les e‑mails viennent de',
  checked: 'vérifié le',
  check: 'Vérifier',
  checking: 'Interrogation du DNS…',
  good: 'Tous les enregistrements sont dans le DNS.',
  faults: (count: number) =>
    `${counted(count, 'enregistrement demande', 'enregistrements demandent')} votre attention.`,
  silent: 'Le DNS n’a pas répondu',
  silent_detail:
    'Postrider ne peut pas savoir si vos enregistrements sont publiés. Vérifiez de nouveau dans une minute. Si cela persiste, la machine qui exécute Postrider n’atteint pas ses serveurs de noms.',
  records: 'Enregistrements à publier',
  records_note:
    'Ajoutez-les là où le DNS de votre domaine est géré. Grâce à eux, les fournisseurs de messagerie savent que l’e‑mail vient de vous ; les grands refusent les e‑mails sans eux.',
  optional: 'Recommandés',
  optional_note:
    'Les e‑mails arrivent sans ces enregistrements. Ils vous en apprennent plus, ou protègent mieux votre nom.',
  states: { found: 'Trouvé', missing: 'Manquant', wrong: 'Erroné', unknown: 'Inconnu' },
  purposes: {
    SPF: 'SPF : qui peut envoyer pour ce domaine',
    DKIM: 'DKIM : la clé de notre signature',
    DMARC: 'DMARC : ce que les destinataires font des e‑mails falsifiés',
    'return path': 'Adresse de retour : où vont les rejets',
    'DMARC reports': 'Rapports sur les e‑mails en votre nom',
    permission: 'Autorisation des rapports sur votre domaine',
    'TLS reports': 'Rapports sur le chiffrement des e‑mails vers vous',
    'MTA-STS': 'MTA-STS : les e‑mails vers vous sont chiffrés',
    'MTA-STS policy': 'MTA-STS : la politique',
    BIMI: 'BIMI : votre logo à côté de vos e‑mails',
  },
  type: 'Type',
  name: 'Nom',
  value: 'Valeur',
  found: 'Le DNS contient',
  copy_name: (name: string) => `Copier le nom ${name}`,
  copy_value: (name: string) => `Copier la valeur de ${name}`,
};

export const dkim: Translated<typeof dkimEnglish> = {
  title: 'Clés DKIM',
  note: 'Elles signent chaque e‑mail, pour que les destinataires voient qu’il n’a pas été modifié en route. Elles vont par paires, car certains destinataires ne comprennent qu’un seul type.',
  make: 'Créer des clés',
  rotate: 'Remplacer les clés',
  made: 'Les clés sont créées. Publiez leurs enregistrements, puis vérifiez.',
  empty: 'Les e‑mails ne sont pas signés',
  empty_detail:
    'Créez des clés, publiez leurs enregistrements, puis vérifiez. Si votre serveur de messagerie signe lui-même les e‑mails, il ne vous faut aucune clé ici.',
  kinds: { 'rsa-sha256': 'RSA', 'ed25519-sha256': 'Ed25519' },
  states: {
    waiting: 'attend qu’une vérification la trouve dans le DNS',
    signs: 'signe vos e‑mails',
    succeeded: 'remplacée par une clé plus récente',
    elsewhere: (name: string) => `appartient à ${name}, et ne signe rien pour l’instant`,
    retired: 'ne signe plus',
    leaving: 'ne signe plus ; laissez son enregistrement dans le DNS jusqu’au',
    destroyed: 'détruite ; son enregistrement peut être supprimé',
    delegated: 'publiée par la personne qui gère Postrider',
  },
  calendar: 'Nouvelles clés',
  calendar_hint:
    'Les nouvelles clés sont créées 14 jours à l’avance, et un e‑mail vous donne leurs enregistrements. Elles signent dès que le DNS les contient depuis un jour. Une semaine plus tard, les anciennes clés sont détruites, et vous pouvez supprimer leurs enregistrements.',
  calendar_saved: 'Enregistré.',
  by_hand: 'Quand je les crée',
  every: (months: number) => (months === 1 ? 'Tous les mois' : `Tous les ${number(months)} mois`),
  since: 'depuis le',
  activate: 'Signer avec elle',
  activated: 'La clé signe désormais vos e‑mails.',
  retire: 'Retirer…',
  retired: 'La clé ne signe plus.',
  retire_title: (selector: string) => `Retirer ${selector} ?`,
  retire_detail:
    'Elle ne signe plus. Laissez son enregistrement une semaine dans le DNS, pour que les e‑mails encore en route puissent être vérifiés.',
  last: (kind: string) => `Aucune autre clé ${kind} ne signe.`,
  retire_act: 'Retirer',
  remove: 'Supprimer…',
  delete_title: (selector: string) => `Supprimer ${selector} ?`,
  delete_detail:
    'Elle ne pourra plus jamais signer. Supprimez son enregistrement du DNS quand le dernier e‑mail qu’elle a signé est arrivé, au bout d’une semaine environ.',
  delete_act: 'Supprimer',
  deleted: 'La clé est supprimée.',
  more: (selector: string) => `Plus sur ${selector}`,
  rotation:
    'Pour remplacer les clés maintenant, créez-en de nouvelles, publiez leurs enregistrements et vérifiez. Dès lors les nouvelles signent, et les anciennes se retirent d’elles-mêmes.',
};

export const relay: Translated<typeof relayEnglish> = {
  title: 'Serveur de messagerie',
  lead: 'Postrider remet vos e‑mails à ce serveur, qui les achemine. Un test s’y connecte de la même façon et affiche ses réponses. Il ne change rien.',
  send: (address: string) => `Envoyer un e‑mail à ${address}`,
  send_hint: 'Vous seul le recevez. Vérifiez qu’il est arrivé, et qu’il passe SPF, DKIM et DMARC.',
  send_nowhere: 'M’envoyer un e‑mail',
  profile: 'Votre profil n’a pas encore d’adresse.',
  test: 'Tester',
  tested: 'testé le',
  states: { good: 'Fonctionne', warning: 'Fonctionne, avec des problèmes', failed: 'Ne fonctionne pas' },
  steps: {
    connect: 'Connexion',
    tls: 'TLS',
    ehlo: 'Fonctions',
    login: 'Authentification',
    mail: 'E‑mail',
  },
  step_states: { good: 'Bon', warning: 'À vérifier', failed: 'Échec', skipped: 'Non essayé' },
  milliseconds: (value: number) => `${number(value)} ms`,
  certificate: (subject: string, issuer: string) =>
    `certificat de ${subject} émis par ${issuer}, valable jusqu’au`,
  mailed: (address: string) =>
    `Le serveur a accepté l’e‑mail pour ${address}. Regardez sa source : SPF, DKIM et DMARC doivent chacun indiquer « pass ».`,
  inbox: 'Les e‑mails restent ici',
  inbox_detail:
    'Aucun serveur de messagerie ne prend les e‑mails de cette newsletter ; ils restent dans la boîte intégrée. Pour en envoyer de vrais, un propriétaire de l’installation ajoute un serveur ci-dessous, ou définit SMTP_URL.',
  owners: 'Seuls les propriétaires peuvent tester le serveur de messagerie',
  owners_detail:
    'Demandez à un propriétaire de cette newsletter. La vérification du domaine indique si le serveur est joignable.',
};
