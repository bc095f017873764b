/**
 * Returns the rules for an author’s own colors, by the classes that rendering gives them: nothing inside an own background follows
 * the scheme, and text that could not be read on a dark page has the usual color there. With `is_dark`, pages and mails are dark in
 * both schemes.
 */
export function ownColorRules(is_dark: boolean): string {
  const inks = (sign: string) =>
    `.content .on-light{color:#141210${sign}}.content .on-dark{color:#fffefc${sign}}`;
  const button = (sign: string) => `.content .own-ground.own-ground .button{color:var(--button-ink)${sign}}`;
  // Only rules for dark screens have to win against important ones. Outlook drops important values in a style attribute.
  const sign = is_dark ? '' : '!important';
  const onDark = [
    inks(sign),
    '.content .dark-ink{color:inherit!important}',
    `.content .own-ground.own-ground *{color:inherit${sign}}`,
    button(sign),
    `.content .own-ground.own-ground code,.content .own-ground.own-ground pre{background-color:transparent${sign}}`,
  ].join('');
  return is_dark ? onDark : `${inks('')}${button('')}@media (prefers-color-scheme: dark){${onDark}}`;
}
