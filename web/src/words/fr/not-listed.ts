export const cannot_be_listed =
  'Ces personnes ne peuvent pas être listées, car l’e‑mail a été envoyé ou ses étiquettes ont changé. Ouvrez l’e‑mail et relisez-le de nouveau.';
