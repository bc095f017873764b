// The undo history while a look is edited. Pure.

/** The present value, and those before and after it, the nearest first. */
export type Steps<Value> = {
  now: Value;
  past: readonly Value[];
  future: readonly Value[];
  last: Step | null;
};
/** The change of the last step, and its time in milliseconds. */
type Step = { what: string; at: number };

/** Changes of the same thing in such quick succession are one step: letters of a word, a drag over colours. */
const oneStep_ms = 1000;
const most = 100;

export function firstStep<Value>(now: Value, past: readonly Value[] = []): Steps<Value> {
  return { now, past, future: [], last: null };
}

/** Takes a step to the next value. `what` names the thing that it changed. */
export function takeStep<Value>(steps: Steps<Value>, now: Value, { what, at }: Step): Steps<Value> {
  const { last } = steps;
  const continues = last !== null && last.what === what && at - last.at < oneStep_ms;
  const past = continues ? steps.past : [steps.now, ...steps.past].slice(0, most);
  return { now, past, future: [], last: { what, at } };
}

export function undo<Value>({ now, past, future }: Steps<Value>): Steps<Value> {
  const [before, ...rest] = past;
  return before === undefined
    ? { now, past, future, last: null }
    : { now: before, past: rest, future: [now, ...future], last: null };
}

export function redo<Value>({ now, past, future }: Steps<Value>): Steps<Value> {
  const [next, ...rest] = future;
  return next === undefined
    ? { now, past, future, last: null }
    : { now: next, past: [now, ...past], future: rest, last: null };
}
