import type { place as english } from '../place.ts';
import type { Translated } from '../translated.ts';

export const place: Translated<typeof english> = {
  label: 'Où il paraît',
  options: { both: 'E‑mail et web', email: 'E‑mail seul', web: 'Web seul' },
  means: {
    both: 'Les abonnés le reçoivent par e‑mail, et il a une page sur le web.',
    email: 'Les abonnés le reçoivent par e‑mail. Il n’a pas de page sur le web.',
    web: 'Il a une page sur le web. Personne ne le reçoit par e‑mail.',
  },
  only_mail: 'Les anciens abonnés payants le reçoivent par e‑mail. Il n’a pas de page sur le web.',
};
