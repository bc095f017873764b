import type { Shape } from './shape.ts';

/** The place in an email from which it is for paying subscribers only. */
export const paywall: Shape<'paywall'> = {
  name: 'paywall',
  read: written => (/^<!--[ \t]*paywall[ \t]*-->$/i.test(written) ? {} : undefined),
  write: () => '<!-- paywall -->',
};
