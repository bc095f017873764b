import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findSetupDate } from '../../platform/database/installation.ts';
import { readObstacle } from '../../platform/fence/queries.ts';
import { seesMail } from '../permissions.ts';
import { ownersPowers, powersOf } from '../role.ts';
import { readNamed } from './header.ts';
import { meSchema, placeSchema, roleOf, showMe } from './person.ts';
import { listPlaces } from './queries.ts';
import { isCredentialDue, isProofDue, readSession } from './sessions.ts';
import type { Admission, SignInContext } from './sign-in.ts';

/** The state of a session, as pages need to know it. */
export const stateSchema = z.object({
  state: z
    .enum(['signed_out', 'code_due', 'signed_in'])
    .describe('code_due: the password was correct, and a code is required'),
  person: meSchema.nullable(),
  newsletters: z.array(placeSchema).describe('The newsletters that the person may choose'),
  credential_due: z
    .boolean()
    .describe('Others can reach the service, so only /v1/me works until a password or passkey is set'),
  setup_due: z
    .boolean()
    .describe('The first steps of a new installation have been neither finished nor skipped'),
  proof_due: z
    .boolean()
    .describe('Changing how the person signs in, or erasing the account, requires signing in again'),
  sees_inbox: z.boolean().describe('Whether the person can open the built-in inbox'),
  on_hold: z.boolean().describe('Whether the installation is on hold, so that nothing goes out'),
  witness_away: z.boolean().describe('Whether nothing goes out because the witness cannot be used'),
  provider: z.string().nullable().describe('The name of the provider of single sign-on'),
  only_provider: z.boolean().describe('Whether nothing else signs in, except for printed links'),
  named: z
    .boolean()
    .describe('Whether the proxy says who is there, so that the page can sign in without asking'),
});
export type State = z.output<typeof stateSchema>;

const nobody = {
  state: 'signed_out' as const,
  person: null,
  newsletters: [],
  credential_due: false,
  setup_due: false,
  proof_due: false,
  sees_inbox: false,
  on_hold: false,
  witness_away: false,
};

/** Returns the state of a browser in which nobody is signed in. */
export function signedOut({ sign_on }: Pick<StateContext, 'sign_on'>, request?: FastifyRequest): State {
  const { provider, header, is_only } = sign_on;
  const named = Boolean(request && header && readNamed(header, request));
  return { ...nobody, provider: provider?.name ?? null, only_provider: is_only, named };
}

export type StateContext = SignInContext & { has_inbox: boolean };

/** Returns the state of the browser that asks. */
export async function stateOf(
  context: StateContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<State> {
  const session = await readSession(context, request, reply);
  if (!session) return signedOut(context, request);
  const state = await stateAfter(context, { person: session.person, code_due: session.second_factor_due });
  return { ...state, proof_due: isProofDue(session, context.clock()) };
}

/** Returns the state after a person was admitted. */
export async function stateAfter(context: StateContext, { person, code_due }: Admission): Promise<State> {
  const { db, has_inbox } = context;
  if (code_due) return { ...signedOut(context), state: 'code_due' };
  const places = await listPlaces(db, person);
  const is_owner = person.installation === 'write';
  const { waits_for } = await readObstacle(db);
  const newsletters = places.map(({ id, username, name, role: given }) => {
    const role = roleOf({ installation: person.installation, role: given });
    const { permissions } = is_owner ? ownersPowers : powersOf(role);
    return { id, username, name, role, permissions };
  });
  return {
    ...signedOut(context),
    state: 'signed_in',
    person: showMe(person),
    newsletters,
    credential_due: isCredentialDue(context, person),
    setup_due: is_owner && (await findSetupDate(db)) === null,
    sees_inbox: has_inbox && newsletters.some(({ permissions }) => seesMail(permissions)),
    on_hold: waits_for === 'operator',
    witness_away: waits_for === 'witness',
  };
}
