import type { approval as english } from '../approval.ts';
import { counted } from '../counted.ts';
import type { Translated } from '../translated.ts';
import { you } from './you.ts';

const own = you('Du', 'Sie');

export const approval: Translated<typeof english> = {
  somebody: 'Jemand',
  you: own,
  asked: (name, count) =>
    `Um Freigabe für ${counted(count, 'Abonnenten', 'Abonnenten')} ${name === own ? you('bittest du', 'bitten Sie') : `bittet ${name}`} seit dem`,
  own: 'Ein anderer Inhaber oder Redakteur muss sie freigeben. Die eigene Anfrage kann niemand selbst freigeben.',
  others: 'Ein Inhaber oder Redakteur muss sie freigeben.',
  yours: you(
    'Sie geht hinaus, sobald du sie freigibst.',
    'Die E‑Mail geht hinaus, sobald Sie sie freigeben.',
  ),
  take_back: 'Anfrage zurückziehen',
  decline: 'Nicht freigeben …',
  decline_title: 'Diese E‑Mail nicht freigeben?',
  decline_reason: 'Was sich ändern muss',
  decline_hint: 'Freiwillig. Wer sie geschrieben hat, sieht es über dem Text.',
  decline_act: 'Nicht freigeben',
  not_approved: (name, reason) =>
    `${name} ${name === own ? you('hast', 'haben') : 'hat'} diese E‑Mail nicht freigegeben${reason === '' ? '.' : `: „${reason}“`}`,
  ask_again: 'Bitte ändern und erneut um Freigabe bitten.',
  taken_back: 'Die Anfrage wurde zurückgezogen. Die E‑Mail ist wieder ein Entwurf.',
  declined: 'Nicht freigegeben. Die E‑Mail ist wieder ein Entwurf.',
};
