import type { z } from 'zod';
import { userSchema } from '../../accounts/people/user.ts';

const [user] = userSchema.meta()!.examples as [z.output<typeof userSchema>];
/** The example of a note at /docs. */
export const noteExample = {
  id: '019a2c61-0b1d-7c43-9f0a-2e6d1b8c4f92',
  body: 'Called about the October issue. Prefers the short edition.',
  model_type: 'subscriber' as const,
  model_id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01',
  metadata: {},
  source: 'user' as const,
  user_id: user.id,
  user,
  creation_date: '2026-11-20T09:12:00.000Z',
};
