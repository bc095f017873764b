import type { shortcuts as english } from '../shortcuts.ts';
import type { Translated } from '../translated.ts';
import { formats, tableTools } from './editor.ts';

export const shortcuts: Translated<typeof english> = {
  title: 'Raccourcis clavier',
  and_then: 'puis',
  or: 'ou',
  groups: {
    everywhere: {
      title: 'Partout',
      names: {
        palette: 'Chercher ou lancer une commande',
        home: 'Aller à l’accueil',
        emails: 'Aller aux e‑mails',
        feeds: 'Aller aux flux',
        subscribers: 'Aller aux abonnés',
        settings: 'Aller aux réglages',
        write: 'Rédiger un nouvel e‑mail',
        switch: 'Changer de newsletter',
        numbered: 'Passer à une newsletter par son numéro',
        help: 'Afficher ces raccourcis',
      },
    },
    lists: {
      title: 'Dans les listes',
      names: {
        next: 'Ligne suivante',
        previous: 'Ligne précédente',
        choose: 'Sélectionner un e‑mail',
        find: 'Chercher dans la liste',
      },
    },
    calendar: {
      title: 'Dans le calendrier',
      names: {
        day_earlier: 'Avancer un e‑mail d’un jour',
        day_later: 'Reculer un e‑mail d’un jour',
        week_earlier: 'Avancer un e‑mail d’une semaine',
        week_later: 'Reculer un e‑mail d’une semaine',
      },
    },
    writing: {
      title: 'En écrivant',
      names: {
        review: 'Relire et envoyer',
        insert: 'Insérer un élément',
        line_break: 'Aller à la ligne dans un paragraphe',
        deeper: 'Décaler un élément de liste vers la droite',
        less_deep: 'Décaler un élément de liste vers la gauche',
        leave: 'Quitter le texte',
        complete: 'Proposer ce qui peut être rempli ici',
        find: 'Rechercher et remplacer',
        next_match: 'Résultat suivant',
        previous_match: 'Résultat précédent',
        finding: 'Avertissement suivant',
        tidy: 'Ranger : aligner les tableaux, numéroter les notes',
        next_cell: 'Cellule suivante d’un tableau',
        previous_cell: 'Cellule précédente d’un tableau',
        undo: 'Annuler',
        redo: 'Rétablir',
        selection_back: 'Revenir à la sélection précédente',
        line_up: 'Monter la ligne',
        line_down: 'Descendre la ligne',
        copy_up: 'Dupliquer la ligne au-dessus',
        copy_down: 'Dupliquer la ligne en dessous',
        delete_line: 'Supprimer la ligne',
        indent: 'Augmenter le retrait',
        outdent: 'Réduire le retrait',
      },
    },
    tables: {
      title: 'Dans un tableau',
      names: {
        row_up: tableTools.row_up,
        row_down: tableTools.row_down,
        column_left: tableTools.column_left,
        column_right: tableTools.column_right,
        delete_row: tableTools.delete_row,
      },
    },
    moving: {
      title: 'Images, cartes et tableaux',
      names: {
        block_up: 'Monter l’image ou la carte',
        block_down: 'Descendre l’image ou la carte',
        table_up: 'Monter le tableau',
        table_down: 'Descendre le tableau',
      },
    },
    formatting: {
      title: 'Mise en forme',
      names: {
        ...formats,
        link: 'Mettre un lien sur la sélection',
        tools: 'Aller aux outils de mise en forme',
      },
    },
    review: { title: 'Dans la relecture', names: { test: 'M’envoyer un test' } },
  },
};
