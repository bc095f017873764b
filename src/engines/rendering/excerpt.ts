/** The first words of a finished text, for inboxes and for previews of links: no addresses, pictures or underlines. */
export function excerptOf(text: string): string {
  const words = text
    .replace(/^[ \t]*\[[^\]\n]*\][ \t]*$/gm, '')
    .replace(/ ?\(https?:\/\/[^\s)]*\)|<?https?:\/\/\S+/g, '')
    .replace(/[#=*_-]{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= 200
    ? words
    : `${words
        .slice(0, 200)
        .replace(/\s\S*$/, '')
        .toWellFormed()}…`;
}
