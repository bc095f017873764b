import { isFormal } from '../page.ts';

/** One of two wordings: with du, or with Sie if the person wants to be addressed formally. */
/* @__NO_SIDE_EFFECTS__ */
export function you(du: string, sie: string): string {
  return isFormal ? sie : du;
}
