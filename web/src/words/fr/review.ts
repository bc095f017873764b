import { counted, number, plural } from '../counted.ts';
import type { review as english } from '../review.ts';
import type { Translated } from '../translated.ts';

const parts: Readonly<Record<string, string>> = {
  email: 'l’e‑mail',
  snippet: 'le fragment',
  survey: 'le sondage',
  segment: 'le segment',
  attachment: 'la pièce jointe',
};

export const review: Translated<typeof english> = {
  title: 'Prêt à envoyer ?',
  recipients: (count: number, all: number, when: string | undefined) => {
    const who =
      all > count
        ? `${plural(count, 'personne', 'personnes')} sur ${number(all)}`
        : count < 2
          ? 'abonné'
          : 'abonnés';
    return `${who} ${plural(count, 'le reçoit', 'le reçoivent')}${when ? ` le ${when}` : ''}.`;
  },
  others: (count: number) => counted(count, 'autre ne le reçoit pas', 'autres ne le reçoivent pas'),
  nobody_left_out: 'Personne n’est exclu.',
  cap: 'Limite d’e‑mails',
  cap_ignored: ({ count, days }: { count: number; days: number }) =>
    `Ignorée : il part aussi à ceux qui ont reçu ${counted(count, 'e‑mail', 'e‑mails')} en ${counted(days, 'jour', 'jours')}`,
  counting: 'Calcul…',
  show_people: 'Voir qui ils sont',
  filtered: 'Les abonnés qui correspondent à son filtre',
  subject: 'Objet',
  from: 'De',
  to: 'À',
  length: 'Longueur',
  audiences: {
    public: 'Tous ceux qui ont confirmé',
    private: 'Tous ceux qui ont confirmé, mais pas sur le web',
    premium: 'Abonnés payants',
    free: 'Abonnés qui ne paient pas',
    churned: 'Anciens abonnés payants',
    archival: 'Personne : il est seulement publié sur le web',
  },
  tagged: (count: number) => `Abonnés choisis par ${counted(count, 'étiquette', 'étiquettes')}`,
  words: (count: number) =>
    `${counted(count, 'mot', 'mots')}, ${Math.max(1, Math.round(count / 230))} min de lecture`,
  send: (count: number) => `Envoyer à ${counted(count, 'abonné', 'abonnés')}`,
  send_uncounted: 'Envoyer',
  publish: 'Publier',
  approve: (count: number) => `Approuver et envoyer à ${counted(count, 'abonné', 'abonnés')}`,
  ask: 'Demander l’approbation',
  asked_now: 'Un autre propriétaire ou éditeur doit l’approuver. D’ici là, vous pouvez continuer à écrire.',
  schedule: 'Programmer…',
  when: 'Quand',
  when_hint: 'mardi prochain à 9 h, ou dans 2 heures',
  when_unknown:
    'Ce n’est pas un moment à venir. Essayez « vendredi 9 h » ou « 24 déc. 18 h », ou choisissez-en un ci-dessous.',
  elsewhere: 'L’heure ailleurs',
  schedule_for: (moment: string) => `Programmer pour le ${moment}`,
  ask_for: (moment: string) => `Demander l’approbation, pour le ${moment}`,
  approve_for: (moment: string) => `Approuver, et programmer pour le ${moment}`,
  sender_good: 'Le domaine de l’expéditeur et le serveur de messagerie sont bien configurés.',
  sender_inbox: 'Les e‑mails restent dans la boîte intégrée tant qu’aucun serveur n’est défini.',
  sender_faults: (count: number) => `${counted(count, 'problème', 'problèmes')} avec l’expéditeur`,
  people: (count: number) =>
    count === 1 ? 'Ce que reçoit un abonné' : `Ce que reçoivent ${count === 2 ? 'deux' : 'trois'} abonnés`,
  same: 'Même texte que les autres',
  size: 'Taille',
  sizes: (bytes: number, isClipped: boolean) =>
    `${number(Math.max(1, Math.round(bytes / 1000)))} ko ; ${isClipped ? 'Gmail le coupe à 102 ko' : 'affiché en entier partout'}`,
  schedule_at: 'Envoyer le',
  zone: (zone: string) => `Dans le fuseau de la newsletter, ${zone}`,
  here: (moment: string, city: string) => `Soit le ${moment} chez vous (${city}).`,
  confirm_schedule: 'Programmer',
  unschedule: 'Revenir au brouillon',
  scheduled_for: 'Programmé pour le',
  keep: 'Continuer à écrire',
  nobody: 'Personne ne le recevrait : aucun abonné confirmé ne correspond.',
  add_subscriber: 'Ajouter un abonné',
  findings: (count: number) => `${counted(count, 'point', 'points')} à vérifier`,
  hide_rest: 'La cacher à ceux qui ne paient pas',
  jump: (said: string) => (said ? `Aller à « ${said} »` : 'Y aller'),
  test: 'M’envoyer un test',
  test_others: 'À d’autres…',
  test_to: 'Adresses',
  test_hint: 'Séparez les adresses par des virgules. Les tests ne comptent pas dans le rapport.',
  test_send: 'Envoyer le test',
  tested: (address: string) => `Un test est en route vers ${address}.`,
  withdrawn: 'L’e‑mail redevient un brouillon.',
  since: {
    yours: 'Modifié depuis votre relecture du',
    theirs: (who: string) => `Modifié depuis la relecture de ${who} du`,
    by: (names: string[]) => `par ${names.map(name => (name === 'Vous' ? 'vous' : name)).join(', ')}`,
    somebody: 'quelqu’un',
  },
  changed: {
    title: 'Cet e‑mail a changé',
    explain:
      'Quelqu’un a modifié cet e‑mail, ou un élément qu’il utilise, depuis l’ouverture de la relecture. Rien n’a été envoyé. Ce qui a changé :',
    status: 'Statut',
    others: 'Aussi modifié',
    parts: 'Ce qu’il utilise',
    part: (part: string, name: string) =>
      part === 'newsletter'
        ? `le réglage « ${name} » de la newsletter`
        : `${parts[part] ?? part} « ${name} »`,
    changed: (part: string, who: string) =>
      who === 'Vous' ? `Vous avez modifié ${part}.` : `${who} a modifié ${part}.`,
    added: (part: string) => `Nouveau : ${part}`,
    removed: (part: string) => `N’y est plus : ${part}`,
    fields: {
      filters: 'les destinataires',
      attachments: 'les pièces jointes',
      metadata: 'les métadonnées',
      secondary_id: 'le numéro de parution',
      related_email_ids: 'les e‑mails liés',
    },
    review: 'Le relire tel qu’il est',
  },
};
