import type { Here } from '../../accounts/newsletters.ts';
import type { LookDraft } from './draft.ts';
import type { Finding } from './preview.tsx';

/** The properties of each group of settings. */
export type Edited = {
  here: Here;
  draft: LookDraft;
  /** Problems because of which readers do not get something as it is written. */
  findings: readonly Finding[];
};
