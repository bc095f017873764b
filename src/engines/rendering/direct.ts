import {
  type Expression,
  type Filter,
  IfTag,
  isTruthy,
  type Liquid,
  type Output,
  type Template,
  type Token,
  TypeGuards,
  toValue,
  toValueSync,
  type Value,
} from 'liquidjs';
import type { Budget } from './liquid.ts';
import { plainText } from './markup.ts';
import type { Scope } from './scopes.ts';
import { isAttribute } from './tags.ts';

type Make<Result> = (scope: Scope, budget: Budget) => Result;
type FilterHandler = (this: { context: Budget['context'] }, ...args: unknown[]) => unknown;

/** Filters that depend only on their arguments and the limits. */
const plainFilters =
  'default upcase downcase capitalize strip lstrip rstrip append prepend replace remove truncate date url_encode escape escape_once newline_to_br raw'.split(
    ' ',
  );

/**
 * Returns a function that renders a simple template (output of a variable, conditions on one) like Liquid, but many times faster; undefined
 * for any other template.
 */
export function renderDirectly(
  engine: Liquid,
  template: Template,
  print: (value: unknown) => string,
): Make<string> | undefined {
  if (TypeGuards.isHTMLToken(template.token)) {
    const text = template.token.getContent();
    return () => text;
  }
  if (TypeGuards.isOutputToken(template.token)) {
    const { initial, filters } = (template as Output).value;
    // The last filter is the engine's own, which escapes.
    const make = evaluateDirectly(engine, { initial, filters: filters.slice(0, -1) });
    return make && ((scope, budget) => print(make(scope, budget)));
  }
  if (isAttribute(template)) {
    const make = renderAll(engine, template.templates, plainText);
    return make && ((scope, budget) => template.finish(make(scope, budget)));
  }
  return template instanceof IfTag ? renderCondition(engine, template, print) : undefined;
}

function renderAll(
  engine: Liquid,
  templates: Template[],
  print: (value: unknown) => string,
): Make<string> | undefined {
  const makes = all(templates.map(template => renderDirectly(engine, template, print)));
  if (makes?.length === 1) return makes[0];
  return makes && ((scope, budget) => makes.reduce((text, make) => text + make(scope, budget), ''));
}

function all<Item>(items: (Item | undefined)[]): Item[] | undefined {
  return items.includes(undefined) ? undefined : (items as Item[]);
}

function renderCondition(
  engine: Liquid,
  tag: IfTag,
  print: (value: unknown) => string,
): Make<string> | undefined {
  const branches = all(
    tag.branches.map(({ value, templates }) => {
      const test = evaluateDirectly(engine, value);
      const make = renderAll(engine, templates, print);
      return test && make && { test, make };
    }),
  );
  const otherwise = renderAll(engine, tag.elseTemplates ?? [], print);
  if (!branches || !otherwise) return undefined;
  return (scope, budget) => {
    const branch = branches.find(({ test }) => isTruthy(toValue(test(scope, budget)), budget.context));
    return (branch?.make ?? otherwise)(scope, budget);
  };
}

/** Returns the name, such as `email.preview`, of the value that a condition requires not to be blank; undefined for any other condition. */
export function requiredBy({ initial: { postfix }, filters }: Value): string | undefined {
  const [left, right, operator] = postfix;
  const isRequired =
    postfix.length === 1 ||
    (postfix.length === 3 &&
      TypeGuards.isLiteralToken(right) &&
      right.literal === 'blank' &&
      TypeGuards.isOperatorToken(operator) &&
      operator.operator === '!=');
  if (!isRequired || filters.length > 0 || !TypeGuards.isPropertyAccessToken(left)) return undefined;
  return left.variable ? undefined : left.props.map(prop => (isLiteral(prop) ? prop.content : '')).join('.');
}

/** Returns a function that evaluates a simple value; undefined for any other value. */
export function evaluateDirectly(
  engine: Liquid,
  value: Pick<Value, 'initial' | 'filters'>,
): Make<unknown> | undefined {
  return value.filters.reduce<Make<unknown> | undefined>(
    (make, filter) => make && applyFilter(engine, make, filter),
    evaluateExpression(engine, value.initial),
  );
}

function evaluateExpression(engine: Liquid, { postfix }: Expression): Make<unknown> | undefined {
  const [left, right, operator] = postfix;
  const first = operand(left);
  if (postfix.length === 1 || !first) return first;
  const second = operand(right);
  if (postfix.length !== 3 || !second || !TypeGuards.isOperatorToken(operator)) return undefined;
  const compare = engine.options.operators[operator.operator] as (...operands: unknown[]) => unknown;
  return (scope, budget) =>
    toValueSync(compare(first(scope, budget), second(scope, budget), budget.context) as never);
}

function operand(token: Token | undefined): Make<unknown> | undefined {
  if (token === undefined) return undefined;
  if (isLiteral(token)) return () => token.content;
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable) return undefined;
  const path = token.props.map(prop => (isLiteral(prop) ? prop.content : undefined));
  // These three names can be properties or computed.
  const names = path.filter(name => typeof name === 'string' && !['size', 'first', 'last'].includes(name));
  return names.length === path.length ? scope => readPath(scope, names as string[]) : undefined;
}

function isLiteral(token: Token): token is Token & { content: unknown } {
  return 'content' in token;
}

function readPath(scope: Scope, names: string[]): unknown {
  let value: unknown = scope;
  for (const name of names) {
    if (value === null || value === undefined) return value;
    value = Object.hasOwn(value, name) ? (value as Scope)[name] : undefined;
  }
  return value;
}

function applyFilter(engine: Liquid, make: Make<unknown>, filter: Filter): Make<unknown> | undefined {
  const handler = engine.filters[filter.name] as FilterHandler;
  if (!plainFilters.includes(filter.name)) return undefined;
  const args = filter.args.map(arg =>
    !Array.isArray(arg) && isLiteral(arg) ? { is: arg.content } : undefined,
  );
  if (args.includes(undefined)) return undefined;
  const values = args.map(arg => arg?.is);
  return (scope, budget) => handler.call({ context: budget.context }, make(scope, budget), ...values);
}
