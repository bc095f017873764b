import { diagnose } from '../../engines/bounces/diagnose.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { changeBudgets } from './budgets.ts';
import type { ServeContext } from './context.ts';
import { struck } from './pace.ts';

/**
 * Returns whether a reply pushes back against us and not against the recipient: `policy` refuses the sender or the content, `busy` (421)
 * asks us to wait. `reply` is a server's, not our own. Null for any other reply, such as greylisting or a full mailbox.
 */
export function pushbackOf(reply: string): 'policy' | 'busy' | null {
  if (diagnose({ recipient: null, status: null, diagnostic: reply, texts: [] }).kind === 'policy')
    return 'policy';
  return reply.startsWith('421') ? 'busy' : null;
}

/** Holds the domain for a while, in all processes; hand-overs in progress continue. */
export async function slowDomain(
  { db, log, control }: Pick<ServeContext, 'db' | 'log' | 'control'>,
  domain: string,
  reply: string,
): Promise<void> {
  control.slowed.add(domain);
  const held = await inTransaction(db, trx =>
    changeBudgets(trx, [domain], ({ now, budgets }) => {
      const before = budgets.get(domain)!;
      const after = struck(before, now);
      return { answer: after !== before, budgets: new Map([[domain, after]]), reason: reply.slice(0, 500) };
    }),
  );
  if (held)
    log.warn({ domain, reply: reply.slice(0, 40) }, 'a receiving domain pushes back and is slowed down');
}
