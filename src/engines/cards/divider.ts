import type { Shape } from './shape.ts';

/** A horizontal line. */
export const divider: Shape<'divider'> = {
  name: 'divider',
  read: written =>
    /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$|^<hr ?\/?>$/.test(written) ? {} : undefined,
  write: () => '---',
};
