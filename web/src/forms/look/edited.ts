import type { Here } from '../../accounts/newsletters.ts';
import type { LookDraft } from './draft.ts';
import type { Finding } from './preview.tsx';

/** What the groups of settings are about. */
export type Edited = {
  here: Here;
  draft: LookDraft;
  /** What of it readers do not get as it is. */
  findings: readonly Finding[];
};
