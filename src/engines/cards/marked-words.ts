// Words with marks and links, as they are in a field: **strong**, *emphasis*, [words](https://…). In the body they are HTML.
import { quote, unquote } from './shape.ts';

const piece =
  /\\([\\*[\]])|\*\*(?=\S)((?:[^*\\]|\\.)+?)(?<=\S)\*\*|\*(?=\S)((?:[^*\\]|\\.)+?)(?<=\S)\*|\[((?:[^[\]\\]|\\.)+)\]\(((?:https?:\/\/|mailto:)[^\s()<>"]+)\)/g;

/** Writes the words as HTML. */
export function writeMarked(words: string): string {
  let html = '';
  let end = 0;
  for (const { 0: whole, 1: sign, 2: strong, 3: em, 4: label, 5: address, index } of words.matchAll(piece)) {
    html += quote(words.slice(end, index));
    end = index + whole.length;
    if (sign !== undefined) html += quote(sign);
    else if (strong !== undefined) html += `<strong>${writeMarked(strong)}</strong>`;
    else if (em !== undefined) html += `<em>${writeMarked(em)}</em>`;
    else html += `<a href="${quote(address!)}">${writeMarked(label!)}</a>`;
  }
  return html + quote(words.slice(end));
}

const tag = /<(\/?)(strong|b|em|i|a)(?: href="([^"<>]*)")?>/g;
const signs: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*' };

/** Reads words that are written as HTML; undefined if they contain anything but these marks and links. */
export function readMarked(html: string): string | undefined {
  if (!html.includes('<')) {
    const words = unquote(html);
    return writeMarked(words).includes('<') ? literally(words) : words;
  }
  const usual = html.replace(/<(\/?)b>/g, '<$1strong>').replace(/<(\/?)i>/g, '<$1em>');
  return [(words: string) => words, literally]
    .map(write => markUp(html, write))
    .find(words => writeMarked(words) === usual);
}

function markUp(html: string, write: (words: string) => string): string {
  let address = '';
  let end = 0;
  let words = '';
  for (const { 0: whole, 1: closes, 2: name, 3: href, index } of html.matchAll(tag)) {
    words += write(unquote(html.slice(end, index)));
    end = index + whole.length;
    if (href !== undefined) address = unquote(href);
    words += name === 'a' ? (closes ? `](${address})` : '[') : signs[name!];
  }
  return words + write(unquote(html.slice(end)));
}

function literally(words: string): string {
  return words.replace(/[\\*[\]]/g, '\\$&');
}
