import type { Shape } from './shape.ts';

/** From here on, an email is for paying subscribers. */
export const paywall: Shape<'paywall'> = {
  name: 'paywall',
  read: written => (/^<!--[ \t]*paywall[ \t]*-->$/i.test(written) ? {} : undefined),
  write: () => '<!-- paywall -->',
};
