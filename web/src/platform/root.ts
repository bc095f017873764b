/** What the paths of the service begin with: empty unless BASE_URL has a path of its own. */
export const root: string =
  document.querySelector<HTMLMetaElement>('meta[name=postrider-root]')?.content ?? '';

/** The nonce that styles made by scripts need. */
export const nonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined;
