import { IfTag, isTruthy, type Liquid, type Template, toValue } from 'liquidjs';
import { evaluateDirectly, renderDirectly, requiredBy } from './direct.ts';
import { type Part, withFaultsOf } from './faults.ts';
import { type Budget, createBudget, htmlEngine, renderTemplates } from './liquid.ts';
import { plainText, toHtml } from './markup.ts';
import type { OwnValues, Pattern } from './message.ts';
import { mergePattern } from './patterns.ts';
import type { Content } from './placeholders.ts';
import type { Scope, Scopes } from './scopes.ts';
import { checkOutput } from './tags.ts';

type Piece = Pattern<OwnValues>[number];
type Render = (scope: Scope, budget: Budget) => string;

/** How many conditions around it a shared text may have: each level is rendered again to find it. */
const deepest = 3;

/**
 * Turns contents into a pattern: parts without personal values are rendered now, once for all copies. The limits apply to these parts now,
 * and again to each copy as a whole.
 */
export function bindContents(
  part: Part,
  engine: Liquid,
  contents: Content[],
  scopes: Scopes,
): Pattern<OwnValues> {
  const budget = createBudget(engine);
  const ownPiece = countCopies(part, engine, scopes);
  const pieces = contents.flatMap(({ templates, stateful }): Piece[] => {
    const forAll = traceOwn(scopes);
    const renderShared = (templates: Template[]) =>
      forAll(scope => renderTemplates(engine, templates, scope, budget));
    const bind = (template: Template, depth: number): Piece[] => {
      const text = renderShared([template]);
      if (text !== undefined) return [text];
      const branch =
        template instanceof IfTag && depth < deepest
          ? branchForAll(engine, template, scopes, budget, forAll)
          : undefined;
      return branch?.flatMap(inner => bind(inner, depth + 1)) ?? [ownPiece(renderOne(engine, template))];
    };
    if (stateful) return [renderShared(templates) ?? ownPiece(renderAtOnce(engine, templates))];
    return templates.flatMap(template => bind(template, 0));
  });
  return mergePattern(pieces);
}

type ForAll = <Result>(work: (scope: Scope) => Result) => Result | undefined;

/** Returns a function that does work for all copies, and returns undefined if the work uses a personal value. */
function traceOwn(scopes: Scopes): ForAll {
  let own = false;
  const scope = scopes.shared(() => {
    own = true;
  });
  return work => {
    own = false;
    try {
      const result = work(scope);
      return own ? undefined : result;
    } catch (error) {
      if (own) return undefined;
      throw error;
    }
  };
}

/** Returns the templates of the branch that all copies take, although there are personal values in it; undefined if that depends on the copy. */
function branchForAll(
  engine: Liquid,
  { branches, elseTemplates = [] }: IfTag,
  { whole_conditions, filled }: Scopes,
  budget: Budget,
  forAll: ForAll,
): Template[] | undefined {
  if (whole_conditions) return undefined;
  for (const { value, templates } of branches) {
    const test = evaluateDirectly(engine, value);
    const holds =
      filled.includes(requiredBy(value) ?? '') ||
      (test && forAll(scope => isTruthy(toValue(test(scope, budget)), budget.context)));
    if (holds === undefined) return undefined;
    if (holds) return templates;
  }
  return elseTemplates;
}

function renderAtOnce(engine: Liquid, templates: Template[]): Render {
  return (scope, budget) => renderTemplates(engine, templates, { ...scope }, budget);
}

function renderOne(engine: Liquid, template: Template): Render {
  const render: Render = (scope, budget) => renderTemplates(engine, [template], scope, budget);
  const direct = renderDirectly(engine, template, engine === htmlEngine ? toHtml : plainText);
  if (direct === undefined) return render;
  return (scope, budget) => {
    try {
      const text = direct(scope, budget);
      checkOutput(budget.written + text.length);
      budget.written += text.length;
      return text;
    } catch {
      // Liquid reports where the error is.
      return render(scope, budget);
    }
  };
}

/** Renders the personal pieces of one pattern. The pieces of one copy share a scope and a budget, which are reset for the next copy. */
function countCopies(part: Part, engine: Liquid, scopes: Scopes): (render: Render) => Piece {
  let copy: { values: OwnValues; scope: Scope; budget: Budget; at: number } | undefined;
  let count = 0;
  return render => {
    const at = count++;
    return values => {
      if (copy?.values !== values || at <= copy.at) {
        copy = { values, scope: scopes.own(values), budget: createBudget(engine), at };
      }
      copy.at = at;
      const { scope, budget } = copy;
      return withFaultsOf(part, () => render(scope, budget));
    };
  };
}
