import { DomainError, domainError, type ErrorCode } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type ActionType, actionMetadata, actionSchema, actionTypes, suits } from './actions.ts';
import { inOrder, isActionType } from './steps.ts';
import { nearestTrigger, readTrigger, type Trigger } from './triggers.ts';

/** An action that has been checked: `type` is known and suits the trigger. */
export type ReadAction = Record<string, unknown> & { type: ActionType; metadata: Record<string, unknown> };

/** Finds the trigger with this name. Throws `trigger_action_invalid`, which names the trigger that was probably meant. */
export function demandTrigger(name: string): Trigger {
  const trigger = readTrigger(name);
  if (trigger) return trigger;
  throw domainError('trigger_action_invalid', 'sequences.no_trigger', {
    name: name.slice(0, 100),
    nearest: nearestTrigger(name),
  });
}

/**
 * Returns the actions in order, as they were sent. `timing` applies to actions without a timing of their own. Throws
 * `trigger_action_invalid`, `action_invalid`, `delay_invalid` or `filter_invalid`, which name the field and the valid values.
 */
export function readActions(
  given: readonly Record<string, unknown>[],
  trigger: Trigger,
  timing: unknown,
): ReadAction[] {
  const read = given.map((action, at): ReadAction => {
    const type = String(action.type);
    const field = `actions.${at}`;
    if (!isActionType(type, actionTypes))
      throw refusal(
        'trigger_action_invalid',
        sentence('sequences.no_action', { field, type: type.slice(0, 100), types: actionTypes.join(', ') }),
      );
    if (!suits(type, trigger))
      throw refusal(
        'trigger_action_invalid',
        sentence('sequences.action_unsuited', {
          field,
          type,
          trigger,
          types: actionTypes.filter(one => suits(one, trigger)).join(', '),
        }),
      );
    const whole = { ...action, metadata: action.metadata ?? {}, timing: action.timing ?? timing ?? null };
    demandShape(actionSchema, whole, field);
    demandShape(actionMetadata[type], whole.metadata, `${field}.metadata`);
    return { ...whole, type, metadata: whole.metadata as Record<string, unknown> };
  });
  return inOrder(read);
}

type Schema = {
  safeParse(given: unknown): {
    success: boolean;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
};

function demandShape(schema: Schema, given: unknown, field: string): void {
  const issue = schema.safeParse(given).error?.issues[0];
  if (!issue) return;
  const path = [field, ...issue.path.map(String)].join('.');
  throw refusal(codeOf(issue.path), `${path}: ${issue.message}.`);
}

function codeOf([first]: PropertyKey[]): ErrorCode {
  if (first === 'timing') return 'delay_invalid';
  return first === 'filters' || first === 'until' ? 'filter_invalid' : 'action_invalid';
}

function refusal(code: ErrorCode, detail: string): DomainError {
  return new DomainError(code, detail);
}
