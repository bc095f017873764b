import type { sequence_letters as english } from '../sequence-letters.ts';
import type { Translated } from '../translated.ts';

export const sequence_letters: Translated<typeof english> = {
  welcome: [
    {
      subject: 'Bienvenue à {{ newsletter.name }}',
      body: 'Bonjour,\n\nravi de vous compter parmi nous. Voici ce que vous pouvez attendre de moi, et à quel rythme.\n\nSi le cœur vous en dit, répondez à cette lettre et racontez-moi ce qui vous amène. Je lis chaque réponse.',
    },
    {
      subject: 'Les trois textes pour commencer',
      body: 'Bonjour encore,\n\nles nouveaux lecteurs demandent souvent par où commencer. Voici les trois textes que les autres ont préférés :\n\n1. \n2. \n3. ',
    },
    {
      subject: 'Une question pour vous',
      body: 'Bonjour,\n\nvous me lisez depuis une semaine. Sur quoi aimeriez-vous en lire plus ? Répondez d’une ligne ou deux ; cela m’aide à choisir.',
    },
  ],
  lesson: (day: number) => ({
    subject: `Jour ${day} : `.trim(),
    body: `Bonjour,\n\nvoici le jour ${day} sur sept.\n\n## De quoi il s’agit\n\n\n\n## À vous d’essayer\n\n`,
  }),
  win_back: [
    {
      subject: 'Est-ce toujours pour vous ?',
      body: 'Bonjour,\n\nvous n’avez pas suivi de lien ici depuis un moment. Voici ce que vous avez manqué :\n\n- \n\nSi vous voulez rester, suivez l’un de ces liens. Sinon, aucun souci : le lien de désabonnement est ci-dessous.',
    },
    {
      subject: 'Dois-je cesser d’écrire ?',
      body: 'Bonjour,\n\nje ne veux pas remplir votre boîte avec ce que vous ne lisez pas. Si vous voulez continuer à recevoir mes lettres, suivez un lien de celle-ci.',
    },
  ],
  birthday: {
    subject: 'Joyeux anniversaire !',
    body: 'Bonjour,\n\nje vous souhaite une merveilleuse année. Merci de me lire.',
  },
  thanks: [
    {
      subject: 'Merci',
      body: 'Bonjour,\n\nmerci de payer pour {{ newsletter.name }}. C’est vous qui la rendez possible. Voici ce que vous pouvez lire désormais, et les autres non :\n\n- ',
    },
    {
      subject: 'Un mois plus tard',
      body: 'Bonjour,\n\nvous soutenez {{ newsletter.name }} depuis un mois. Y trouvez-vous ce que vous espériez ? Répondez d’une ligne ; je lis chaque réponse.',
    },
  ],
};
