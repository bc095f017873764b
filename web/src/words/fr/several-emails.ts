import { counted, number, plural } from '../counted.ts';
import type { several_emails as english } from '../several-emails.ts';
import type { Translated } from '../translated.ts';

const emails = (count: number) => counted(count, 'e‑mail', 'e‑mails');

export const several_emails: Translated<typeof english> = {
  acts: {
    duplicate: {
      name: 'Dupliquer',
      title: (count: number) => `Dupliquer ${emails(count)} ?`,
      will: 'Chacun devient un nouveau brouillon avec le même texte et les mêmes destinataires.',
      act: (count: number) => `Dupliquer (${number(count)})`,
      done: (count: number) => `${counted(count, 'brouillon créé', 'brouillons créés')}.`,
    },
    draft: {
      name: 'Revenir au brouillon',
      title: (count: number) => `Remettre ${emails(count)} en ${plural(count, 'brouillon', 'brouillons')} ?`,
      will: 'Rien n’est envoyé avant que vous programmiez ou envoyiez de nouveau.',
      act: (count: number) => `Revenir au brouillon (${number(count)})`,
      done: (count: number) =>
        `${counted(count, 'e‑mail redevient un brouillon', 'e‑mails redeviennent des brouillons')}.`,
    },
    pause: {
      name: 'Mettre en pause',
      title: (count: number) => `Mettre ${emails(count)} en pause ?`,
      will: 'L’envoi s’arrête en deux secondes, et continue à la reprise.',
      act: (count: number) => `Mettre en pause (${number(count)})`,
      done: (count: number) => `${emails(count)} en pause.`,
    },
    resume: {
      name: 'Reprendre',
      title: (count: number) => `Reprendre ${emails(count)} ?`,
      will: 'L’envoi continue avec ceux qui ne l’ont pas encore reçu.',
      act: (count: number) => `Reprendre (${number(count)})`,
      done: (count: number) => `${counted(count, 'e‑mail repris', 'e‑mails repris')}.`,
    },
    hide: {
      name: 'Cacher du web',
      title: (count: number) => `Cacher ${emails(count)} du web ?`,
      will: 'Votre page publique, son flux et le plan du site ne les montrent plus. Les abonnés gardent leurs copies.',
      act: (count: number) => `Cacher (${number(count)})`,
      done: (count: number) => `${counted(count, 'e‑mail caché', 'e‑mails cachés')} du web.`,
    },
    show: {
      name: 'Montrer sur le web',
      title: (count: number) => `Montrer ${emails(count)} sur le web ?`,
      will: 'Votre page publique montre un e‑mail dès qu’il est envoyé.',
      act: (count: number) => `Montrer (${number(count)})`,
      done: (count: number) => `${counted(count, 'e‑mail montré', 'e‑mails montrés')} sur le web.`,
    },
    delete: {
      name: 'Supprimer…',
      title: (count: number) => `Supprimer ${emails(count)} ?`,
      will: 'Plus rien n’est envoyé, et les textes et pages publiques sont supprimés. Les abonnés gardent les copies reçues. Cette action est irréversible.',
      act: (count: number) => `Supprimer (${number(count)})`,
      done: (count: number) => `${counted(count, 'e‑mail supprimé', 'e‑mails supprimés')}.`,
    },
  },
  stays: (count: number) => counted(count, 'e‑mail reste tel quel', 'e‑mails restent tels quels'),
  more_of_them: (count: number) => `et ${counted(count, 'autre', 'autres')}`,
  why: {
    in_flight: 'Il est en cours d’envoi.',
    not_in_flight: 'Il n’est pas en cours d’envoi.',
    not_waiting: 'Il n’est pas programmé.',
    hidden: 'Il n’est pas sur le web.',
    shown: 'Il est déjà sur le web.',
    never_shown: 'Ses destinataires l’excluent du web.',
    not_yours: 'Seul un propriétaire ou un éditeur peut le supprimer.',
  },
  progress: (done: number, all: number) => `${number(done)} sur ${number(all)}`,
  failed: (count: number) =>
    counted(count, 'e‑mail n’a pas pu être modifié', 'e‑mails n’ont pas pu être modifiés'),
};
