import { type GrantFacts, standing } from '../../../audience/standing/standing.ts';
import { grantOf } from '../../../audience/standing/type.ts';
import type { GrantKind, GrantState, Standing } from '../../../platform/database/schema.ts';
import type { PersonLine, PlanStatus } from '../columns/line.ts';

/** The right that a file gives somebody, as the grant that they will have. Times are RFC 3339 in UTC. */
export type StagedPlan = {
  kind: GrantKind;
  state: GrantState;
  start_date: string;
  end_date: string | null;
  message: string;
};

const standingOf: Record<PlanStatus, Standing> = {
  paid: 'premium',
  gifted: 'gifted',
  trial: 'trialed',
  churned: 'churned',
  past_due: 'past_due',
  plan_paused: 'paused',
};

const planStatuses: readonly string[] = Object.keys(standingOf);
const isPlan = (status: string | undefined): status is PlanStatus =>
  status !== undefined && planStatuses.includes(status);

/** Returns the grant for the plan of the line, and the standing that it gives at `now`; undefined if the person has none and never paid. */
export function planOf(
  { status, plan }: Pick<PersonLine, 'status' | 'plan'>,
  now: Date,
): { plan: StagedPlan; standing: Standing } | undefined {
  const said = plan?.status ?? (isPlan(status) ? status : undefined);
  if (said === undefined) return undefined;
  const given = grantOf(said === 'churned' ? 'premium' : standingOf[said])!;
  const until = readInstant(plan?.until);
  const end = said === 'churned' ? Math.min(until ?? now.getTime(), now.getTime()) : until;
  const begun = Math.min(readInstant(plan?.since) ?? now.getTime(), now.getTime());
  const start = end === undefined ? begun : Math.min(begun, end - 1);
  const staged = {
    kind: plan?.is_comp ? ('comp' as const) : given.kind,
    state: given.state,
    start_date: new Date(start).toISOString(),
    end_date: end === undefined ? null : new Date(end).toISOString(),
    message: (plan?.message ?? '').replaceAll('\0', '').slice(0, 2000),
  };
  const facts: GrantFacts = { ...staged, key: 0, grace_until: null, revoked_date: null, is_void: false };
  return { plan: staged, standing: standing([facts], now).standing };
}

function readInstant(text: string | undefined): number | undefined {
  const instant = Date.parse(text ?? '');
  const year = new Date(instant).getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : undefined;
}
