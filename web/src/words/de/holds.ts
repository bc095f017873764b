import type { hold as english } from '../holds.ts';
import type { Translated } from '../translated.ts';

export const hold: Translated<typeof english> = {
  title: 'Angehalten',
  banner: 'Angehalten: Es gehen keine Mails, Webhooks und Sammelaktionen hinaus.',
  look: 'Grund ansehen und fortsetzen',
  ask: 'Ein Inhaber dieser Installation kann fortsetzen.',
  witness: {
    banner:
      'Das Senden pausiert: Der Zeuge, der Kopien dieser Installation vom Senden abhält, ist nicht verwendbar.',
    look: 'Grund ansehen',
    ask: 'Ein Inhaber dieser Installation kann den Grund sehen.',
  },
};
