import {
  CaptureTag,
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  TypeGuards,
} from 'liquidjs';
import { sentence } from '../../platform/sentences/sentence.ts';
import { Markup } from './markup.ts';
import { imageSchemes, linkSchemes, safeUrl } from './urls.ts';

/** Maximum output per template; Gmail clips a mail above 102 kB anyway. */
const outputLimit = 2_000_000;

/** Collects output up to the limit; `written` characters are used up already. */
export function boundedEmitter(written = 0): Emitter {
  return {
    buffer: '',
    write(part: unknown) {
      this.buffer += part;
      checkOutput(written + this.buffer.length);
    },
  };
}

export function checkOutput(length: number): void {
  if (length > outputLimit) throw new Error(sentence('rendering.too_large'));
}

/** Tags that would read other files or print their own markup: a template with one does not compile. */
export function refuseTags(engine: Liquid, names: string[]): void {
  for (const name of names) {
    engine.registerTag(name, {
      parse() {
        throw new Error(sentence('rendering.tag_unavailable', { tag: `{% ${name} %}` }));
      },
      render() {},
    });
  }
}

/** `capture` stores its output as HTML, so that printing it does not escape it again. */
export class CaptureMarkupTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const emitter = boundedEmitter();
    yield this.liquid.renderer.renderTemplates(this.templates, context, emitter);
    const caught = insideAttribute(context) ? emitter.buffer : new Markup(emitter.buffer);
    (context.bottom() as Record<string, unknown>)[this.variable] = caught;
  }
}

/** The use of an attribute's value. `style` is one value inside a style attribute. */
export type AttributeKind = 'link' | 'image' | 'style' | 'text';

const attribute = 'attribute';

/** Whether an attribute is being rendered. Its values are collected unescaped, and the whole is made safe at the end. */
export function insideAttribute(context: Context): boolean {
  return context.getRegister<boolean>(attribute) === true;
}

/**
 * Makes the tag `{% attribute kind frame %}…{% endattribute %}`, which only our own engines know. It renders its content unescaped and then
 * makes the whole safe for its kind, so that a scheme cannot be assembled from pieces. An address is printed with its frame, which is the
 * name of the attribute or a parenthesis; an address that leads nowhere is omitted together with it.
 */
export function attributeTag(encode: (text: string) => string) {
  return class AttributeTag extends Tag {
    readonly templates: Template[] = [];
    private readonly kind: AttributeKind;
    private readonly frame: string | undefined;
    private readonly beginsWithValue: boolean;

    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
      super(token, remaining, liquid);
      const [kind, frame] = token.args.split(' ');
      this.kind = kind as AttributeKind;
      this.frame = frame;
      const stream = parser
        .parseStream(remaining)
        .on('tag:endattribute', () => stream.stop())
        .on('template', (template: Template) => this.templates.push(template));
      stream.start();
      this.beginsWithValue = !TypeGuards.isHTMLToken(this.templates[0]?.token);
    }

    *render(context: Context, emitter: Emitter): Generator<unknown, void, string> {
      const inner = boundedEmitter();
      context.setRegister(attribute, true);
      yield this.liquid.renderer.renderTemplates(this.templates, context, inner);
      context.setRegister(attribute, false);
      emitter.write(this.finish(inner.buffer));
    }

    finish(bare: string): string {
      const value = safeValue(this.kind, bare, this.beginsWithValue);
      if (value === undefined) return '';
      if (this.frame === undefined) return encode(value);
      return this.frame === '(' ? ` (${encode(value)})` : ` ${this.frame}="${encode(value)}"`;
    }
  };
}

/** An attribute's templates, whose output `finish` makes safe. */
type AttributeTemplate = Template & { templates: Template[]; finish(bare: string): string };

export function isAttribute(template: Template): template is AttributeTemplate {
  return 'finish' in template;
}

function safeValue(kind: AttributeKind, value: string, beginsWithValue: boolean): string | undefined {
  if (kind === 'link') return safeUrl(value, linkSchemes, beginsWithValue);
  if (kind === 'image') return safeUrl(value, imageSchemes, beginsWithValue);
  if (kind === 'style') return value.replace(/[^\w\s#%.,-]/g, '');
  return value;
}
