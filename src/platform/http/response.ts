import { serializerCompiler } from 'fastify-type-provider-zod';
import {
  type $ZodDiscriminatedUnionDef,
  type $ZodObject,
  $ZodType,
  type $ZodTypes,
  type $ZodUnionDef,
  encode,
  util,
} from 'zod/v4/core';
import { readSentence } from '../sentences/sentence.ts';

/** Returns the part of a value that its schema describes. Throws unless it is certain that the value has this schema. */
type Show = (value: unknown) => unknown;

/**
 * Writes responses as JSON: only the fields of their schema, each checked, with the sentences of their texts if the schema has a place for
 * them. Values about which there is any doubt are left to zod, whose verdict counts. Zod alone would take a third of the time of a long
 * list: if a schema contains itself, as filters do, it keeps every object of a response in weak maps, so that all of them outlive the
 * collection of young garbage.
 */
export const compileResponse: typeof serializerCompiler = route => {
  const check = serializerCompiler(route);
  const show = showOf(route.schema instanceof $ZodType ? route.schema : route.schema.properties);
  return value => {
    let shown: unknown;
    try {
      shown = show(value);
    } catch {
      return check(value);
    }
    return JSON.stringify(shown);
  };
};

const shows = new WeakMap<$ZodType, Show>();

function showOf(schema: $ZodType): Show {
  const show = shows.get(schema) ?? compile(schema as $ZodTypes);
  shows.set(schema, show);
  return show;
}

function compile(schema: $ZodTypes): Show {
  const { def } = schema._zod;
  const byZod: Show = value => encode(schema, value);
  if (def.checks?.length || 'coerce' in def || 'catchall' in def) return byZod;
  switch (def.type) {
    case 'boolean':
      return when(value => typeof value === 'boolean');
    case 'string':
      return 'format' in def ? byZod : when(value => typeof value === 'string');
    case 'number':
      if ('format' in def) return def.format === 'safeint' ? when(Number.isSafeInteger) : byZod;
      return when(Number.isFinite);
    case 'enum':
    case 'literal': {
      const { values } = schema._zod;
      return values ? when(value => values.has(value as string)) : byZod;
    }
    case 'unknown':
      return when(value => value !== undefined);
    case 'nullable': {
      const show = showOf(def.innerType);
      return value => (value === null ? null : show(value));
    }
    case 'optional': {
      const show = showOf(def.innerType);
      return value => (value === undefined ? undefined : show(value));
    }
    case 'default': // of a request; a response has the field
      return showOf(def.innerType);
    case 'array': {
      const show = showOf(def.element);
      return value => {
        if (!Array.isArray(value)) throw uncertain;
        return value.map(show);
      };
    }
    case 'object':
      return showObject(def);
    case 'union':
      return showChoice(def) ?? byZod;
    default:
      return byZod;
  }
}

/** If one of their fields distinguishes the objects of a union, shows the matching one. Returns undefined for other unions. */
function showChoice(def: $ZodUnionDef | $ZodDiscriminatedUnionDef): Show | undefined {
  if (!('discriminator' in def)) return undefined;
  const { discriminator } = def;
  const choices = new Map<unknown, Show>();
  for (const option of def.options)
    for (const value of option._zod.propValues?.[discriminator] ?? []) choices.set(value, showOf(option));
  return value => {
    const show = util.isObject(value) ? choices.get(value[discriminator]) : undefined;
    if (!show) throw uncertain;
    return show(value);
  };
}

function showObject(def: $ZodObject['_zod']['def']): Show {
  let fields: [name: string, show: Show][] | undefined; // read at the first response, because an object may contain itself
  let empty: Record<string, unknown> = {};
  const told = Object.keys(def.shape).flatMap(textBeside);
  return value => {
    if (!util.isObject(value)) throw uncertain;
    if (!fields) {
      fields = Object.entries(def.shape).map(([name, field]) => [name, showOf(field)]);
      empty = Object.fromEntries(fields.map(([name]) => [name, undefined]));
    }
    const shown = { ...empty }; // made with all its fields at once, which is faster than adding one after the other
    for (const [name, show] of fields) shown[name] = show(value[name]);
    for (const [name, text] of told) shown[name] ??= sentenceOf(shown[text]);
    return shown;
  };
}

/** Returns, for a field that holds the sentence of a text or those of several texts, its name and the name of the text. */
function textBeside(name: string): [name: string, text: string][] {
  const text = /^(.+)_sentences?$/.exec(name)?.[1];
  return text === undefined ? [] : [[name, text]];
}

function sentenceOf(text: unknown): unknown {
  if (Array.isArray(text)) return text.map(one => readSentence(String(one)));
  return typeof text === 'string' && text !== '' ? (readSentence(text) ?? undefined) : undefined;
}

const uncertain = new Error('The value may not have the schema of the response.');

function when(isCertain: (value: unknown) => boolean): Show {
  return value => {
    if (isCertain(value)) return value;
    throw uncertain;
  };
}
