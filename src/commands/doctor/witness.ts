import type { Config } from '../../platform/config/config.ts';
import { messageOf } from '../../platform/errors.ts';
import { openWitness } from '../../platform/fence/witness.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, wrong } = findingsOf('database');

/** Checks whether the witness of the fence, if there is one, can be reached and written, and only under conditions. */
export async function checkWitness({ FENCE_WITNESS }: Config): Promise<Finding[]> {
  if (FENCE_WITNESS === undefined) return [];
  const witness = await openWitness(FENCE_WITNESS);
  try {
    const { token } = await witness.read();
    if (token === '')
      return [good('witness', { detail: `${witness.name} can be reached. The first worker creates it.` })];
    await witness.test(token);
    return [good('witness', { detail: `${witness.name} can be reached, and written conditionally.` })];
  } catch (error) {
    return [
      wrong('witness', {
        detail: `Nothing is mailed while the witness cannot be used. ${messageOf(error)}`,
        remedy: 'Correct FENCE_WITNESS or the rights of its key: docs/fence.md#a-witness',
      }),
    ];
  } finally {
    witness.close();
  }
}
