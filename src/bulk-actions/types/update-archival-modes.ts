import { z } from 'zod';
import { archivalModes } from '../../emails/email.ts';
import { findEmail } from '../../emails/queries.ts';
import { updateEmail } from '../../emails/update.ts';
import type { ArchivalMode } from '../../platform/database/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, failed, unchanged } from './result.ts';
import { bulkType, oneByOne } from './type.ts';

/** Sets the archival_mode of emails: who can see their pages. */
export const updateArchivalModes = bulkType({
  acts_on: 'emails',
  needs: ['emails'],
  without_ids: 'everything',
  metadata: z.object({
    archival_mode: z.enum(archivalModes, sentence('input.one_of', { values: archivalModes.join(', ') })),
  }),
  settle: async (_trx, _newsletter, settings) => settings,
  group: 1,
  work: oneByOne(
    async (trx, context, newsletter, { archival_mode }: { archival_mode: ArchivalMode }, { id }) => {
      const before = await findEmail(trx, newsletter.key, id);
      if (before?.archival_mode === archival_mode) return unchanged;
      const author = { by: context.by };
      const { needs_approval } = await updateEmail(trx, context, newsletter, id, { archival_mode }, author);
      if (!needs_approval) return done;
      return failed('approval_required', sentence('bulk_actions.mode_needs_approval'));
    },
  ),
});
