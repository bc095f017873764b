import { Context, Liquid, LiquidError, RenderError, type Template, toValueSync } from 'liquidjs';
import { sentence } from '../../platform/sentences/sentence.ts';
import { escapeHtml, Markup, plainText, toHtml } from './markup.ts';
import { attributeTag, boundedEmitter, CaptureMarkupTag, insideAttribute, refuseTags } from './tags.ts';

type Value = unknown;
type Escape = (this: { context: Context }, value: Value) => string;

/**
 * How many milliseconds of processor time rendering one copy may take. A typical message takes well under one. The time on the clock does
 * not count, because on a busy machine it says nothing about the template.
 */
const processorLimit = 400;
/** Processor time is checked only after this many milliseconds on the clock, so that most copies are rendered without checking it. */
const quickly = 100;

/** Maximum characters and list items that filters and ranges may produce while one part is rendered. */
const memoryLimit = 1_000_000;

/** Maximum length of one template: Gmail clips a mail at a fifth of that. */
export const parseLimit = 500_000;

const escapingFilters = ['escape', 'escape_once', 'xml_escape'];

function createEngine(outputEscape: Escape): Liquid {
  const engine = new Liquid({
    templates: {},
    dynamicPartials: false,
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit,
    memoryLimit,
    outputEscape,
    locale: 'en-US',
    timezoneOffset: 0,
  });
  refuseTags(engine, ['render', 'include', 'layout', 'block', 'tablerow']);
  // These filters evaluate a string, which may come from data.
  for (const name of Object.keys(engine.filters)) if (name.endsWith('_exp')) engine.unregisterFilter(name);
  engine.registerFilter('raw', (value: Value) => value);
  return engine;
}

function createFillingEngine(outputEscape: Escape, encode: (text: string) => string): Liquid {
  const engine = createEngine(outputEscape);
  engine.registerTag('attribute', attributeTag(encode));
  // At this point, a raw block has already become text. One within `{% liquid %}` would print unsanitised content.
  refuseTags(engine, ['raw']);
  return engine;
}

function createHtmlEngine(): Liquid {
  const engine = createFillingEngine(escapeForHtml, escapeHtml);
  for (const name of escapingFilters)
    engine.registerFilter(name, (value: Value) => new Markup(toHtml(value)));
  engine.registerFilter('newline_to_br', (value: Value) => new Markup(breakLines(toHtml(value))));
  engine.registerTag('capture', CaptureMarkupTag);
  return engine;
}

function escapeForHtml(this: { context: Context }, value: Value): string {
  return insideAttribute(this.context) ? plainText(value) : toHtml(value);
}

function breakLines(html: string): string {
  return html.replace(/\n/g, '<br>\n');
}

function createPlainEngine(): Liquid {
  const engine = createFillingEngine(plainText, text => text);
  for (const name of [...escapingFilters, 'newline_to_br'])
    engine.registerFilter(name, (value: Value) => value);
  return engine;
}

/** The engine with which sources are checked. It knows only what an author may write. */
export const authorEngine = createEngine(plainText);

/** The engine for HTML. It escapes every value, and nothing in a template can turn that off. */
export const htmlEngine = createHtmlEngine();

/** The engine for subjects and text parts. It leaves values unchanged. */
export const plainEngine = createPlainEngine();

/** The budget of one copy for processor time, memory and output, over all its pieces. */
export type Budget = { context: Context; written: number };

export function createBudget(engine: Liquid): Budget {
  const context = new Context({}, engine.options, { sync: true }, { liquid: engine });
  context.renderLimit.check = processorCheck();
  return { context, written: 0 };
}

/**
 * Returns a function that Liquid calls with the time before each tag, value and piece of text. It throws when the processor time is used
 * up.
 */
function processorCheck(): (now: number) => void {
  let next = performance.now() + quickly;
  let begun: number | undefined;
  return now => {
    if (now < next) return;
    const used = processorTime();
    begun ??= used;
    const left = begun + processorLimit - used;
    if (left <= 0) throw new Error(sentence('rendering.too_slow'));
    next = now + left; // it cannot be used up sooner
  };
}

/** Returns the processor time that this thread has used, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Renders templates within the budget. `increment` writes into `scope`. Throws a LiquidError. */
export function renderTemplates(
  engine: Liquid,
  templates: Template[],
  scope: object,
  budget = createBudget(engine),
): string {
  const [first] = templates;
  if (first === undefined) return '';
  const emitter = boundedEmitter(budget.written);
  const context = budget.context.spawn(scope);
  try {
    toValueSync(engine.renderer.renderTemplates(templates, context, emitter) as never);
  } catch (error) {
    // This throws the time limit error if the time is over before the first template.
    throw LiquidError.is(error) ? error : new RenderError(error as Error, first);
  }
  budget.written += emitter.buffer.length;
  return emitter.buffer;
}
