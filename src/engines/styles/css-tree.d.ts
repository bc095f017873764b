// The types are those of the whole package, whose tables of properties and values take 160 ms to load and are not needed.
declare module 'css-tree/parser' {
  import type { parse } from 'css-tree';

  const parser: typeof parse;

  export { parser as default };
}
declare module 'css-tree/generator' {
  import type { generate } from 'css-tree';

  const generator: typeof generate;

  export { generator as default };
}
declare module 'css-tree/walker' {
  import type { walk } from 'css-tree';

  const walker: typeof walk;

  export { walker as default };
}
