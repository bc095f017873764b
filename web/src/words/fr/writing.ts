import { counted } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type {
  conflict as conflictEnglish,
  page_note as pageNoteEnglish,
  preview as previewEnglish,
  rail as railEnglish,
  revisions as revisionsEnglish,
  write as writeEnglish,
} from '../writing.ts';

export const write: Translated<typeof writeEnglish> = {
  title: 'Rédiger',
  back: 'E‑mails',
  subject: 'Objet',
  subject_hint: 'Objet',
  body: 'Texte',
  body_hint: 'Écrivez, ou tapez / pour insérer un élément',
  saved: 'Enregistré',
  saving: 'Enregistrement…',
  page_saved: 'La page web est enregistrée',
  unsaved: 'Non enregistré',
  kept: 'Pas encore enregistré. Votre texte est gardé dans ce navigateur.',
  unfinished: (line: number | undefined) =>
    line === undefined
      ? 'Gardé dans ce navigateur jusqu’à ce que le texte soit complet'
      : `Gardé dans ce navigateur jusqu’à ce que la ligne ${line} soit complète`,
  unfinished_short: 'Gardé ici',
  unfinished_reason: ({ part, line, reason }: { part: string; line?: number; reason: string }) => {
    if (part === 'body' && line !== undefined) return `Ligne ${line} : ${reason}`;
    return part === 'body' ? `Texte : ${reason}` : `${part === 'subject' ? 'Objet' : 'Extrait'} : ${reason}`;
  },
  open_liquid: {
    end: (mark: string) => `« ${mark} » n’a pas de fin.`,
    content: (mark: string) => `« ${mark} » est vide.`,
    end_tag: (name: string) => `« ${name} » n’a pas de « end${name} ».`,
    name: (name: string) => `« ${name} » n’est pas un nom entier.`,
  },
  not_kept:
    'Non enregistré, et ce navigateur n’a pas la place de le garder. Laissez cette page ouverte jusqu’à l’enregistrement.',
  finish_first: (reason: string) => `Complétez le texte avant de le relire. ${reason}`,
  restored: 'Le texte non enregistré de ce navigateur a été rétabli.',
  review: 'Relire',
  settings: 'Réglages',
  save_template: 'Enregistrer comme modèle…',
  marks: 'Marques',
  marks_next: (isOn: boolean) =>
    isOn ? 'Afficher les marques de Markdown' : 'Masquer les marques de Markdown',
  preview: 'Aperçu',
  text: 'Texte',
  width: 'Largeur',
  wide: 'Large',
  phone: 'Téléphone',
  scheme: 'Couleurs',
  light: 'Clair',
  dark: 'Sombre',
  preview_of: (subject: string) => `Aperçu de ${subject}`,
};

export const conflict: Translated<typeof conflictEnglish> = {
  title: 'Modifié à deux endroits',
  explain:
    'Cet e‑mail a été modifié ailleurs pendant que vous le modifiiez ici. Choisissez ce qu’il faut garder. Rien n’est enregistré d’ici là, et aucune version n’est perdue.',
  undecided: 'Il a aussi été modifié ailleurs. Choisissez ce qu’il faut garder.',
  choose: 'Choisir…',
  mine: 'Ici',
  theirs: 'Ailleurs',
  both: 'Les deux',
  removed: 'Supprimé',
  same: (blocks: number) => `Identique : ${counted(blocks, 'paragraphe', 'paragraphes')}`,
  all_mine: 'Garder tout ce qui est d’ici',
  all_theirs: 'Garder tout ce qui est d’ailleurs',
  apply: 'Enregistrer ce choix',
  piece: (number: number) => `Modification ${number}`,
  merged: 'Les modifications faites ailleurs ont été ajoutées aux vôtres.',
  fields: {
    subject: 'Objet',
    body: 'Texte',
    email_type: 'Destinataires',
    included_tags: 'Étiquettes',
    excluded_tags: 'Étiquettes exclues',
    slug: 'Adresse',
    description: 'Description',
    image: 'Image',
    canonical_url: 'Adresse d’origine',
    template: 'Mise en page',
    locale: 'Langue',
    archival_mode: 'Sur le web',
    featured: 'En haut de la page d’accueil',
    commenting_mode: 'Commentaires sur la page',
    ignores_cap: 'Ignorer la limite d’e‑mails',
    should_send_teaser: 'Extrait',
    custom_teaser: 'Texte de l’extrait',
    publish_date: 'Date',
    reader_time: 'À l’heure du lecteur',
    ab_test: 'Test A/B',
  },
};

