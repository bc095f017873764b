import { bytes, counted, number } from '../counted.ts';
import { language } from '../page.ts';
import type { system as english } from '../system.ts';
import type { Translated } from '../translated.ts';

const ages = [
  ['jour', 'jours', 86_400],
  ['heure', 'heures', 3600],
  ['minute', 'minutes', 60],
  ['seconde', 'secondes', 1],
] as const;

/** "3 heures". */
function age(seconds: number): string {
  const [one, many, length] = ages.find(([, , length]) => seconds >= length) ?? ages[3];
  return counted(Math.floor(seconds / length), one, many);
}

export const system: Translated<typeof english> = {
  title: 'Système',
  back: 'Accueil',
  forbidden: 'Seuls les propriétaires de cette installation voient cette page',
  forbidden_detail:
    'Elle porte sur la machine et la base de données que toutes les newsletters partagent. Demandez à la personne qui gère ce Postrider.',
  none: 'Aucune newsletter',
  none_detail: 'Créez d’abord une newsletter. Cette page montre ensuite l’état de l’installation.',
  bytes,
  age,
  number,
  versions: (version: string, node: string) => `Postrider ${version} sur Node ${node}`,
  started: 'Démarré le',
  states: { good: 'Bon', bad: 'À vérifier' },
  processes: 'Processus',
  processes_note:
    'Chaque processus confirme une fois par minute qu’il fonctionne. Au moins l’un d’eux doit être un worker, sinon rien n’est envoyé.',
  process: (role: string, host: string) => `${role} sur ${host}`,
  role: (role: string) => (role === 'api' ? 'API' : role === 'worker' ? 'Worker' : 'API et worker'),
  process_facts: (id: number, version: string) => `Processus ${id}, version ${version}`,
  since: 'En marche depuis le',
  seen: 'vu le',
  silent:
    'Il a été tué, ou n’atteint pas la base de données. Si vous ne l’avez pas remplacé, redémarrez-le et regardez son journal.',
  no_worker: 'Démarrez-en un : npx postrider serve',
  other_version: 'Il a une autre version que cette page. Redémarrez-le une fois la mise à jour terminée.',
  sending: 'Envoi',
  sending_states: {
    open: 'Les e‑mails partent.',
    idle: 'Rien ne part, car aucun worker ne fonctionne.',
    hold: 'L’installation est en attente : rien ne part.',
    waiting: 'L’envoi est en pause jusqu’à ce qu’un worker ait confirmé la base de données.',
  },
  hold_bad: 'Décidez de la suite.',
  see_hold: 'Voir pourquoi et décider',
  queues: 'Files d’attente',
  queues_note:
    'Le travail qui attend les workers. « En échec » a échoué au moins une fois et sera réessayé. « En retard » signifie qu’un élément attend depuis plus de 15 minutes : vérifiez qu’un worker fonctionne, et qu’un gros e‑mail ne l’occupe pas.',
  queue_heads: ['File', 'Dus', 'En cours', 'Plus tard', 'En échec', 'Plus longue attente'],
  queue_names: {
    sending: 'Parties d’e‑mails',
    webhooks: 'Requêtes aux webhooks',
    feeds: 'Flux à lire',
    start_sending: 'E‑mails à lancer',
    send_preview: 'E‑mails de test',
    mail_confirmation: 'E‑mails de confirmation',
    mail_welcome: 'E‑mails de bienvenue',
    mail_gift: 'E‑mails sur les cadeaux',
    mail_ending: 'Rappels de fin de cadeaux et d’essais',
    mail_ended: 'E‑mails sur les cadeaux et essais terminés',
    mail_reader_link: 'Liens pour les abonnés',
    mail_person: 'E‑mails à l’équipe',
    tell_waiting: 'Avis sur les approbations',
    run_bulk_actions: 'Actions groupées',
    ask_stripe: 'Questions à Stripe',
    read_payments: 'Paiements à lire',
    run_export: 'Exports',
    run_import: 'Imports',
    check_ledger: 'Contrôles des totaux d’envoi',
  },
  late: 'En retard',
  failed: (queue: string, count: number) =>
    `${queue} : ${counted(count, 'a échoué et sera réessayé', 'ont échoué et seront réessayés')}.`,
  idle: (count: number) => `${counted(count, 'autre file est vide', 'autres files sont vides')}.`,
  database: 'Base de données',
  database_note:
    'Chaque table avec ses index et toutes ses parties, la plus grande d’abord. Les nombres de lignes sont des estimations de PostgreSQL. Les lignes mortes ont été supprimées ou remplacées, mais leur place n’est pas encore libre. Un parcours complet lit une table du début à la fin ; un parcours d’index ne lit que les lignes utiles.',
  facts: {
    size: 'Taille',
    connections: 'Connexions',
    transaction: 'Plus vieille transaction',
    memory: 'Lu en mémoire',
  },
  postgresql: (version: string, embedded: boolean) =>
    `PostgreSQL ${version}${embedded ? ', géré par Postrider' : ''}`,
  of: (used: number, most: number) => `${number(used)} sur ${number(most)}`,
  hints: {
    size: 'Toutes les tables et tous les index de cette base sur disque.',
    connections: 'Connexions ouvertes de tous les programmes, et combien le serveur en permet.',
    connections_bad: 'Il en reste peu. Augmentez max_connections de PostgreSQL, ou baissez DATABASE_POOL.',
    transaction:
      'La place des lignes supprimées depuis le début d’une transaction n’est libérée qu’à sa fin.',
    transaction_bad:
      'Elle est ouverte depuis plus d’une heure. Trouvez-la dans pg_stat_activity, et mettez-y fin si personne n’en a besoin.',
    memory:
      'La part des pages que PostgreSQL n’a pas eu à lire sur disque, depuis le début de ses statistiques.',
    memory_bad:
      'Beaucoup de lectures vont au disque. Plus de mémoire, ou un shared_buffers plus élevé, l’accélère.',
  },
  replica: (name: string) => `Réplica ${name}`,
  replica_states: { in_use: 'Utilisé', behind: 'Trop en retard', away: 'Ne répond pas' },
  lag: (seconds: number) =>
    seconds < 1
      ? 'Les listes et les rapports y sont lus. Il contient chaque changement.'
      : `Les listes et les rapports y sont lus. Son retard est de ${age(seconds)}.`,
  unknown_lag: 'Son retard n’est pas connu.',
  replicas_bad:
    'Le serveur principal est lu à sa place. Vérifiez que le réplica fonctionne et suit le serveur principal.',
  quiet_transaction: 'aucune',
  unknown: 'inconnu',
  table_heads: [
    'Table',
    'Taille',
    'Index',
    'Lignes',
    'Lignes mortes',
    'Parcours complets',
    'Parcours d’index',
  ],
  more_tables: (count: number, size: string) =>
    `${counted(count, 'table plus petite', 'tables plus petites')}, ${size} en tout`,
  table_hints: {
    dead_rows: (table: string, rows: string) =>
      `${table} : ${rows} lignes mortes prennent de la place. PostgreSQL les libère de lui-même ; si elles restent un jour, vérifiez qu’autovacuum est actif et qu’aucune transaction ne reste ouverte.`,
    whole_reads: (table: string) =>
      `${table} : la plupart des lectures parcourent toute la table. Si des pages sont lentes, signalez-nous lesquelles : il manque peut-être un index.`,
  },
  storage: 'Fichiers et disques',
  files: 'Images et pièces jointes',
  files_hint: {
    folder: 'Les fichiers de toutes les newsletters, dans DATA_DIR.',
    bucket: 'Les fichiers de toutes les newsletters, dans le bucket de FILES_URL.',
  },
  file_count: (count: number, size: string) =>
    count === 0 ? 'Aucun' : `${counted(count, 'fichier', 'fichiers')}, ${size}`,
  disk: (folder: string) => `Disque de ${folder}`,
  disk_free: (free: string, size: string) => `${free} libres sur ${size}`,
  holds: { database: 'la base de données', files: 'des fichiers', other: 'ce qui attend d’être stocké' },
  disk_hint: (holds: string[]) =>
    `Il contient ${new Intl.ListFormat(language).format(holds)}. S’il est plein, plus rien ne peut être stocké, et l’envoi attend.`,
  disk_bad: 'Libérez de la place, ou passez à un disque plus grand, avant qu’il soit plein.',
  database_elsewhere:
    'Le disque de la base de données est sur une autre machine ; il n’est donc pas affiché ici.',
  backups: 'Sauvegardes',
  backups_note: 'Une sauvegarde est bonne une fois que Postrider l’a relue en entier.',
  last_good: 'Dernière bonne sauvegarde',
  no_backup: 'Aucune n’a été faite',
  no_backup_bad:
    'Définissez BACKUP_URL sur un dossier d’un autre disque ou sur un bucket, ou lancez : npx postrider backup',
  backup_hint: 'Tout ce qui est plus récent est perdu si le disque lâche.',
  backup_old: 'Elle a plus de huit jours. Vérifiez que BACKUP_URL est défini et que l’on peut y écrire.',
  backup_of: (size: string, place: string) => `${size} dans ${place}`,
  next_backup: 'Prochaine sauvegarde',
  none_planned: 'Aucune n’est prévue',
  next_hint: 'Programmée par BACKUP_CRON.',
  next_bad: 'Définissez BACKUP_URL, sauf si vous sauvegardez autrement.',
  last_failed: 'Dernière sauvegarde en échec',
  ledger: 'Totaux d’envoi',
  ledger_note:
    'Pour chaque e‑mail, Postrider garde le nombre de copies acceptées, refusées, etc. Ce contrôle recompte chaque envoi et compare. Il tourne en arrière-plan ; un million d’envois prend quelques secondes.',
  check: 'Contrôler',
  check_again: 'Contrôler de nouveau',
  checking: (checked: number, all: number) =>
    `${number(checked)} sur ${counted(all, 'e‑mail contrôlé', 'e‑mails contrôlés')}…`,
  not_checked: 'Aucun contrôle n’a encore été fait.',
  sums_good: (count: number) =>
    count === 0
      ? 'Il n’y a aucun e‑mail à contrôler.'
      : `Les totaux de ${counted(count, 'e‑mail', 'e‑mails')} sont justes.`,
  sums_wrong: (wrong: number, all: number) =>
    `Les totaux de ${number(wrong)} sur ${counted(all, 'e‑mail', 'e‑mails')} sont faux.`,
  sums_remedy:
    'Corrigez les totaux d’après les envois avec : npx postrider ledger recount. Si cela se reproduit, signalez-le-nous.',
  checked_at: 'Contrôlé le',
  red: 'Faux',
  green: 'Juste',
  counts: {
    soft_bounced: 'Rejets temporaires',
    opens: 'Ouvertures',
    clicks: 'Clics',
    unsubscriptions: 'Désinscriptions',
    complaints: 'Plaintes',
  },
  difference: (name: string, stored: number, counted: number) =>
    `${name} : ${number(stored)} en mémoire, ${number(counted)} comptés`,
  wrong_more: (count: number) => `et ${counted(count, 'autre', 'autres')}`,
};
