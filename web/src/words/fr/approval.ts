import type { approval as english } from '../approval.ts';
import { counted } from '../counted.ts';
import type { Translated } from '../translated.ts';

export const approval: Translated<typeof english> = {
  somebody: 'Quelqu’un',
  you: 'Vous',
  asked: (name: string, count: number) =>
    name === 'Vous'
      ? `Vous avez demandé l’envoi à ${counted(count, 'abonné', 'abonnés')} le`
      : `${name} a demandé l’envoi à ${counted(count, 'abonné', 'abonnés')} le`,
  own: 'Un autre propriétaire ou éditeur doit l’approuver. Vous ne pouvez pas approuver votre propre demande.',
  others: 'Un propriétaire ou un éditeur doit l’approuver.',
  yours: 'Il part dès que vous l’approuvez.',
  take_back: 'Retirer la demande',
  decline: 'Refuser…',
  decline_title: 'Refuser cet e‑mail ?',
  decline_reason: 'Ce qui doit changer',
  decline_hint: 'Facultatif. L’auteur le voit au-dessus du texte.',
  decline_act: 'Refuser',
  not_approved: (name: string, reason: string) =>
    `${name === 'Vous' ? 'Vous avez' : `${name} a`} refusé cet e‑mail${reason === '' ? '.' : ` : « ${reason} »`}`,
  ask_again: 'Modifiez-le et redemandez l’approbation.',
  taken_back: 'La demande est retirée. L’e‑mail redevient un brouillon.',
  declined: 'E‑mail refusé. Il redevient un brouillon.',
};
