import { canonicalTag } from '../../../platform/languages/tag.ts';

const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** The tags of languages by their names in English and in the language itself. Made when first needed. */
let tags: ReadonlyMap<string, string> | undefined;

function tagsByName(): ReadonlyMap<string, string> {
  const codes = letters.flatMap(first => letters.map(second => first + second)).filter(isKnown);
  return new Map(
    codes.flatMap(code =>
      [english.of(code), new Intl.DisplayNames(code, { type: 'language' }).of(code)].map(
        name => [(name ?? code).toLowerCase(), code] as const,
      ),
    ),
  );
}

function isKnown(code: string): boolean {
  return english.of(code) !== undefined;
}

/** Reads a language as files write it: de, pt_BR, German or Deutsch. Returns null if it is not a language. */
export function readLanguage(text: string): string | null {
  const word = text.trim();
  const tag = canonicalTag(word);
  if (tag !== null && isKnown(new Intl.Locale(tag).language)) return tag;
  tags ??= tagsByName();
  return tags.get(word.toLowerCase()) ?? null;
}
