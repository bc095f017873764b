/** Returns true if the address is below `home` on this site and is not the sign-in page. */
export function isWithin(home: string, back: string, origin: string): boolean {
  const url = URL.parse(back, origin);
  if (!url || url.origin !== origin || url.pathname === `${home}/sign-in`) return false;
  return back.startsWith('/') && (url.pathname === home || url.pathname.startsWith(`${home}/`));
}