export const rail: Translated<typeof railEnglish> = {
  title: 'À propos de cet e‑mail',
  language_of_newsletter: 'Celle de la newsletter',
  language_hint:
    'Celle du texte, de tout ce qui l’entoure dans l’e‑mail et sur sa page, et de son sens de lecture.',
  types: {
    public: { name: 'Tout le monde', hint: 'Tous ceux qui ont confirmé le reçoivent.' },
    private: {
      name: 'Tout le monde, pas sur le web',
      hint: 'Tous ceux qui ont confirmé le reçoivent. Il n’a pas de page.',
    },
    premium: {
      name: 'Abonnés payants',
      hint: 'Les autres peuvent recevoir un extrait.',
    },
    free: { name: 'Abonnés qui ne paient pas', hint: 'Les abonnés payants ne le reçoivent pas.' },
    churned: {
      name: 'Anciens abonnés payants',
      hint: 'Seulement ceux qui ont payé autrefois. Il n’a pas de page.',
    },
    archival: { name: 'Personne', hint: 'Il paraît sur votre page et n’est pas envoyé.' },
  },
  included_tags: 'Seulement les abonnés avec toutes ces étiquettes',
  excluded_tags: 'Exclure les abonnés avec une de ces étiquettes',
  filtered: 'Ses destinataires viennent d’un filtre défini par l’API. Il ne change pas.',
  who: 'Voir qui le reçoit',
  type_hint_out: 'Cela décide seulement qui peut lire sa page. Personne ne reçoit d’autre e‑mail.',
  description_hint_out: 'Les moteurs de recherche et les liens partagés la montrent.',
  description_hint:
    'Les logiciels de messagerie la montrent à côté de l’objet. Sans elle, ils montrent les premiers mots du texte.',
  slug_hint: (username: string) => `La fin de son adresse : /${username}/archive/…`,
  image_hint: 'Affichée quand quelqu’un partage un lien vers cet e‑mail.',
  upload: 'Téléverser une image',
  cap_hint: ({ count, days }: { count: number; days: number }) =>
    `Il part aussi à ceux qui ont reçu ${counted(count, 'e‑mail', 'e‑mails')} en ${counted(days, 'jour', 'jours')}.`,
  date_hint: (city: string) => `Heure de ${city}. La relecture la propose comme moment de l’envoi.`,
  templates: {
    modern: 'Moderne',
    classic: 'Classique',
    naked: 'Nu',
    plaintext: 'Texte seul',
    custom: 'Le vôtre',
  },
  mode: 'Rédigé en',
  modes: { markdown: 'Markdown', html: 'HTML' },
  comments: {
    disabled: 'Personne ne peut commenter',
    enabled: 'Les lecteurs connectés',
    enabled_for_paid_subscribers: 'Les abonnés payants connectés',
  },
  archive: {
    enabled: 'Tout le monde peut le lire',
    enabled_for_subscribers: 'Les abonnés connectés ; les autres voient un extrait',
    enabled_for_paid_subscribers: 'Les abonnés payants ; les autres voient un extrait',
    disabled: 'Personne ; il n’a pas de page',
  },
  teaser: 'Envoyer un extrait aux abonnés qui ne paient pas',
  teaser_hint: 'La partie avant la suite payante, ou le premier paragraphe.',
  custom_teaser_hint: 'Laissez vide pour utiliser la partie avant la suite payante.',
};

export const page_note: Translated<typeof pageNoteEnglish> = {
  only_page: {
    in_flight:
      'Cet e‑mail est en cours d’envoi. Ce que vous modifiez ici ne change que sa page sur le web, pas l’e‑mail.',
    sent: 'Cet e‑mail a été envoyé. Ce que vous modifiez ici ne change que sa page sur le web : l’e‑mail reçu ne change pas.',
    imported:
      'Cet e‑mail a été importé. Ce que vous modifiez ici ne change que sa page sur le web : l’e‑mail reçu ne change pas.',
  },
  deleted: 'Cet e‑mail a été supprimé. Il n’a pas de page sur le web et ne peut plus être modifié.',
  fixed: {
    in_flight:
      'Ses destinataires, pièces jointes, extrait, mise en page et date ne peuvent plus changer. Son objet et son texte pourront changer de nouveau une fois l’envoi terminé.',
    sent: 'Ses destinataires, pièces jointes, extrait, mise en page et date ne peuvent plus changer.',
    imported: 'Ses destinataires, pièces jointes, extrait, mise en page et date ne peuvent plus changer.',
  },
  not_yours:
    'Seuls les propriétaires et les éditeurs peuvent modifier la page d’un e‑mail envoyé ou importé.',
  no_page: 'Il n’a pas de page pour le moment.',
  page: 'Voir la page',
  report: 'Voir le rapport',
  progress: 'Voir la progression',
  mailed: 'Comparer avec l’e‑mail envoyé',
  field: 'Cela fait partie de l’e‑mail, qui ne peut plus changer.',
  text_later: 'Cela pourra changer de nouveau une fois l’envoi terminé.',
};

export const revisions: Translated<typeof revisionsEnglish> = {
  title: 'Versions antérieures',
  by: (name: string) => `par ${name}`,
  somebody: 'quelqu’un',
  changed: (added: number, removed: number) =>
    [added > 0 && `+${counted(added, 'mot', 'mots')}`, removed > 0 && `−${counted(removed, 'mot', 'mots')}`]
      .filter(Boolean)
      .join(', ') || 'réglages seulement',
  none: 'Il n’y a pas encore de version antérieure. Chaque fois que vous cessez d’écrire un moment, une version est gardée.',
  compare: 'Ce qui a changé depuis',
  same: 'Le texte est le même.',
  mailed: 'Tel qu’envoyé',
  restore: 'Rétablir cette version',
  restored: 'Rétablie. Ce qu’elle remplace est gardé comme version antérieure.',
};

export const preview: Translated<typeof previewEnglish> = {
  view: 'Afficher',
  views: { mail: 'E‑mail', text: 'Texte brut', web: 'Page web', inbox: 'Aperçu en boîte' },
  images: 'Afficher les images',
  reader: 'L’afficher tel que le reçoit cet abonné',
  nobody: 'Un abonné sans nom',
  no_page: 'Cet e‑mail n’a pas de page sur le web.',
  now: 'à l’instant',
  waits: 'L’aperçu attend.',
};
